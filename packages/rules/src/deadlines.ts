import { addBerlinDays, berlinDaysBetween, berlinMidnight, berlinParts } from './berlin-time.ts';
import type { UpdateKind } from './price-types.ts';

/** Monthly (`flag`) and quarterly (`qdpFlag`) approval modes (Specification 4). */
export const APPROVAL_FLAGS = [0, 1, 2] as const;
export type ApprovalFlag = (typeof APPROVAL_FLAGS)[number];

/** Days the pharmacist has before a monthly update is confirmed for him (Specification 9). */
export const MONTHLY_DAYS = 5;
/** On the 22nd quarterly products are confirmed, on the 23rd deleted, depending on the flag (Specification 9). */
export const QUARTERLY_DAY = { approve: 22, delete: 23 } as const;
export type QuarterlyDay = (typeof QUARTERLY_DAY)[keyof typeof QUARTERLY_DAY];
/** A quarterly deadline counts after a reopening only when it leaves this many days. */
export const REOPENING_MIN_DAYS = 5;

/** The end of the fifth calendar day after creation, which is the midnight that follows it in Berlin. */
export function monthlyDeadline(createdAt: Date): Date {
  const { year, month, day } = berlinParts(createdAt);
  return berlinMidnight(year, month, day + MONTHLY_DAYS + 1);
}

/** 00:00 in Berlin of the first such day of a month that lies strictly after the day of `from`. */
export function quarterlyDeadline(from: Date, dayOfMonth: QuarterlyDay): Date {
  const { year, month, day } = berlinParts(from);
  return berlinMidnight(year, day < dayOfMonth ? month : month + 1, dayOfMonth);
}

/** The quarterly deadline after a reopening: the first that lies at least five calendar days ahead. */
export function quarterlyDeadlineAfterReopening(reopenedAt: Date, dayOfMonth: QuarterlyDay): Date {
  const next = quarterlyDeadline(reopenedAt, dayOfMonth);
  return berlinDaysBetween(reopenedAt, next) >= REOPENING_MIN_DAYS ? next : quarterlyDeadline(next, dayOfMonth);
}

/** LZD uploads are blocked from the 26th to the 4th of the next month, both included, in Berlin (Specification 9). */
export function isLzdUploadBlocked(instant: Date): boolean {
  const { day } = berlinParts(instant);
  return day >= 26 || day <= 4;
}

/** The moments of a package that its deadline counts from. */
export type PackageTimes = {
  readonly arrivedAt: Date;
  readonly reopenedAt?: Date | null | undefined;
  /** set when the deadline is computed because the flag was changed, at that moment */
  readonly flagChangedAt?: Date | null | undefined;
};

export type AutoAction = {
  /** when the clock acts; null where it does not, and where it acts at once */
  readonly at: Date | null;
  readonly action: 'approve' | 'delete' | null;
  readonly immediately: boolean;
};

const NO_ACTION: AutoAction = { at: null, action: null, immediately: false };
const AT_ONCE: AutoAction = { at: null, action: 'approve', immediately: true };

/**
 * What happens to an open package without anybody's doing (Specification 4, 'Approval flags').
 * - MDP: 0 approved after five days, 1 at once, 2 never. QDP: 0 deleted on the 23rd, 1 approved on the 22nd, 2 at once.
 *   LZD: never.
 * - The deadline counts from arrival or reopening. Under an at-once flag a reopened package stays open without a deadline,
 *   until the flag is changed.
 * - After a change of the flag a moment already past counts from the change instead, so that nobody is surprised.
 */
export function autoActionFor(kind: UpdateKind, flag: ApprovalFlag, times: PackageTimes): AutoAction {
  if (kind === 'LZD' || (kind === 'MDP' && flag === 2)) return NO_ACTION;
  if (kind === 'MDP' ? flag === 1 : flag === 2) {
    return times.reopenedAt != null && times.flagChangedAt == null ? NO_ACTION : AT_ONCE;
  }
  const action = kind === 'QDP' && flag === 0 ? 'delete' : 'approve';
  const due = deadline(kind, action, times);
  const changed = times.flagChangedAt;
  const at = changed != null && due <= changed ? deadline(kind, action, { arrivedAt: changed }) : due;
  return { at, action, immediately: false };
}

function deadline(kind: 'MDP' | 'QDP', action: 'approve' | 'delete', { arrivedAt, reopenedAt }: PackageTimes): Date {
  if (kind === 'MDP') return monthlyDeadline(reopenedAt ?? arrivedAt);
  return reopenedAt == null
    ? quarterlyDeadline(arrivedAt, QUARTERLY_DAY[action])
    : quarterlyDeadlineAfterReopening(reopenedAt, QUARTERLY_DAY[action]);
}

/** What a German sentence about a deadline needs. */
export type DeadlineWording = {
  /** `endOfDay`: 'mit Ablauf des 20.11.'; `startOfDay`: 'am 22.11., 00:00' */
  readonly boundary: 'endOfDay' | 'startOfDay';
  /** '20.11.' */
  readonly day: string;
  readonly text: string;
};

/** Monthly deadlines end a day, quarterly ones begin it; the day named is the one a reader would mark in a calendar. */
export function deadlineWording(kind: 'MDP' | 'QDP', at: Date): DeadlineWording {
  const boundary = kind === 'MDP' ? 'endOfDay' : 'startOfDay';
  const { day, month } = berlinParts(boundary === 'endOfDay' ? addBerlinDays(at, -1) : at);
  const name = `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.`;
  return { boundary, day: name, text: boundary === 'endOfDay' ? `mit Ablauf des ${name}` : `am ${name}, 00:00` };
}
