import { type ApprovalFlag, autoActionFor, type ProductGroup, type UpdateKind } from '@portal/rules';
import { berlinDay, berlinMoment } from './calendar.ts';
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
  approvedListVersion: number | null;
  closedReason: string | null;
  readyForApproval: boolean;
  resetChoice: number | null;
  items: DemoPackageItem[];
}

/** A group's approval modes (rule 12.1). */
export interface DemoFlags {
  flag: ApprovalFlag;
  qdpFlag: ApprovalFlag;
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
    approvedListVersion: null,
    closedReason: null,
    readyForApproval: true,
    resetChoice: null,
  };
}

/** An open MDP or QDP that arrived at most `days` days ago; its deadline follows from the group's flags and lies after `now`. */
export function openPackage(head: PackageHead, flags: DemoFlags, now: Date, days: number): DemoPackage {
  for (let back = days; ; back -= 1) {
    const createdAt = arrival(now, back);
    const flag = head.kind === 'MDP' ? flags.flag : flags.qdpFlag;
    const { at, action } = autoActionFor(head.kind, flag, { arrivedAt: createdAt });
    if (back > 0 && at && at <= now) continue;
    return { ...createPackage(head, createdAt), autoActionAt: at, autoAction: action };
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

type DemoApproval = { readonly at: Date; readonly approver: string; readonly listVersion: number };

/** A package approved at an instant; it arrived in the night before. */
export function approvedPackage(head: PackageHead, { at, approver, listVersion }: DemoApproval): DemoPackage {
  const createdAt = berlinMoment(berlinDay(at), 3, 30);
  const resetChoice = head.kind === 'LZD' ? 0 : null;
  const approved = { status: 1, updatedAt: at, approver, approvedAt: at, approvedListVersion: listVersion };
  return { ...createPackage(head, createdAt), ...approved, resetChoice };
}

/** A package deleted by staff on the day after its arrival. */
export function deletedPackage(head: PackageHead, createdAt: Date, deletedBy: string): DemoPackage {
  const updatedAt = berlinMoment(berlinDay(createdAt, 1), 11, 20);
  return { ...createPackage(head, createdAt), status: -1, updatedAt, closedReason: `gelöscht von ${deletedBy}` };
}

function arrival(now: Date, daysAgo: number): Date {
  return new Date(Math.min(berlinMoment(berlinDay(now, -daysAgo), 5, 30).getTime(), now.getTime()));
}
