import { OVERVIEW_PACKAGES } from '@portal/contracts';
import type { Item } from './pieces.ts';
import type { BoardPackage } from './show-pharmacy.ts';

/** Milliseconds. */
const GRACE_MS = 10 * 60_000;

/** Rule 11.7. */
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
