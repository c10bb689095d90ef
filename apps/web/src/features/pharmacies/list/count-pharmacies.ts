import type { PharmacyListEntry } from '@portal/contracts';

/** All pharmacies, mirrors included. */
export function countPharmacies(entries: readonly PharmacyListEntry[]): number {
  return entries.reduce((sum, entry) => sum + 1 + entry.pharmacies.length, 0);
}
