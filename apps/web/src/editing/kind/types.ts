import type {
  ApprovalColumnToggle,
  ApprovalFilterName,
  ApprovalModel,
  ApprovalSortKey,
  ExpertColumnToggle,
  PriceListFilter,
  PriceListModel,
  PriceListSortKey,
} from '@portal/list-view';

export type PriceListTypes = {
  readonly model: PriceListModel;
  readonly filter: PriceListFilter;
  readonly sort: PriceListSortKey;
  readonly toggle: ExpertColumnToggle;
};

export type PackageTypes = {
  readonly model: ApprovalModel;
  readonly filter: ApprovalFilterName;
  readonly sort: ApprovalSortKey;
  readonly toggle: ApprovalColumnToggle;
};
