import { ELASTICITY_WORDS, PRICE_TYPE, PRICE_TYPE_WORDS } from '@portal/rules';
import { EXPERT_COLUMN_TOGGLES, type ExpertColumnToggle } from '../price-list/view-options.ts';
import type { ReferenceColumn } from '../price-list/columns.ts';
import { effectivePriceAt, differenceAt, type PriceListModel } from '../price-list/model.ts';
import { changeDays } from '../price-list/values.ts';
import { type FileColumn, type ListFile, priceColumn, textColumn, wordColumn } from './file-column.ts';

/** The headings by which an import finds its columns again in a price list that was exported. */
export const PRICE_LIST_HEADING = { pzn: 'PZN', price: 'Preis', type: 'Preistyp' } as const;

/** Which of the expert columns a file holds. */
export type ExpertColumns = Readonly<Record<ExpertColumnToggle, boolean>>;

/** No expert column: the file of the standard mode. */
export const NO_EXPERT_COLUMNS = expertColumns(false);
/** Every expert column. */
export const ALL_EXPERT_COLUMNS = expertColumns(true);

function expertColumns(shown: boolean): ExpertColumns {
  return Object.fromEntries(EXPERT_COLUMN_TOGGLES.map((toggle) => [toggle, shown])) as ExpertColumns;
}

/**
 * The price list as a file (rule 10.7): stored prices, never unsaved ones. An exclusion has an empty price, no differences
 * and the type 'Ausschlussartikel'.
 * @param rows as they stand on the screen: filtered and sorted
 * @param expert columns that the user has switched on in expert mode; `NO_EXPERT_COLUMNS` in standard mode
 */
export function priceListFile(model: PriceListModel, rows: ArrayLike<number>, expert: ExpertColumns): ListFile {
  return { columns: priceListColumns(model, expert), rows };
}

function priceListColumns(model: PriceListModel, expert: ExpertColumns): FileColumn[] {
  const { columns } = model;
  const when = (toggle: ExpertColumnToggle, ...shown: FileColumn[]) => (expert[toggle] ? shown : []);
  return [
    textColumn(PRICE_LIST_HEADING.pzn, columns.pzn, 10),
    textColumn('Produkt', columns.name, 42),
    textColumn('Inhalt', columns.content, 10),
    textColumn('Hersteller', columns.producer),
    ...when('showBrand', textColumn('Marke', columns.brand)),
    ...when('showNormsize', textColumn('Normgröße', columns.normSize)),
    ...when('showAtcCode', textColumn('ATC', columns.atc)),
    ...when(
      'showPeCluster',
      wordColumn('Preiselastizität', ELASTICITY_WORDS, (row) => columns.peCluster[row]),
    ),
    ...when(
      'showVhCluster',
      wordColumn('VH Preiselastizität', ELASTICITY_WORDS, (row) => columns.vhCluster[row]),
    ),
    ...when('showSales', { heading: 'Absatz', kind: 'count', cell: (row) => columns.units[row] }),
    ...compared(model, 'avp', 'AVP'),
    ...when('showAepPrice', ...compared(model, 'aep', 'AEP')),
    ...when('showVhPrice', ...compared(model, 'vhp', 'VHP')),
    ...when('showUmfeldPreisMin', ...compared(model, 'priceMin', 'Umfeldpreis Minimum')),
    ...when('showUmfeldPreisAvg', ...compared(model, 'priceAvg', 'Umfeldpreis Durchschnitt')),
    ...when('showUmfeldPreisMax', ...compared(model, 'priceMax', 'Umfeldpreis Maximum')),
    priceColumn(PRICE_LIST_HEADING.price, (row) => effectivePriceAt(model, row)),
    wordColumn(PRICE_LIST_HEADING.type, PRICE_TYPE_WORDS, (row) => columns.priceType[row]),
    ...when('showLastChange', { heading: 'Letzte Änderung', kind: 'day', cell: (row) => changeDays(model)[row] }),
  ];
}

/** A reference price and how far the row's price lies from it. */
function compared(model: PriceListModel, reference: ReferenceColumn, name: string): FileColumn[] {
  const { priceType } = model.columns;
  return [
    priceColumn(name, (row) => model.columns[reference][row]),
    {
      heading: `Differenz ${name} (%)`,
      kind: 'percent',
      cell: (row) => (priceType[row] === PRICE_TYPE.exclusion ? null : differenceAt(model, row, reference)),
    },
  ];
}
