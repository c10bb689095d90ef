import type { Pharmacy, PharmacyListEntry } from '@portal/contracts';
import { compareGerman } from '@portal/list-view';
import {
  berlinMidnight,
  berlinParts,
  kindsWith,
  pharmacySearch,
  type PharmacySortKey,
  type PharmacyTag,
  pharmacyTag,
  UPDATE_KINDS,
  type UpdateKind,
} from '@portal/rules';

/** A line of the list: a pharmacy, or below its main pharmacy a mirror. */
export type ListRow = {
  readonly pharmacy: Pharmacy;
  readonly level: 0 | 1;
  readonly mirrorCount: number;
  readonly expanded: boolean;
  /** A mirror was found. */
  readonly openedBySearch: boolean;
  /** Shown or not; 0 on a mirror's line. */
  readonly found: number;
};

export type ListView = {
  readonly query: string;
  readonly status: StatusFilter;
  readonly work: WorkFilter;
  readonly wait: WaitFilter;
  readonly now: Date;
  readonly sortKey: PharmacySortKey;
  readonly reverse: boolean;
  /** apoIds whose mirrors the user has opened */
  readonly expanded: ReadonlySet<number>;
};

export type StatusFilter = PharmacyTag | 'all';
/** `locked`: an unreleased LZD. */
export const WORK_FILTERS = ['all', 'any', ...UPDATE_KINDS, 'locked'] as const;
export type WorkFilter = (typeof WORK_FILTERS)[number];
/** More than so many days since the oldest open package arrived. */
export const WAIT_FILTERS = ['all', '2', '5', '10'] as const;
export type WaitFilter = (typeof WAIT_FILTERS)[number];

/** In the order of the list when it is sorted by status. */
export const TAG_ORDER = ['active', 'demo', 'ordered', 'cancelled', 'inactive'] as const;

/** Rule 2.8; 'structure': most mirrors first. */
const SORTED_BY: Record<PharmacySortKey, (entry: PharmacyListEntry) => string | number | null> = {
  structure: (entry) => -entry.pharmacies.length,
  status: (entry) => TAG_ORDER.indexOf(pharmacyTag(entry.active, entry.userAccessActivated)),
  name: (entry) => entry.name,
  street: (entry) => entry.street,
  city: (entry) => `${entry.city} ${entry.zipcode}`,
  mdpCount: (entry) => entry.mdpCount,
  qdpCount: (entry) => entry.qdpCount,
  lzdCount: (entry) => entry.lzdCount,
  waiting: waitingSince,
  deadline: (entry) => entry.nextDeadline?.at ?? null,
};

/** When the oldest open package arrived. */
export function waitingSince({ mdpSince, qdpSince, lzdSince }: Pharmacy): string | null {
  const [oldest = null] = [mdpSince, qdpSince, lzdSince].filter((since) => since !== null).sort();
  return oldest;
}

function compareValues(a: string | number, b: string | number): number {
  return typeof a === 'string' ? compareGerman(a, b as string) : a - (b as number);
}

/** Without a value last in both directions; ties by name. */
export function sortEntries(
  entries: readonly PharmacyListEntry[],
  sortKey: PharmacySortKey,
  reverse: boolean,
): PharmacyListEntry[] {
  const sign = reverse ? -1 : 1;
  // Each value is read once, not at each comparison.
  return entries
    .map((entry) => ({ entry, value: SORTED_BY[sortKey](entry) }))
    .sort(
      (a, b) =>
        compareOrEmpty(a.value, b.value, sign) ||
        compareGerman(a.entry.name, b.entry.name) ||
        a.entry.apoId - b.entry.apoId,
    )
    .map(({ entry }) => entry);
}

function compareOrEmpty(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * compareValues(a, b);
}

/** A main pharmacy stays when a mirror matches, and is expanded. */
export function listRows(
  sorted: readonly PharmacyListEntry[],
  { query, status, work, wait, now, expanded }: Omit<ListView, 'sortKey' | 'reverse'>,
): ListRow[] {
  const isFound = pharmacySearch(query);
  const before = wait === 'all' ? '' : firstMoment(Number(wait), now);
  const isWanted = (one: Pharmacy) =>
    isFound(one) &&
    (status === 'all' || pharmacyTag(one.active, one.userAccessActivated) === status) &&
    hasWork(one, work) &&
    (wait === 'all' || waitsSince(one, work, (since) => since < before));
  return sorted.flatMap((entry) => {
    const { pharmacies: mirrors, ...pharmacy } = entry;
    const matches = isWanted(pharmacy);
    const found = Number(matches) + mirrors.filter(isWanted).length;
    if (found === 0) return [];
    const open = expanded.has(entry.apoId) || !matches;
    const row = (shown: Pharmacy, level: 0 | 1): ListRow => ({
      pharmacy: shown,
      level,
      mirrorCount: level === 0 ? mirrors.length : 0,
      expanded: level === 0 && mirrors.length > 0 && open,
      openedBySearch: level === 0 && !matches,
      found: level === 0 ? found : 0,
    });
    return [row(pharmacy, 0), ...(open ? mirrors.map((mirror) => row(mirror, 1)) : [])];
  });
}

/** The open packages of a kind and when the oldest of them arrived. */
const OPEN_WORK: Record<UpdateKind, (pharmacy: Pharmacy) => { count: number; since: string | null }> = {
  MDP: ({ mdpCount: count, mdpSince: since }) => ({ count, since }),
  QDP: ({ qdpCount: count, qdpSince: since }) => ({ count, since }),
  LZD: ({ lzdCount: count, lzdSince: since }) => ({ count, since }),
};

/** The kinds that a filter is about. */
function kindsOf(work: WorkFilter): readonly UpdateKind[] {
  if (work === 'all' || work === 'any') return UPDATE_KINDS;
  return work === 'locked' ? kindsWith('needsRelease') : [work];
}

function hasWork(pharmacy: Pharmacy, work: WorkFilter): boolean {
  if (work === 'all') return true;
  if (work === 'locked') return pharmacy.lzdCount > pharmacy.lzdActiveCount;
  return kindsOf(work).some((kind) => OPEN_WORK[kind](pharmacy).count > 0);
}

/** As text of the wire, which sorts by time. */
function firstMoment(days: number, now: Date): string {
  const { year, month, day } = berlinParts(now);
  return berlinMidnight(year, month, day - days).toISOString();
}

function waitsSince(pharmacy: Pharmacy, work: WorkFilter, isAskedFor: (since: string) => boolean): boolean {
  return kindsOf(work).some((kind) => {
    const { since } = OPEN_WORK[kind](pharmacy);
    return since !== null && isAskedFor(since);
  });
}
