import type { PharmacyListEntry } from '@portal/contracts';
import type { ListRow } from './list-rows.ts';

/** All pharmacies, mirrors included. */
export function countPharmacies(entries: readonly PharmacyListEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + entry.pharmacies.length, 0);
}

/** Not main pharmacies shown only for a mirror. */
export function countFound(rows: readonly ListRow[]): number {
  return rows.reduce((sum, { found }) => sum + found, 0);
}
