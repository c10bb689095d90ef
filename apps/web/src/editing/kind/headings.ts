import type { TFunction } from 'i18next';
import type editing from '../../../public/assets/i18n/de/editing.json';
import { inContext } from '../../lib/i18n.ts';
import type { Kind, KindName, KindTypes } from './kind.ts';

/** What columns have to know of their kind. */
export type ColumnKind<T extends KindTypes> = Pick<Kind<T>, 'name' | 'rules' | 'sortKeys'>;

export type Named = { readonly name: KindName; readonly sortKeys: readonly string[] };

/** Keys without those of a context, as `avp_MDP`. */
type Plain<Texts> = Exclude<keyof Texts & string, `${string}_${string}`>;
/** A column that has a heading and a long heading in the translations. */
export type ColumnId = Plain<typeof editing.column> & Plain<typeof editing.columnLong>;

export function headings({ name: context, sortKeys }: Named, t: TFunction<'editing'>) {
  return (id: ColumnId) => ({
    id,
    label: t(`column.${id}`, inContext(context)),
    longLabel: t(`columnLong.${id}`, inContext(context)),
    sortable: sortKeys.includes(id),
  });
}
