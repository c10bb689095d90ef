import { addBerlinDays, berlinMidnight, berlinParts } from './berlin-time.ts';
import { PHARMACY_ACTIVE } from './pharmacy.ts';
import { type FlagKind, PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';
import type { SettingOf } from './settings/index.ts';

export type ApprovalFlag = SettingOf<'flag'>['flag'];

export const MONTHLY_DAYS = 5;
export const QUARTERLY_DAY = { approve: 22, delete: 23 } as const;
export type QuarterlyDay = (typeof QUARTERLY_DAY)[keyof typeof QUARTERLY_DAY];
/** Calendar days; below it the next month's deadline counts. */
export const SHORT_NOTICE_DAYS = 5;

/** Midnight in Berlin after the fifth calendar day (rules 7.5, 7.9 and 12.3). */
export function monthlyDeadline(createdAt: Date): Date {
  const { year, month, day } = berlinParts(createdAt);
  return berlinMidnight(year, month, day + MONTHLY_DAYS + 1);
}

/** 00:00 in Berlin, at least five calendar days ahead. */
export function quarterlyDeadline(from: Date, dayOfMonth: QuarterlyDay): Date {
  const { year, month, day } = berlinParts(from);
  return berlinMidnight(year, day + SHORT_NOTICE_DAYS <= dayOfMonth ? month : month + 1, dayOfMonth);
}

/** Rule 7.4. */
export function isAtShortNotice(from: Date, dayOfMonth: QuarterlyDay): boolean {
  const { day } = berlinParts(from);
  return day < dayOfMonth && day + SHORT_NOTICE_DAYS > dayOfMonth;
}

/** From the 26th to the 4th, inclusive, in Berlin (rule 7.6). */
export function isLzdUploadBlocked(instant: Date): boolean {
  const { day } = berlinParts(instant);
  return day >= 26 || day <= 4;
}

export function lzdUploadOpensAt(instant: Date): Date {
  const { year, month, day } = berlinParts(instant);
  return berlinMidnight(year, day < 5 ? month : month + 1, 5);
}

export type PackageTimes = {
  readonly arrivedAt: Date;
  readonly reopenedAt?: Date | null | undefined;
  readonly flagChangedAt?: Date | null | undefined;
  /** Rule 20.17. */
  readonly isDoubted?: boolean | undefined;
};

export type AutoAction = {
  /** null: never, or at once */
  readonly at: Date | null;
  readonly action: 'approve' | 'delete' | null;
  readonly immediately: boolean;
};

type Clock = (typeof PACKAGE_KINDS)[FlagKind]['clock'];

const NO_ACTION: AutoAction = { at: null, action: null, immediately: false };
const AT_ONCE: AutoAction = { at: null, action: 'approve', immediately: true };

/**
 * Rules 7.2, 7.3, 7.5 and 20.17. Counts from arrival or reopening, a past moment from the change of a flag.
 */
export function autoActionFor(kind: UpdateKind, flag: ApprovalFlag | null, times: PackageTimes): AutoAction {
  const { clock } = PACKAGE_KINDS[kind];
  if (clock === null || flag === null) return NO_ACTION;
  const wanted = clock.actions[flag];
  if (wanted === 'never') return NO_ACTION;
  const isAtOnce = wanted === 'atOnce';
  if (isAtOnce && times.reopenedAt != null && times.flagChangedAt == null) return NO_ACTION;
  if (isAtOnce && !times.isDoubted) return AT_ONCE;
  const action = isAtOnce ? 'approve' : wanted;
  const due = deadline(clock, action, times);
  const changed = times.flagChangedAt;
  const at = changed != null && due <= changed ? deadline(clock, action, { arrivedAt: changed }) : due;
  return { at, action, immediately: false };
}

function deadline(clock: Clock, action: 'approve' | 'delete', { arrivedAt, reopenedAt }: PackageTimes): Date {
  const from = reopenedAt ?? arrivedAt;
  return clock.deadline === 'fifthDay' ? monthlyDeadline(from) : quarterlyDeadline(from, QUARTERLY_DAY[action]);
}

/**
 * Never at once in a cancelled pharmacy (rule 7.8).
 * @param active its field `active`
 */
export function withoutCancelled(action: AutoAction, active: number): AutoAction {
  return action.immediately && active === PHARMACY_ACTIVE.cancelled ? NO_ACTION : action;
}

/**
 * Rule 23.8: counts from the day on which a cancelled pharmacy came back.
 * @returns null where nothing counts
 */
export function deadlineAnew(
  kind: UpdateKind,
  flag: ApprovalFlag | null,
  { from, isDoubted }: { from: Date; isDoubted: boolean },
): Deadline<Date> | null {
  const { at, action } = autoActionFor(kind, flag, { arrivedAt: from, isDoubted });
  return at && action && { at, action };
}

export type Deadline<At> = { readonly at: At; readonly action: 'approve' | 'delete' };

/** @param active the pharmacy's field `active` */
export function shownDeadline<At>(
  stored: { readonly autoActionAt: At | null; readonly autoAction: 'approve' | 'delete' | null },
  active: number,
): Deadline<At> | null {
  const { autoActionAt: at, autoAction: action } = stored;
  return at === null || action === null || active === PHARMACY_ACTIVE.cancelled ? null : { at, action };
}

/**
 * 'am 20.11. um 24 Uhr': monthly deadlines end a day. 'am 22.11. um 0 Uhr': quarterly ones begin it (rule 7.9).
 * @param at the deadline, a midnight in Berlin
 */
export function deadlineText(kind: FlagKind, at: Date): string {
  const endsDay = PACKAGE_KINDS[kind].clock.deadline === 'fifthDay';
  const { day, month } = berlinParts(endsDay ? addBerlinDays(at, -1) : at);
  const name = `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.`;
  return `am ${name} um ${endsDay ? 24 : 0} Uhr`;
}

export type TimeLeft = { readonly unit: 'days' | 'hours' | 'minutes'; readonly count: number };

/** Rule 2.13: whole days from two days on, whole hours from one on, then begun minutes. Null: past. */
export function timeLeft(at: Date, now: Date): TimeLeft | null {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return null;
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
  return minutes >= 60 ? { unit: 'hours', count: Math.floor(minutes / 60) } : { unit: 'minutes', count: minutes };
}

/** Null, of a past deadline, is 'now' (rule 2.13). */
export function deadlineUrgency(left: TimeLeft | null): 'now' | 'soon' | 'later' {
  if (left?.unit !== 'days' || left.count <= 3) return 'now';
  return left.count <= 7 ? 'soon' : 'later';
}
