import { APPROVAL_SORT_KEYS, PRICE_LIST_SORT_KEYS } from '@portal/list-view';
import type { TFunction } from 'i18next';
import type editing from '../../../public/assets/i18n/de/editing.json';
import { inContext } from '../../lib/i18n.ts';
import type { KindName } from '../kind.ts';

/** Keys without those of a context, as `avp_MDP`. */
type Plain<Texts> = Exclude<keyof Texts & string, `${string}_${string}`>;
/** A column that has a heading and a long heading in the translations. */
export type ColumnId = Plain<typeof editing.column> & Plain<typeof editing.columnLong>;

/** Heading and long heading of a column in the words of the kind, and whether it sorts. */
export function headings(context: KindName, t: TFunction<'editing'>) {
  const sortKeys: readonly string[] = context === 'priceList' ? PRICE_LIST_SORT_KEYS : APPROVAL_SORT_KEYS[context];
  return (id: ColumnId) => ({
    id,
    label: t(`column.${id}`, inContext(context)),
    longLabel: t(`columnLong.${id}`, inContext(context)),
    sortable: sortKeys.includes(id),
  });
}
