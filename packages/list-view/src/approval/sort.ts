import { isTextColumn, PRICE_TYPE, referenceOf } from '@portal/rules';
import type { ConditionColumn } from '../conditions/condition.ts';
import type { RowEdits } from '../edits.ts';
import type { Ranks } from '../price-list/model.ts';
import { rankNumbers, rankPackSizes, rankTexts } from '../price-list/ranks.ts';
import { orderByAll } from '../price-list/sort.ts';
import { type ApprovalDifferenceKey, isApprovalDifference } from './columns.ts';
import type { ApprovalSortKey } from './kinds.ts';
import { type ApprovalModel, approvalDifferenceAt, approvalTypeAt } from './model.ts';

export type ApprovalSort = { readonly key: ApprovalSortKey; readonly reversed: boolean };

/** Rule 6.10. */
export const FIRST_APPROVAL_SORT: ApprovalSort = { key: 'name', reversed: false };

/** German collation, nulls last in both directions, ties by PZN. Rule 2.16. */
export function sortApproval(model: ApprovalModel, sorts: readonly ApprovalSort[], edits: RowEdits): Uint32Array {
  return orderByAll(model, sorts, (key) => ranksOf(model, key, edits));
}

function ranksOf(model: ApprovalModel, key: Exclude<ApprovalSortKey, 'pzn'>, edits: RowEdits): Ranks {
  if (isApprovalDifference(key)) return rankNumbers(differences(model, key, edits));
  if (key === 'calculatedPrice') return rankNumbers(calculatedPrices(model, edits));
  const known = model.prepared.ranks.get(key);
  if (known) return known;
  const ranks = rankColumn(model, key);
  model.prepared.ranks.set(key, ranks);
  return ranks;
}

function differences(model: ApprovalModel, key: ApprovalDifferenceKey, edits: RowEdits): Float64Array {
  const reference = referenceOf(key);
  const { pzn } = model.columns;
  return Float64Array.from(
    { length: model.count },
    (_, row) => approvalDifferenceAt(model, row, reference, edits.get(pzn[row] as string)) ?? NaN,
  );
}

function calculatedPrices(model: ApprovalModel, edits: RowEdits): Float64Array {
  const { pzn, calculatedPrice } = model.columns;
  return Float64Array.from(calculatedPrice, (cents, row) =>
    approvalTypeAt(model, row, edits.get(pzn[row] as string)) === PRICE_TYPE.exclusion ? NaN : (cents ?? NaN),
  );
}

/** Rule 2.23. */
export function approvalValues(model: ApprovalModel, key: ApprovalSortKey, edits: RowEdits): ConditionColumn {
  if (isApprovalDifference(key)) return differences(model, key, edits);
  return key === 'calculatedPrice' ? calculatedPrices(model, edits) : model.columns[key];
}

type StoredKey = Exclude<ApprovalSortKey, 'pzn' | 'calculatedPrice' | ApprovalDifferenceKey>;

function rankColumn({ columns }: ApprovalModel, key: StoredKey): Ranks {
  if (key === 'content') return rankPackSizes(columns.content);
  if (isTextColumn(key)) return rankTexts(columns[key]);
  return rankNumbers(Float64Array.from(columns[key], (value) => value ?? NaN));
}
