import {
  type Cents,
  dayOfNumber,
  deviationPercent,
  effectivePrice,
  originalEdit,
  type PriceRow,
  referenceOf,
  type RowEdit,
  type SearchedColumnName,
  searchedColumnNames,
  type TextColumnName,
} from '@portal/rules';
import type { DifferenceKey, PriceListColumns, ReferenceColumn } from './columns.ts';
import { buildHaystack, type Haystack, haystackInPieces } from './haystack.ts';

/** Rows by index; expensive parts on first use. */
export type PriceListModel = {
  readonly columns: PriceListColumns;
  readonly count: number;
  /** Of open packages: not editable (rule 4.6). */
  readonly blocked: ReadonlySet<string>;
  /** Not yet stored: exclusions an import adds. */
  readonly added: ReadonlySet<string>;
  /** @internal */
  readonly prepared: Prepared;
};

type Prepared = TextPreparation & {
  readonly ranks: Map<string, Ranks>;
  readonly differences: Map<DifferenceKey, Float64Array>;
  days?: readonly string[];
};

export type TextModel = {
  readonly columns: Pick<PriceListColumns, 'pzn' | SearchedColumnName>;
  readonly count: number;
  readonly prepared: TextPreparation;
};
export type TextPreparation = {
  pznOrder?: Uint32Array;
  nameOrder?: Uint32Array;
  haystack?: Haystack;
  wordsHaystack?: Haystack;
  rowByPzn?: ReadonlyMap<string, number>;
  readonly texts: Map<TextColumnName, UpperCased>;
};
/** -1: no value. */
export type Ranks = { readonly rankOfRow: Int32Array; readonly size: number };
/** -1: none. */
export type UpperCased = { readonly values: readonly string[]; readonly codeOfRow: Int32Array };

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

export function rowAt({ columns }: PriceListModel, row: number): PriceRow {
  const state = {
    priceType: columns.priceType[row] ?? 0,
    calculatedPrice: columns.calculatedPrice[row] ?? null,
    ownPrice: columns.ownPrice[row] ?? null,
  };
  const until = columns.validTo[row] ?? null;
  return until === null ? state : { ...state, validTo: dayOfNumber(until) };
}

export function rowOfPzn(model: TextModel, pzn: string): number | undefined {
  model.prepared.rowByPzn ??= new Map(model.columns.pzn.map((each, row) => [each, row]));
  return model.prepared.rowByPzn.get(pzn);
}

export function isBlocked({ columns, blocked }: PriceListModel, row: number): boolean {
  return blocked.size > 0 && blocked.has(columns.pzn[row] as string);
}

/** A package may lock others, too (rule 4.6). */
export function countBlocked(model: PriceListModel): number {
  if (model.blocked.size === 0) return 0;
  return model.columns.pzn.reduce((count, pzn) => count + (model.blocked.has(pzn) ? 1 : 0), 0);
}

/** It can only become an exclusion (rule 4.15). */
export function isAdded({ columns, added }: PriceListModel, row: number): boolean {
  return added.size > 0 && added.has(columns.pzn[row] as string);
}

/** null for an exclusion. */
export function effectivePriceAt(model: PriceListModel, row: number): Cents | null {
  return effectivePrice(rowAt(model, row));
}

/** The own price, else the calculated one (rule 3.10). */
export function comparedPrice(model: PriceListModel, row: number, edit?: RowEdit): Cents | null {
  const stored = rowAt(model, row);
  return (edit ?? originalEdit(stored)).ownPrice ?? stored.calculatedPrice;
}

/** Percent, unrounded; null: unknown. */
export function differenceAt(
  model: PriceListModel,
  row: number,
  reference: ReferenceColumn,
  edit?: RowEdit,
): number | null {
  return deviationPercent(comparedPrice(model, row, edit), model.columns[reference][row]);
}

/** Percent; NaN: none. */
export function differenceColumn(model: PriceListModel, key: DifferenceKey): Float64Array {
  const known = model.prepared.differences.get(key);
  if (known) return known;
  const reference = referenceOf(key);
  const values = Float64Array.from({ length: model.count }, (_, row) => differenceAt(model, row, reference) ?? NaN);
  model.prepared.differences.set(key, values);
  return values;
}

/** @internal */
export function haystackOf({ columns, prepared }: TextModel): Haystack {
  prepared.haystack ??= buildHaystack(wordColumns(columns));
  return prepared.haystack;
}

/** @internal */
export function wordsHaystackOf({ columns, prepared }: TextModel): Haystack {
  prepared.wordsHaystack ??= buildHaystack(wordsColumns(columns));
  return prepared.wordsHaystack;
}

/** In slices of about a millisecond. */
export function* prepareSearch({ columns, prepared }: TextModel): Generator<void, void, undefined> {
  prepared.haystack ??= yield* haystackInPieces(wordColumns(columns));
  prepared.wordsHaystack ??= yield* haystackInPieces(wordsColumns(columns));
}

const [OF_WORD, OF_WORDS] = (['word', 'words'] as const).map(searchedColumnNames) as [
  SearchedColumnName[],
  SearchedColumnName[],
];
const wordColumns = (columns: TextModel['columns']) => OF_WORD.map((name) => columns[name]);
/** @internal */
export const wordsColumns = (columns: TextModel['columns']) => OF_WORDS.map((name) => columns[name]);
