import { OVERVIEW_PACKAGES } from '@portal/contracts';
import type { Item } from './pieces.ts';
import type { BoardPackage } from './show-pharmacy.ts';

/** Due actions run every few minutes; only one later than this is overdue. */
const GRACE_MS = 10 * 60_000;

/** The most urgent open packages, each as the JSON of rule 11.7's list. */
export function showOpenPackages(
  packages: readonly BoardPackage[],
  now: Date,
  limit = OVERVIEW_PACKAGES,
): readonly Item[] {
  const late = now.getTime() - GRACE_MS;
  return packages
    .slice(0, limit)
    .map(({ actsAt, inTime, overdue }) => (actsAt !== null && actsAt <= late ? overdue : inTime));
}
