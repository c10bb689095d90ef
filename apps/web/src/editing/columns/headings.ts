import { APPROVAL_SORT_KEYS, PRICE_LIST_SORT_KEYS } from '@portal/list-view';
import type { TFunction } from 'i18next';
import type { KindName } from '../kind.ts';

/** Heading and long heading of a column in the words of the kind, and whether it sorts. */
export function headings(context: KindName, t: TFunction<'editing'>) {
  const sortKeys: readonly string[] = context === 'priceList' ? PRICE_LIST_SORT_KEYS : APPROVAL_SORT_KEYS[context];
  return (id: string) => ({
    id,
    label: t(`column.${id}`, { context }),
    longLabel: t(`columnLong.${id}`, { context }),
    sortable: sortKeys.includes(id),
  });
}
