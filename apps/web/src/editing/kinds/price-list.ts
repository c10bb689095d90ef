import {
  distinctChangeDays,
  editAt,
  editReviewOfPriceList,
  EXPERT_COLUMN_TOGGLES,
  filterIndex,
  isBlocked,
  offeredPriceListFilters,
  PRICE_LIST_SORT_KEYS,
  type PriceListModel,
  priceConcerns,
  priceListOutcomeAt,
  putEdit,
  putEdits,
  rebaseEdits,
  reviewPriceListInPieces,
  rowAt,
  type RowEdits,
  selectAll,
  selectAllCounter,
  priceListValues,
  sortPriceList,
  withAddedProducts,
} from '@portal/list-view';
import {
  canTickExclusion,
  canTickPermanent,
  resolveSave,
  withDays,
  withExclusion,
  withPermanent,
  withPrice,
} from '@portal/rules';
import type { Edits, Kind, RowRules } from '../kind/kind.ts';
import { priceListColumns, priceListConfirmColumns } from './price-list-columns.tsx';
import { secondValues } from './second-values.ts';
import type { PriceListTypes } from '../kind/types.ts';

/** No drafts, so nothing else is touched. */
export const entered = (edits: RowEdits): Edits => ({ edits, touched: new Set(edits.keys()) });

const RULES: RowRules<PriceListModel> = {
  inputs: editAt,
  isSetApart: isBlocked,
  isApproved: () => false,
  withPrice: (model, row, before, price) =>
    withPrice(rowAt(model, row), before, price, { blocked: isBlocked(model, row) }),
  withTick: (model, row, before, column, ticked) => {
    const tick = column === 'permanent' ? withPermanent : withExclusion;
    return tick(rowAt(model, row), before, ticked, { blocked: isBlocked(model, row) });
  },
  withDays: (model, row, before, days) => withDays(before, days, { blocked: isBlocked(model, row) }),
  canTick: (model, row, edit, column) => {
    const context = { blocked: isBlocked(model, row) };
    return column === 'permanent'
      ? canTickPermanent(edit, context)
      : canTickExclusion(rowAt(model, row), edit, context);
  },
  put: (model, { edits }, row, edit) => entered(putEdit(model, edits, row, edit)),
  putAll: (model, { edits }, changes) => entered(putEdits(model, edits, changes)),
  tickAll: (model, { edits }, rows, column, on) => entered(selectAll(model, edits, rows, column, on)),
  tickCounter: selectAllCounter,
  issue: (model, row, edit, rights) => {
    const result = resolveSave(rowAt(model, row), edit, rights);
    return result.ok ? undefined : result.issue;
  },
  concerns: priceConcerns,
  was: rowAt,
  becomes: priceListOutcomeAt,
  rebase: (model, _stored, changes, rights) => {
    const edits = [...changes].flatMap(([pzn, edit]) => (edit ? [[pzn, edit] as const] : []));
    const kept = rebaseEdits(model, edits, rights);
    return { ...entered(kept.edits), dropped: kept.dropped };
  },
  withAdded: withAddedProducts,
};

/** Rules 4.1 to 4.10. */
export const PRICE_LIST: Kind<PriceListTypes> = {
  name: 'priceList',
  opens: 'reading',
  confirms: 'save',
  confirmsRows: 'changed',
  rules: RULES,
  reviewing: {
    build: (model, _context, edits, options) => reviewPriceListInPieces(model, edits, options),
    update: editReviewOfPriceList,
    sourceOf: () => 'priceList',
  },
  setApartAs: 'blocked',
  firstView: {
    sort: { key: 'name', reversed: false },
    filter: { name: 'all', value: null },
    query: '',
    hideExclusions: true,
  },
  sortKeys: PRICE_LIST_SORT_KEYS,
  order: sortPriceList,
  values: priceListValues,
  keeps: (model, { filter, hideExclusions, review }, edits, editMode, arrivals) =>
    // exclusions that the filter hides are hidden from the search too (rule 4.4); of rows to review none is (rule 19.4)
    filterIndex(model, filter.name, filter.value, edits, {
      editMode,
      hideNegative: hideExclusions && !review,
      arrivals,
    }),
  filters: (_model, editing) => offeredPriceListFilters(editing).map((name) => ({ name, value: null })),
  secondValues: (model, filter, t) =>
    filter === 'lastChange'
      ? distinctChangeDays(model).map((day) => ({ value: day, label: day.split('-').reverse().join('.') }))
      : secondValues(model, filter, t),
  hidesExclusions: true,
  searchButton: false,
  toggles: EXPERT_COLUMN_TOGGLES,
  standard: new Set(['showNormsize', 'showSales', 'showUmfeldPreisAvg']),
  columns: (options) => priceListColumns(PRICE_LIST, options),
  confirmColumns: (options) => priceListConfirmColumns(PRICE_LIST, options),
};
