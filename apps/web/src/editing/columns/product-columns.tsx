import type { Cents, PriceType, RowEdit } from '@portal/rules';
import type { ReactNode } from 'react';
import * as cells from '../cells/cells.tsx';
import type { ConfirmOptions, KindTypes } from '../kind.ts';
import type { Column } from './column.ts';
import { type ColumnId, headings, type Named } from './headings.ts';

/** Reads something of a row that an edit may change. */
type Read<Value> = (row: number, edit: RowEdit | undefined) => Value;

/** The columns that all lists share: what an article is, how it sells, what it costs and what others ask for it. */
export function productColumns<T extends KindTypes>(kind: Named, { model, narrow, t }: ConfirmOptions<T>) {
  const { name: context } = kind;
  const heading = headings(kind, t);
  const { columns } = model;
  const column = (id: ColumnId, width: number, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
    ...heading(id),
    width,
    cell,
    ...more,
  });
  const elasticity = (id: 'peCluster' | 'vhCluster') =>
    column(id, 118, (row) => {
      const code = columns[id][row];
      return code == null ? cells.NONE : t(`elasticity.${code}`);
    });
  return {
    column,
    pzn: column('pzn', 80, (row) => columns.pzn[row], { pinned: narrow ? undefined : 'left' }),
    /** Name over its details, with the reason where the row takes no input. */
    article: (width: number, detail: (row: number) => ReactNode) =>
      column(
        'name',
        width,
        (row, { setApart }) => {
          const lock = setApart && {
            word: t('row.locked', { context }),
            reason: t('row.lockedReason', { context }),
          };
          return cells.article(columns.name[row], detail(row), lock || undefined);
        },
        { grows: true, pinned: 'left', alsoSorts: { key: 'producer', label: t('column.producer') } },
      ),
    brand: column('brand', 130, (row) => cells.cutText(columns.brand[row])),
    normSize: column('normSize', 72, (row) => cells.plain(columns.normSize[row])),
    atc: column('atc', 92, (row) => cells.plain(columns.atc[row])),
    peCluster: elasticity('peCluster'),
    vhCluster: elasticity('vhCluster'),
    units: column('units', 68, (row) => cells.count(columns.units[row]), { align: 'end' }),
    /** A letter for exclusion, own and permanent price. */
    type: (typeAt: Read<PriceType>, letterOf: (type: PriceType) => string) =>
      column(
        'priceType',
        narrow ? 40 : 48,
        (row, { edit }) => {
          const type = typeAt(row, edit);
          return cells.typeTag(type, letterOf(type), () => t(`type.${type}`));
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
