import { isElasticityColumn, isTextColumn, PRICE_TYPE } from '@portal/rules';
import { TOP_SELLER_MIN_UNITS } from '../price-list/view-options.ts';
import type { RowEdits } from '../edits.ts';
import { codePredicate, valuePredicate } from '../price-list/filter.ts';
import { compareGerman } from '../price-list/german-order.ts';
import type { RowMask } from '../price-list/row-mask.ts';
import type { ApprovalFilterName } from './kinds.ts';
import { type ApprovalModel, approvalTypeAt, isInPart } from './model.ts';

export type ApprovalFilter = { readonly name: ApprovalFilterName; readonly value: string | null };

export const NO_APPROVAL_FILTER: ApprovalFilter = { name: 'all', value: null };

/** Rule 6.10; undefined keeps all. Rule 3.13. */
export function approvalFilterIndex(
  model: ApprovalModel,
  filter: ApprovalFilter,
  edits: RowEdits,
): RowMask | undefined {
  const keeps = predicateOf(model, filter, edits);
  return keeps && Uint8Array.from({ length: model.count }, (_, row) => Number(keeps(row)));
}

function predicateOf(
  model: ApprovalModel,
  { name, value }: ApprovalFilter,
  edits: RowEdits,
): ((row: number) => boolean) | undefined {
  const { columns } = model;
  const typeAt = (row: number) => approvalTypeAt(model, row, edits.get(columns.pzn[row] as string));
  if (isElasticityColumn(name)) return codePredicate(columns[name], value);
  if (isTextColumn(name)) return valuePredicate(model, name, value);
  switch (name) {
    case 'all':
      return undefined;
    case 'reason':
      return (row) => columns.checkReason[row] === value;
    case 'noReason':
      return (row) => !columns.checkReason[row];
    case 'topSeller':
      return (row) => (columns.units[row] ?? 0) >= TOP_SELLER_MIN_UNITS[model.kind];
    case 'permanent':
      return (row) => typeAt(row) === PRICE_TYPE.permanent;
    case 'own':
      return (row) => typeAt(row) === PRICE_TYPE.own;
    case 'exclusion':
      return (row) => typeAt(row) === PRICE_TYPE.exclusion;
    case 'approved':
      return (row) => isInPart(model, row);
    case 'edited':
      return (row) => edits.has(columns.pzn[row] as string);
    case 'byRule':
      return (row) => String(columns.draftRule[row]) === value && edits.has(columns.pzn[row] as string);
  }
}

export function distinctCheckReasons({ columns }: ApprovalModel): string[] {
  return [...new Set(columns.checkReason)].filter((reason): reason is string => Boolean(reason)).sort(compareGerman);
}
