import { isSearchable, searchText } from './search.ts';

/** The sort keys of the pharmacy list in the order of rule 2.8. */
export const PHARMACY_SORT_KEYS = [
  'structure',
  'status',
  'name',
  'street',
  'city',
  'mdpCount',
  'qdpCount',
  'lzdCount',
] as const;
export type PharmacySortKey = (typeof PHARMACY_SORT_KEYS)[number];

/** The values of the field `active`; any other number means inactive (rule 2.11). */
export const PHARMACY_ACTIVE = { ordered: 0, active: 1, cancelled: 3 } as const;

/** 'Bestellt', 'Demo', 'Aktiv', 'Gekündigt', 'Inaktiv' (rule 2.11). */
export type PharmacyTag = 'ordered' | 'demo' | 'active' | 'cancelled' | 'inactive';

/** Tag of a pharmacy; access given before the contract runs makes an ordered pharmacy a demo. */
export function pharmacyTag(active: number, userAccessActivated: boolean): PharmacyTag {
  if (active === PHARMACY_ACTIVE.ordered) return userAccessActivated ? 'demo' : 'ordered';
  if (active === PHARMACY_ACTIVE.active) return 'active';
  return active === PHARMACY_ACTIVE.cancelled ? 'cancelled' : 'inactive';
}

/**
 * True for a pharmacy that mirrors a main pharmacy.
 * @param parentPharmacy apoId of the main pharmacy; null or 0 for none
 */
export function isMirror(parentPharmacy: number | null | undefined): boolean {
  return parentPharmacy != null && parentPharmacy > 0;
}

export type SearchablePharmacy = {
  readonly apoId: number | string;
  readonly name: string;
  readonly city: string;
};

/**
 * Search of the pharmacy list: ApoID, name or city contain the query. A query too short to search with matches all.
 * @returns says of a pharmacy whether it matches
 */
export function pharmacySearch(query: string): (pharmacy: SearchablePharmacy) => boolean {
  if (!isSearchable(query)) return () => true;
  const needle = searchText(query.trim());
  return ({ apoId, name, city }) =>
    String(apoId).includes(needle) || searchText(name).includes(needle) || searchText(city).includes(needle);
}
