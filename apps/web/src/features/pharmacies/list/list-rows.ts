import type { Pharmacy, PharmacyListEntry } from '@portal/contracts';
import {
  berlinDaysBetween,
  isSearchable,
  matchesPharmacySearch,
  type PharmacySortKey,
  type PharmacyTag,
  pharmacyTag,
} from '@portal/rules';

/** A line of the list: a pharmacy, or below its main pharmacy a mirror. */
export type ListRow = {
  readonly pharmacy: Pharmacy;
  readonly level: 0 | 1;
  readonly mirrorCount: number;
  readonly expanded: boolean;
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
/** Open packages of any kind, or of one; `locked` an LZD that is not released. */
export const WORK_FILTERS = ['all', 'any', 'MDP', 'QDP', 'LZD', 'locked'] as const;
export type WorkFilter = (typeof WORK_FILTERS)[number];
/** More than so many days since the oldest open package arrived. */
export const WAIT_FILTERS = ['all', '2', '5', '10'] as const;
export type WaitFilter = (typeof WAIT_FILTERS)[number];

const german = new Intl.Collator('de');
/** In the order of the list when it is sorted by status. */
export const TAG_ORDER = ['active', 'demo', 'ordered', 'cancelled', 'inactive'] as const;

const byText = (read: (entry: PharmacyListEntry) => string) => (a: PharmacyListEntry, b: PharmacyListEntry) =>
  german.compare(read(a), read(b));
const byNumber = (read: (entry: PharmacyListEntry) => number) => (a: PharmacyListEntry, b: PharmacyListEntry) =>
  read(a) - read(b);

/** The sort keys of rule 2.8; 'structure' puts pharmacies with the most mirrors first. */
const COMPARE: Record<PharmacySortKey, (a: PharmacyListEntry, b: PharmacyListEntry) => number> = {
  structure: byNumber((entry) => -entry.pharmacies.length),
  status: byNumber((entry) => TAG_ORDER.indexOf(pharmacyTag(entry.active, entry.userAccessActivated))),
  name: byText((entry) => entry.name),
  street: byText((entry) => entry.street),
  city: byText((entry) => `${entry.city} ${entry.zipcode}`),
  mdpCount: byNumber((entry) => entry.mdpCount),
  qdpCount: byNumber((entry) => entry.qdpCount),
  lzdCount: byNumber((entry) => entry.lzdCount),
};

/** All pharmacies, mirrors included. */
export function countPharmacies(entries: readonly PharmacyListEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + entry.pharmacies.length, 0);
}

/** The entries in the order of a sort key; ties by ApoID, whichever the direction. */
export function sortEntries(
  entries: readonly PharmacyListEntry[],
  sortKey: PharmacySortKey,
  reverse: boolean,
): PharmacyListEntry[] {
  const compare = COMPARE[sortKey];
  const sign = reverse ? -1 : 1;
  return [...entries].sort((a, b) => sign * compare(a, b) || a.apoId - b.apoId);
}

/**
 * The lines to show. Search and filters keep a main pharmacy when it or one of its mirrors matches all of them, and open it when only
 * a mirror does, so that the match is seen.
 */
export function listRows(
  sorted: readonly PharmacyListEntry[],
  { query, status, work, wait, now, expanded }: Omit<ListView, 'sortKey' | 'reverse'>,
): ListRow[] {
  const searching = isSearchable(query);
  const isWanted = (one: Pharmacy) =>
    (!searching || matchesPharmacySearch(one, query)) &&
    (status === 'all' || pharmacyTag(one.active, one.userAccessActivated) === status) &&
    hasWork(one, work) &&
    (wait === 'all' || daysWaiting(one, work, now) > Number(wait));
  return sorted.flatMap((entry) => {
    const { pharmacies: mirrors, ...pharmacy } = entry;
    const matches = isWanted(pharmacy);
    if (!matches && !mirrors.some(isWanted)) return [];
    const open = mirrors.length > 0 && (expanded.has(entry.apoId) || !matches);
    const row = (shown: Pharmacy, level: 0 | 1): ListRow => ({
      pharmacy: shown,
      level,
      mirrorCount: level === 0 ? mirrors.length : 0,
      expanded: level === 0 && open,
    });
    return [row(pharmacy, 0), ...(open ? mirrors.map((mirror) => row(mirror, 1)) : [])];
  });
}

function hasWork({ mdpCount, qdpCount, lzdCount, lzdActiveCount }: Pharmacy, work: WorkFilter): boolean {
  switch (work) {
    case 'all':
      return true;
    case 'any':
      return mdpCount + qdpCount + lzdCount > 0;
    case 'MDP':
      return mdpCount > 0;
    case 'QDP':
      return qdpCount > 0;
    case 'LZD':
      return lzdCount > 0;
    case 'locked':
      return lzdCount > lzdActiveCount;
  }
}

/** Calendar days since the oldest open package of that work arrived; -1 where there is none. */
function daysWaiting({ mdpSince, qdpSince, lzdSince }: Pharmacy, work: WorkFilter, now: Date): number {
  const kinds = { all: [mdpSince, qdpSince, lzdSince], any: [mdpSince, qdpSince, lzdSince], locked: [lzdSince] };
  const since = { ...kinds, MDP: [mdpSince], QDP: [qdpSince], LZD: [lzdSince] }[work];
  return Math.max(-1, ...since.map((at) => (at === null ? -1 : berlinDaysBetween(new Date(at), now))));
}
