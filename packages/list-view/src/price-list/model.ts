import {
  type Cents,
  deviationPercent,
  effectivePrice,
  originalEdit,
  type PriceRow,
  referenceOf,
  type RowEdit,
} from '@portal/rules';
import type { DifferenceKey, PriceListColumns, ReferenceColumn } from './columns.ts';
import { buildHaystack, type Haystack, haystackInPieces } from './haystack.ts';

/**
 * A price list prepared for fast sorting, filtering and searching. Rows are addressed by their index in the columns; what
 * takes long to prepare is prepared when it is first asked for and kept.
 */
export type PriceListModel = {
  readonly columns: PriceListColumns;
  readonly count: number;
  /** PZNs of open packages: their rows cannot be edited (rule 4.6). */
  readonly blocked: ReadonlySet<string>;
  /** PZNs of rows that are not stored yet: exclusions an import adds. */
  readonly added: ReadonlySet<string>;
  /** @internal */
  readonly prepared: Prepared;
};

type Prepared = TextPreparation & {
  readonly ranks: Map<string, Ranks>;
  readonly differences: Map<DifferenceKey, Float64Array>;
  days?: readonly string[];
};

/** The columns by which both price lists and update packages are searched, filtered and sorted. */
export type TextModel = {
  readonly columns: Pick<PriceListColumns, 'pzn' | 'name' | 'producer' | 'brand' | 'content' | 'atc'>;
  readonly count: number;
  readonly prepared: TextPreparation;
};
export type TextPreparation = {
  pznOrder?: Uint32Array;
  /** All rows as a list is opened. */
  nameOrder?: Uint32Array;
  haystack?: Haystack;
  wordsHaystack?: Haystack;
  rowByPzn?: ReadonlyMap<string, number>;
  readonly texts: Map<'producer' | 'brand', UpperCased>;
};
/** Dense rank of every row, -1 where there is no value. */
export type Ranks = { readonly rankOfRow: Int32Array; readonly size: number };
/** Index into the upper-cased distinct values of every row, -1 for none. */
export type UpperCased = { readonly values: readonly string[]; readonly codeOfRow: Int32Array };

/**
 * Wraps the columns of a list; `blocked` are the PZNs in approval, `added` those of rows that are not stored yet. Costs
 * nothing until something is asked for.
 */
export function buildPriceListModel(
  columns: PriceListColumns,
  blocked: Iterable<string> = [],
  added: Iterable<string> = [],
): PriceListModel {
  return {
    columns,
    count: columns.pzn.length,
    blocked: new Set(blocked),
    added: new Set(added),
    prepared: { ranks: new Map(), differences: new Map(), texts: new Map() },
  };
}

/** The stored price state of a row. */
export function rowAt({ columns }: PriceListModel, row: number): PriceRow {
  return {
    priceType: columns.priceType[row] ?? 0,
    calculatedPrice: columns.calculatedPrice[row] ?? null,
    ownPrice: columns.ownPrice[row] ?? null,
  };
}

/** The row of a PZN; undefined when the list does not hold it. */
export function rowOfPzn(model: TextModel, pzn: string): number | undefined {
  model.prepared.rowByPzn ??= new Map(model.columns.pzn.map((each, row) => [each, row]));
  return model.prepared.rowByPzn.get(pzn);
}

/** True for a product of an open package. */
export function isBlocked({ columns, blocked }: PriceListModel, row: number): boolean {
  return blocked.size > 0 && blocked.has(columns.pzn[row] as string);
}

/** True for a row that is not stored yet; it can only become an exclusion (rule 4.15). */
export function isAdded({ columns, added }: PriceListModel, row: number): boolean {
  return added.size > 0 && added.has(columns.pzn[row] as string);
}

/** The price that reaches the till today; null for an exclusion. */
export function effectivePriceAt(model: PriceListModel, row: number): Cents | null {
  return effectivePrice(rowAt(model, row));
}

/** The price the differences refer to: the own price where the input holds one, else the calculated price (rule 3.10). */
export function comparedPrice(model: PriceListModel, row: number, edit?: RowEdit): Cents | null {
  const stored = rowAt(model, row);
  return (edit ?? originalEdit(stored)).ownPrice ?? stored.calculatedPrice;
}

/** Difference of a row to one of its references in percent, unrounded; null without price or reference. */
export function differenceAt(
  model: PriceListModel,
  row: number,
  reference: ReferenceColumn,
  edit?: RowEdit,
): number | null {
  return deviationPercent(comparedPrice(model, row, edit), model.columns[reference][row]);
}

/** A whole difference column of the stored prices; NaN where there is none. */
export function differenceColumn(model: PriceListModel, key: DifferenceKey): Float64Array {
  const known = model.prepared.differences.get(key);
  if (known) return known;
  const reference = referenceOf(key);
  const values = Float64Array.from({ length: model.count }, (_, row) => differenceAt(model, row, reference) ?? NaN);
  model.prepared.differences.set(key, values);
  return values;
}

/** @internal The text that a search for one word runs over. */
export function haystackOf({ columns, prepared }: TextModel): Haystack {
  prepared.haystack ??= buildHaystack(wordColumns(columns));
  return prepared.haystack;
}

/** @internal The text that a search for several words runs over. */
export function wordsHaystackOf({ columns, prepared }: TextModel): Haystack {
  prepared.wordsHaystack ??= buildHaystack(wordsColumns(columns));
  return prepared.wordsHaystack;
}

/** Prepares what a search needs in pieces of about a millisecond, for the page's idle moments; a search meanwhile does without. */
export function* prepareSearch({ columns, prepared }: TextModel): Generator<void, void, undefined> {
  prepared.haystack ??= yield* haystackInPieces(wordColumns(columns));
  prepared.wordsHaystack ??= yield* haystackInPieces(wordsColumns(columns));
}

const wordColumns = ({ name, producer, brand }: TextModel['columns']) => [name, producer, brand];
const wordsColumns = ({ name, content, producer, brand, atc }: TextModel['columns']) => [
  name,
  content,
  producer,
  brand,
  atc,
];
