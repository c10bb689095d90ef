import { isSearchable, searchText } from './search.ts';

/** Rule 2.8. */
export const PHARMACY_SORT_KEYS = [
  'structure',
  'status',
  'name',
  'street',
  'city',
  'mdpCount',
  'qdpCount',
  'lzdCount',
  'waiting',
  'deadline',
] as const;
export type PharmacySortKey = (typeof PHARMACY_SORT_KEYS)[number];

/** Any other number: inactive (rule 2.11). */
export const PHARMACY_ACTIVE = { ordered: 0, active: 1, cancelled: 3 } as const;

export type PharmacyTag = 'ordered' | 'demo' | 'active' | 'cancelled' | 'inactive';

/** Access before the contract runs makes a demo. */
export function pharmacyTag(active: number, userAccessActivated: boolean): PharmacyTag {
  if (active === PHARMACY_ACTIVE.ordered) return userAccessActivated ? 'demo' : 'ordered';
  if (active === PHARMACY_ACTIVE.active) return 'active';
  return active === PHARMACY_ACTIVE.cancelled ? 'cancelled' : 'inactive';
}

export type SearchablePharmacy = {
  readonly apoId: number | string;
  readonly name: string;
  readonly city: string;
};

/** ApoID, name or city contain the query; a short query matches all. */
export function pharmacySearch(query: string): (pharmacy: SearchablePharmacy) => boolean {
  if (!isSearchable(query)) return () => true;
  const needle = searchText(query.trim());
  return ({ apoId, name, city }) =>
    String(apoId).includes(needle) || searchText(name).includes(needle) || searchText(city).includes(needle);
}
