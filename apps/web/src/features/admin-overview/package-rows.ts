import type { OpenPackage } from '@portal/contracts';
import { compareGerman } from '@portal/list-view';
import {
  type FlagKind,
  hasApprovalFlag,
  isTonight,
  nightOf,
  pharmacySearch,
  PRODUCT_GROUPS,
  type ProductGroup,
  UPDATE_KINDS,
  type UpdateKind,
} from '@portal/rules';

export const PACKAGE_SORT_KEYS = ['kind', 'productGroup', 'pharmacy', 'itemCount', 'createdAt', 'deadline'] as const;
export type PackageSortKey = (typeof PACKAGE_SORT_KEYS)[number];

/** What an open package waits for. */
export const PACKAGE_STATES = [
  'all',
  'overdue',
  'tonight',
  'scheduled',
  'manual',
  'doubted',
  'locked',
  'cancelled',
] as const;
export type PackageState = (typeof PACKAGE_STATES)[number];

export type PackageFilter = {
  readonly kind: UpdateKind | 'all';
  readonly group: ProductGroup | 'all';
  readonly state: PackageState;
  /** A night as `nightOf` names it, '' for all. */
  readonly night: string;
  readonly query: string;
};

export const NO_FILTER: PackageFilter = { kind: 'all', group: 'all', state: 'all', night: '', query: '' };

/** Instants of the wire sort as text. */
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const COMPARE: Record<PackageSortKey, (a: OpenPackage, b: OpenPackage) => number> = {
  kind: (a, b) => UPDATE_KINDS.indexOf(a.kind) - UPDATE_KINDS.indexOf(b.kind),
  productGroup: (a, b) => PRODUCT_GROUPS.indexOf(a.productGroup) - PRODUCT_GROUPS.indexOf(b.productGroup),
  pharmacy: (a, b) => compareGerman(a.pharmacy, b.pharmacy),
  itemCount: (a, b) => a.itemCount - b.itemCount,
  createdAt: (a, b) => byText(a.createdAt, b.createdAt),
  deadline: (a, b) => byText(dueAt(a) ?? '', dueAt(b) ?? ''),
};

/** When the clock really acts: never for a cancelled pharmacy (rule 11.7). */
function dueAt({ deadline, cancelled }: OpenPackage): string | null {
  return cancelled ? null : (deadline?.at ?? null);
}

/** Without an automatic action last in both directions, ties by id. */
export function sortPackages(
  packages: readonly OpenPackage[],
  { key, reversed }: { key: PackageSortKey; reversed: boolean },
): OpenPackage[] {
  const sign = reversed ? -1 : 1;
  return [...packages].sort((a, b) => {
    if (key === 'deadline') {
      const missing = Number(dueAt(a) === null) - Number(dueAt(b) === null);
      if (missing !== 0) return missing;
    }
    return sign * COMPARE[key](a, b) || a.id - b.id;
  });
}

/** How many packages there are of each kind. */
export function countKinds(packages: readonly OpenPackage[]): Record<UpdateKind, number> {
  const counts = { MDP: 0, QDP: 0, LZD: 0 };
  for (const { kind } of packages) counts[kind] += 1;
  return counts;
}

/** `kind`: of the first package, in whose words the night is named. */
export type Night = { readonly night: string; readonly kind: FlagKind; readonly at: Date; readonly count: number };

/** Rule 15.7. */
export function countNights(packages: readonly OpenPackage[]): Night[] {
  const nights = new Map<string, Night>();
  for (const one of packages) {
    const due = dueAt(one);
    const { kind } = one;
    if (due === null || !hasApprovalFlag(kind)) continue;
    const at = new Date(due);
    const night = nightOf(at);
    const known = nights.get(night) ?? { night, kind, at, count: 0 };
    nights.set(night, { ...known, count: known.count + 1 });
  }
  return [...nights.values()].sort((a, b) => byText(a.night, b.night));
}

/** @param now of the overview */
export function filterPackages(packages: readonly OpenPackage[], filter: PackageFilter, now: Date): OpenPackage[] {
  const isFound = pharmacySearch(filter.query);
  return packages.filter(
    (one) =>
      (filter.kind === 'all' || one.kind === filter.kind) &&
      (filter.group === 'all' || one.productGroup === filter.group) &&
      isIn(one, filter.state, now) &&
      (filter.night === '' || nightOfPackage(one) === filter.night) &&
      isFound({ apoId: one.apoId, name: one.pharmacy, city: one.city }),
  );
}

function nightOfPackage(one: OpenPackage): string | null {
  const due = dueAt(one);
  return due === null ? null : nightOf(new Date(due));
}

function isIn(one: OpenPackage, state: PackageState, now: Date): boolean {
  const due = dueAt(one);
  switch (state) {
    case 'all':
      return true;
    case 'overdue':
      return one.overdue;
    case 'scheduled':
      return due !== null;
    case 'tonight':
      return due !== null && isTonight(new Date(due), now);
    case 'manual':
      return due === null && !one.cancelled;
    case 'doubted':
      return one.doubted;
    case 'locked':
      return one.locked;
    case 'cancelled':
      return one.cancelled;
  }
}
