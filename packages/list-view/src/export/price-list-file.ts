import { type ColumnHolds, fileColumns, type FileHeading, PRICE_TYPE, PRICE_TYPE_WORDS, toggleOf } from '@portal/rules';
import { EXPERT_COLUMN_TOGGLES, type ExpertColumnToggle } from '../price-list/view-options.ts';
import type { ReferenceColumn } from '../price-list/columns.ts';
import { effectivePriceAt, differenceAt, type PriceListModel } from '../price-list/model.ts';
import { changeDays } from '../price-list/values.ts';
import { type FileColumn, type ListFile, plainColumn, priceColumn, wordColumn } from './file-column.ts';

/** For imports of an exported list. */
export const PRICE_LIST_HEADING = { pzn: 'PZN', price: 'Preis', type: 'Preistyp' } as const;

export type ExpertColumns = Readonly<Record<ExpertColumnToggle, boolean>>;

export const NO_EXPERT_COLUMNS = expertColumns(false);
export const ALL_EXPERT_COLUMNS = expertColumns(true);

function expertColumns(shown: boolean): ExpertColumns {
  return Object.fromEntries(EXPERT_COLUMN_TOGGLES.map((toggle) => [toggle, shown])) as ExpertColumns;
}

/** Rule 10.7: stored prices, never unsaved ones. */
export function priceListFile(model: PriceListModel, rows: ArrayLike<number>, expert: ExpertColumns): ListFile {
  return { columns: priceListColumns(model, expert), rows };
}

function priceListColumns(model: PriceListModel, expert: ExpertColumns): FileColumn[] {
  return fileColumns('priceListFile').flatMap(({ name, holds, heading }) => {
    const toggle = toggleOf(name) as ExpertColumnToggle | undefined;
    return ALWAYS.has(name) || toggle === undefined || expert[toggle] ? columnOf(model, name, holds, heading) : [];
  });
}

/** Its switch exists on packages only. */
const ALWAYS: ReadonlySet<string> = new Set(['content']);

function columnOf(model: PriceListModel, name: string, holds: ColumnHolds, file: FileHeading): FileColumn[] {
  const { heading } = file;
  const values = (model.columns as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
  if (name === 'effectivePrice') return [priceColumn(heading, (row) => effectivePriceAt(model, row))];
  if (name === 'priceType') return [wordColumn(heading, PRICE_TYPE_WORDS, (row) => model.columns.priceType[row])];
  if (name === 'date') return [{ heading, kind: 'day', cell: (row) => changeDays(model)[row] }];
  const column = plainColumn(holds, file, (row) => values[row]);
  return holds === 'price' ? [column, difference(model, name as ReferenceColumn, heading)] : [column];
}

function difference(model: PriceListModel, reference: ReferenceColumn, name: string): FileColumn {
  const { priceType } = model.columns;
  return {
    heading: `Differenz ${name} (%)`,
    kind: 'percent',
    cell: (row) => (priceType[row] === PRICE_TYPE.exclusion ? null : differenceAt(model, row, reference)),
  };
}
