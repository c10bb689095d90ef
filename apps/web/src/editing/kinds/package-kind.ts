import {
  APPROVAL_COLUMN_TOGGLES,
  APPROVAL_FILTERS,
  APPROVAL_SORT_KEYS,
  approvalFilterIndex,
  approvalInputsAt,
  type ApprovalModel,
  approvalOutcomeAt,
  approvalRowAt,
  approvalValues,
  approvalStateBefore,
  distinctCheckReasons,
  editReviewOfUpdate,
  figureSource,
  FIRST_APPROVAL_SORT,
  isApprovalLocked,
  isInPart,
  isSettled,
  NO_APPROVAL_FILTER,
  putApprovalEdit,
  putApprovalEdits,
  rebaseApprovalEdits,
  reviewUpdateInPieces,
  selectAllApproval,
  selectAllApprovalCounter,
  sortApproval,
} from '@portal/list-view';
import {
  approvalEditIssue,
  canTickApprovalExclusion,
  canTickApprovalPermanent,
  editConcerns,
  standingRuleName,
  withApprovalExclusion,
  withApprovalPermanent,
  withApprovalPrice,
  vatPercentOf,
} from '@portal/rules';
import type { FilterOption, Kind, Reviewing, RowRules } from '../kind/kind.ts';
import { type PackageData, packageColumns, packageConfirmColumns } from './package-columns.tsx';
import { secondValues } from './second-values.ts';
import type { PackageTypes } from '../kind/types.ts';

const locked = (model: ApprovalModel, row: number) => ({ locked: isApprovalLocked(model, row) });

const RULES: RowRules<ApprovalModel> = {
  inputs: approvalInputsAt,
  isSetApart: isSettled,
  isApproved: isInPart,
  withPrice: (model, row, before, price) =>
    withApprovalPrice(approvalRowAt(model, row), before, price, locked(model, row)),
  withTick: (model, row, before, column, ticked) => {
    const tick = column === 'permanent' ? withApprovalPermanent : withApprovalExclusion;
    return tick(approvalRowAt(model, row), before, ticked, locked(model, row));
  },
  canTick: (model, row, edit, column) =>
    column === 'permanent'
      ? canTickApprovalPermanent(edit, locked(model, row))
      : canTickApprovalExclusion(approvalRowAt(model, row), edit, locked(model, row)),
  put: putApprovalEdit,
  putAll: putApprovalEdits,
  tickAll: selectAllApproval,
  tickCounter: selectAllApprovalCounter,
  issue: (model, row, edit) => approvalEditIssue(approvalRowAt(model, row), edit),
  concerns: ({ columns }, row, edit) => {
    const expected = columns.calculatedPrice[row] ?? columns.avp[row] ?? null;
    const vatPercent = vatPercentOf(columns.vatPercent[row]);
    return editConcerns(edit, { expected, purchase: columns.aep[row] ?? null, vatPercent });
  },
  was: approvalStateBefore,
  becomes: approvalOutcomeAt,
  rebase: rebaseApprovalEdits,
  withAdded: (model) => model,
};

const REVIEWING: Reviewing<ApprovalModel> = {
  build: reviewUpdateInPieces,
  update: editReviewOfUpdate,
  sourceOf: figureSource,
};

/** Rules 6.7 to 6.13. */
export function packageKind(data: PackageData): Kind<PackageTypes> {
  const { name, confirmsRows } = data;
  const head = { name, rules: RULES, reviewing: REVIEWING, sortKeys: APPROVAL_SORT_KEYS[name] };
  return {
    ...head,
    opens: 'editing',
    confirms: 'approve',
    confirmsRows,
    setApartAs: 'inactive',
    firstView: { sort: FIRST_APPROVAL_SORT, filter: NO_APPROVAL_FILTER, query: '', hideExclusions: false },
    order: sortApproval,
    values: approvalValues,
    keeps: (model, { filter }, edits) => approvalFilterIndex(model, filter, edits),
    filters: (model, editing) =>
      APPROVAL_FILTERS[name].flatMap((filter): FilterOption<PackageTypes>[] => {
        // every check reason is a filter of its own
        if (filter === 'reason') {
          return distinctCheckReasons(model).map((reason) => ({ name: filter, value: reason, label: reason }));
        }
        if (filter === 'byRule') {
          return model.rules.map(({ id, name: rule }) => ({
            name: filter,
            value: String(id),
            label: standingRuleName(rule),
          }));
        }
        // nothing is edited in what is approved
        if (filter === 'edited' && !editing) return [];
        if (filter === 'approved' && model.columns.part.every((part) => part === null)) return [];
        return [{ name: filter, value: null }];
      }),
    secondValues,
    hidesExclusions: false,
    searchButton: true,
    toggles: data.hasExpertMode ? APPROVAL_COLUMN_TOGGLES : [],
    standard: new Set(['showSales', 'showRavp', 'showRavpRegional']),
    columns: (options) => packageColumns(head, data, options),
    confirmColumns: (options) => packageConfirmColumns(head, data, options),
  };
}
