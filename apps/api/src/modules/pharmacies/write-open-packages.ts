import { OVERVIEW_PACKAGES } from '@portal/contracts';
import type { BoardPackage } from './staff-board.ts';

/** Due actions run every few minutes; only one later than this is overdue. */
const GRACE_MS = 10 * 60_000;

/** The most urgent open packages as the JSON of rule 11.7's list. */
export function writeOpenPackages(packages: readonly BoardPackage[], now: Date, limit = OVERVIEW_PACKAGES): string {
  const late = now.getTime() - GRACE_MS;
  const isOverdue = ({ actsAt }: BoardPackage) => actsAt !== null && actsAt <= late;
  const rows = packages.slice(0, limit).map((one) => `${one.text},"overdue":${isOverdue(one)}}`);
  return `[${rows.join()}]`;
}
