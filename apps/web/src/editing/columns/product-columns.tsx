import {
  type Cents,
  type Elasticity,
  holdsOf,
  type ListName,
  type PriceType,
  type RowEdit,
  type ShownColumnName,
} from '@portal/rules';
import type { ReactNode } from 'react';
import * as cells from '../cells/cells.tsx';
import type { ConfirmOptions, KindTypes } from '../kind/kind.ts';
import { chipInLines } from '../parts/chips.tsx';
import type { Column } from '../kind/column.ts';
import { type ColumnId, headings, type Named } from '../kind/headings.ts';

/** Reads something of a row that an edit may change. */
type Read<Value> = (row: number, edit: RowEdit | undefined) => Value;

/** Columns of texts, counts and elasticities. */
type PlainColumn = ColumnId & Exclude<ShownColumnName<ListName>, 'name' | 'date'>;
/** Widths of texts in pixels, 92 for others, and how long ones are shown. */
const TEXTS: Partial<Record<PlainColumn, { width: number; show: (text: string | null | undefined) => ReactNode }>> = {
  brand: { width: 130, show: cells.cutText },
  content: { width: 84, show: cells.cutText },
  checkReason: { width: 100, show: (text) => (text ? chipInLines(text) : null) },
  normSize: { width: 72, show: cells.plain },
};

/** Pixels: as much of the narrowest phone as may be pinned (rule 14.50). */
export const NARROW_ARTICLE = 218;

export function productColumns<T extends KindTypes>(
  kind: Named,
  { model, narrow, detail: other, t }: ConfirmOptions<T>,
) {
  const { name: context } = kind;
  const heading = headings(kind, t);
  const { columns } = model;
  const column = (id: ColumnId, width: number, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
    ...heading(id),
    width,
    cell,
    ...more,
  });
  // Rows to review need the room for the name.
  const signOnly = other !== undefined;
  const lockOf = (row: number) =>
    'part' in columns && columns.part[row] !== null
      ? { word: t('row.approved'), reason: t('row.approvedReason'), signOnly: true }
      : { word: t('row.locked', { context }), reason: t('row.lockedReason', { context }), signOnly };
  return {
    column,
    pzn: column('pzn', 80, (row) => columns.pzn[row], { pinned: narrow ? undefined : 'left' }),
    /** Name over its details, with the reason where the row takes no input. */
    article: (width: number, detail: Read<ReactNode>) =>
      column(
        'name',
        width,
        (row, { setApart, edit }) => {
          const lock = setApart && lockOf(row);
          return cells.article(columns.name[row], detail(row, edit), lock || undefined);
        },
        { grows: true, pinned: 'left', alsoSorts: { key: 'producer', label: t('column.producer') } },
      ),
    /** A column whose cells say no more than their value. */
    plain: (id: PlainColumn) => {
      const values = (columns as Readonly<Record<string, readonly unknown[]>>)[id] ?? [];
      switch (holdsOf(id)) {
        case 'elasticity':
          return column(id, 118, (row) => {
            const code = values[row] as Elasticity | null;
            return code == null ? cells.NONE : t(`elasticity.${code}`);
          });
        case 'count':
          return column(id, 68, (row) => cells.count(values[row] as number | null), { align: 'end' });
        default: {
          const { width, show } = TEXTS[id] ?? { width: 92, show: cells.cutText };
          return column(id, width, (row) => show(values[row] as string | null));
        }
      }
    },
    /** A letter for exclusion, own and permanent price. */
    type: (
      typeAt: Read<PriceType>,
      letterOf: (type: PriceType) => string,
      days?: { readonly text: Read<string>; readonly title: Read<string>; readonly width: number },
    ) =>
      column(
        'priceType',
        Math.max(narrow ? 40 : 48, days?.width ?? 0),
        (row, { edit }) => {
          const type = typeAt(row, edit);
          const tag = cells.typeTag(type, letterOf(type), () => t(`type.${type}`));
          const text = days?.text(row, edit);
          return text ? cells.tagOver(tag, text, days?.title(row, edit)) : tag;
        },
        { align: 'center' },
      ),
    /** Euros. */
    money: (id: ColumnId, values: readonly (Cents | null)[], more: Partial<Column> = {}) =>
      column(id, 80, (row) => cells.money(values[row]), { align: 'end', ...more }),
    /** Percent between the row's price and a reference. */
    difference: (id: ColumnId, percentOf: Read<number | null>, more: Partial<Column> = {}) =>
      column(id, 76, (row, { edit }) => cells.percentCell(percentOf(row, edit)), { align: 'end', ...more }),
  };
}
