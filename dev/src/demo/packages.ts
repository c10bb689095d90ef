import type { ProductGroup, UpdateKind } from '@portal/rules';
import { berlinDate, berlinInstant, monthlyDeadline, quarterlyDeadline } from './calendar.ts';
import type { DemoPackageItem } from './package-items.ts';

/** A row of the table price_update with its items. Its id is given when all packages are known. */
export interface DemoPackage {
  id: number;
  kind: UpdateKind;
  apoId: number;
  group: ProductGroup;
  /** 0 open, 1 approved, -1 deleted */
  status: number;
  createdAt: Date;
  updatedAt: Date;
  autoActionAt: Date | null;
  autoAction: 'approve' | 'delete' | null;
  approver: string | null;
  approvedAt: Date | null;
  closedReason: string | null;
  readyForApproval: boolean;
  resetChoice: number | null;
  items: DemoPackageItem[];
}

/** A group's approval modes (Specification 4). */
export interface DemoFlags {
  flag: number;
  qdpFlag: number;
}

type PackageHead = Pick<DemoPackage, 'kind' | 'apoId' | 'group' | 'items'>;

function createPackage(head: PackageHead, createdAt: Date): DemoPackage {
  return {
    ...head,
    id: 0,
    status: 0,
    createdAt,
    updatedAt: createdAt,
    autoActionAt: null,
    autoAction: null,
    approver: null,
    approvedAt: null,
    closedReason: null,
    readyForApproval: true,
    resetChoice: null,
  };
}

/** An open MDP or QDP that arrived at most `days` days ago; its deadline follows from the group's flags and lies after `now`. */
export function openPackage(head: PackageHead, flags: DemoFlags, now: Date, days: number): DemoPackage {
  for (let back = days; ; back -= 1) {
    const createdAt = arrival(now, back);
    const clock = head.kind === 'MDP' ? monthlyClock(createdAt, flags.flag) : quarterlyClock(createdAt, flags.qdpFlag);
    if (back > 0 && clock.autoActionAt && clock.autoActionAt <= now) continue;
    return { ...createPackage(head, createdAt), ...clock };
  }
}

/** An open first calculation (choice 0) or recalculation (choice 1); it knows no deadline. */
export function openCalculation(
  head: Omit<PackageHead, 'kind'>,
  now: Date,
  { released, resetChoice, days }: { released: boolean; resetChoice: 0 | 1; days: number },
): DemoPackage {
  const created = createPackage({ ...head, kind: 'LZD' }, arrival(now, days));
  return { ...created, readyForApproval: released, resetChoice };
}

/** A package approved at an instant; it arrived in the night before. */
export function approvedPackage(head: PackageHead, approvedAt: Date, approver: string): DemoPackage {
  const createdAt = berlinInstant(berlinDate(approvedAt), 3, 30);
  const resetChoice = head.kind === 'LZD' ? 0 : null;
  return { ...createPackage(head, createdAt), status: 1, updatedAt: approvedAt, approver, approvedAt, resetChoice };
}

/** A package deleted by staff on the day after its arrival. */
export function deletedPackage(head: PackageHead, createdAt: Date, deletedBy: string): DemoPackage {
  const updatedAt = berlinInstant(berlinDate(createdAt, 1), 11, 20);
  return { ...createPackage(head, createdAt), status: -1, updatedAt, closedReason: `gelöscht von ${deletedBy}` };
}

function arrival(now: Date, daysAgo: number): Date {
  return new Date(Math.min(berlinInstant(berlinDate(now, -daysAgo), 5, 30).getTime(), now.getTime()));
}

type Clock = Pick<DemoPackage, 'autoActionAt' | 'autoAction'>;
const NO_CLOCK: Clock = { autoActionAt: null, autoAction: null };

function monthlyClock(createdAt: Date, flag: number): Clock {
  return flag === 0 ? { autoActionAt: monthlyDeadline(createdAt), autoAction: 'approve' } : NO_CLOCK;
}

function quarterlyClock(createdAt: Date, qdpFlag: number): Clock {
  if (qdpFlag === 0) return { autoActionAt: quarterlyDeadline(createdAt, 23), autoAction: 'delete' };
  return qdpFlag === 1 ? { autoActionAt: quarterlyDeadline(createdAt, 22), autoAction: 'approve' } : NO_CLOCK;
}
