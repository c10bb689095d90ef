import type { ConditionColumn } from '../conditions/condition.ts';
import type { PriceListSortKey } from './view-options.ts';
import { isTextColumn, referenceOf } from '@portal/rules';
import { type DifferenceKey, isDifferenceKey } from './columns.ts';
import type { RowEdits } from '../edits.ts';
import type { InPieces } from '../in-pieces.ts';
import {
  effectivePriceAt,
  differenceAt,
  differenceColumn,
  type PriceListModel,
  type Ranks,
  rowOfPzn,
  type TextModel,
} from './model.ts';
import { rankNumbers, rankTexts, rankTextsInPieces } from './ranks.ts';

/**
 * German, nulls last in both directions, ties by PZN (rules 2.16 and 4.2).
 * @param edits moves the differences of edited rows
 */
export function sortIndex(
  model: PriceListModel,
  key: PriceListSortKey,
  reversed = false,
  edits?: RowEdits,
): Uint32Array {
  return orderByAll(model, [{ key, reversed }], (each) => ranksOf(model, each, edits));
}

export function sortPriceList(
  model: PriceListModel,
  sorts: readonly { readonly key: PriceListSortKey; readonly reversed: boolean }[],
  edits: RowEdits,
): Uint32Array {
  return orderByAll(model, sorts, (key) => ranksOf(model, key, edits));
}

/** Least important key first: sorts are stable. */
export function orderByAll<Key extends string>(
  model: TextModel,
  sorts: readonly { readonly key: Key | 'pzn'; readonly reversed: boolean }[],
  ranks: (key: Exclude<Key, 'pzn'>) => Ranks,
): Uint32Array {
  const [first] = sorts;
  const byName = sorts.length === 1 && first?.key === 'name' && !first.reversed;
  if (byName && model.prepared.nameOrder) return model.prepared.nameOrder;
  return sorts.reduceRight((rows, { key, reversed }) => {
    if (key !== 'pzn') return orderByRank(rows, ranks(key as Exclude<Key, 'pzn'>), reversed);
    return reversed ? pznOrder(model).toReversed() : pznOrder(model);
  }, pznOrder(model));
}

export function* prepareNames(model: TextModel & { prepared: { ranks: Map<string, Ranks> } }): InPieces<void> {
  const { columns, prepared } = model;
  if (prepared.nameOrder) return;
  let ranks = prepared.ranks.get('name');
  if (!ranks) prepared.ranks.set('name', (ranks = yield* rankTextsInPieces(columns.name)));
  yield;
  const byPzn = pznOrder(model);
  yield;
  prepared.nameOrder = orderByRank(byPzn, ranks, false);
}

function orderByRank(byPzn: Uint32Array, { rankOfRow, size }: Ranks, reversed: boolean): Uint32Array {
  const slotOf = (row: number) => {
    const rank = rankOfRow[row] as number;
    if (rank < 0) return size;
    return reversed ? size - 1 - rank : rank;
  };
  const next = new Uint32Array(size + 2);
  for (let row = 0; row < byPzn.length; row++) (next[slotOf(row) + 1] as number)++;
  for (let slot = 1; slot < next.length; slot++) next[slot] = (next[slot] as number) + (next[slot - 1] as number);
  const order = new Uint32Array(byPzn.length);
  for (const row of byPzn) {
    const slot = slotOf(row);
    const position = next[slot] as number;
    order[position] = row;
    next[slot] = position + 1;
  }
  return order;
}

function pznOrder(model: TextModel): Uint32Array {
  if (model.prepared.pznOrder) return model.prepared.pznOrder;
  const { pzn } = model.columns;
  const order = new Uint32Array(pzn.length);
  // lists arrive in this order
  let sorted = true;
  for (let row = 0; row < pzn.length; row++) {
    order[row] = row;
    if (row > 0 && (pzn[row - 1] as string) > (pzn[row] as string)) sorted = false;
  }
  if (!sorted) order.sort((a, b) => compareCodes(pzn[a] as string, pzn[b] as string) || a - b);
  model.prepared.pznOrder = order;
  return order;
}

function compareCodes(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function ranksOf(model: PriceListModel, key: Exclude<PriceListSortKey, 'pzn'>, edits: RowEdits | undefined): Ranks {
  if (isDifferenceKey(key) && edits !== undefined && edits.size > 0) return rankNumbers(differences(model, key, edits));
  const known = model.prepared.ranks.get(key);
  if (known) return known;
  const ranks = computeRanks(model, key);
  model.prepared.ranks.set(key, ranks);
  return ranks;
}

function differences(model: PriceListModel, key: DifferenceKey, edits: RowEdits): Float64Array {
  const values = differenceColumn(model, key).slice();
  for (const [pzn, edit] of edits) {
    const row = rowOfPzn(model, pzn);
    if (row !== undefined) values[row] = differenceAt(model, row, referenceOf(key), edit) ?? NaN;
  }
  return values;
}

/** Rule 2.23. */
export function priceListValues(model: PriceListModel, key: PriceListSortKey, edits: RowEdits): ConditionColumn {
  if (isDifferenceKey(key)) return differences(model, key, edits);
  return key === 'effectivePrice' ? effectivePrices(model) : model.columns[key];
}

function effectivePrices(model: PriceListModel): Float64Array {
  return Float64Array.from({ length: model.count }, (_, row) => effectivePriceAt(model, row) ?? NaN);
}

function computeRanks(model: PriceListModel, key: Exclude<PriceListSortKey, 'pzn'>): Ranks {
  if (isDifferenceKey(key)) return rankNumbers(differenceColumn(model, key));
  const { columns } = model;
  if (isTextColumn(key)) return rankTexts(columns[key]);
  if (key === 'effectivePrice') return rankNumbers(effectivePrices(model));
  return rankNumbers(Float64Array.from(columns[key], (value) => value ?? NaN));
}
