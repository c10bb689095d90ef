import type { UpdateKind } from '@portal/rules';
import { type ApprovalFilter, NO_APPROVAL_FILTER } from './filter.ts';
import { APPROVAL_FILTERS, APPROVAL_SORT_KEYS, type ApprovalSortKey } from './kinds.ts';
import { type ApprovalSort, FIRST_APPROVAL_SORT } from './sort.ts';

/** Longer ones are not stored. */
export const VIEW_SETTING_MAX_LENGTH = 200;

/** Former names in stored settings. */
const STORED_KEYS: Partial<Record<ApprovalSortKey, string>> = {
  calculatedPrice: 'truePrice',
  formerCalculatedPrice: 'truePriceOld',
};
const storedKey = (key: ApprovalSortKey) => STORED_KEYS[key] ?? key;

export function formatSortSetting({ key, reversed }: ApprovalSort): string {
  return reversed ? `${storedKey(key)} desc` : storedKey(key);
}

export function parseSortSetting(kind: UpdateKind, setting: string | null): ApprovalSort {
  const [name, direction] = (setting ?? '').split(' ');
  const key = APPROVAL_SORT_KEYS[kind].find((each) => storedKey(each) === name);
  return key ? { key, reversed: direction === 'desc' } : FIRST_APPROVAL_SORT;
}

export function formatFilterSetting({ name, value }: ApprovalFilter): string | null {
  if (name === 'all') return null;
  const setting = value === null ? name : `${name}:${value}`;
  return setting.length <= VIEW_SETTING_MAX_LENGTH ? setting : null;
}

export function parseFilterSetting(kind: UpdateKind, setting: string | null): ApprovalFilter {
  const text = setting ?? '';
  const colon = text.indexOf(':');
  const name = APPROVAL_FILTERS[kind].find((each) => each === (colon < 0 ? text : text.slice(0, colon)));
  const value = colon < 0 ? null : text.slice(colon + 1);
  if (!name || ((name === 'reason' || name === 'byRule') && value === null)) return NO_APPROVAL_FILTER;
  return { name, value };
}
