import { addBerlinDays, berlinMidnight, berlinParts } from './berlin-time.ts';
import { PHARMACY_ACTIVE } from './pharmacy.ts';
import { type FlagKind, PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';

/** Monthly (`flag`) and quarterly (`qdpFlag`) approval modes (rules 7.2 and 7.3). */
export const APPROVAL_FLAGS = [0, 1, 2] as const;
export type ApprovalFlag = (typeof APPROVAL_FLAGS)[number];

/** Days the pharmacist has before a monthly update is confirmed for him (rule 7.2). */
export const MONTHLY_DAYS = 5;
/** On the 22nd quarterly products are confirmed, on the 23rd deleted, depending on the flag (rules 7.3 and 7.4). */
export const QUARTERLY_DAY = { approve: 22, delete: 23 } as const;
export type QuarterlyDay = (typeof QUARTERLY_DAY)[keyof typeof QUARTERLY_DAY];
/** A quarterly deadline that leaves fewer calendar days than this is passed over for the next month's. */
export const SHORT_NOTICE_DAYS = 5;

/** The end of the fifth calendar day after creation, which is the midnight that follows it in Berlin (rules 7.5, 7.9 and 12.3). */
export function monthlyDeadline(createdAt: Date): Date {
  const { year, month, day } = berlinParts(createdAt);
  return berlinMidnight(year, month, day + MONTHLY_DAYS + 1);
}

/**
 * The quarterly deadline of a package that arrives, or is reopened, at `from`: 00:00 in Berlin of the first such day of a month
 * that lies at least five calendar days ahead. What comes at shorter notice waits for the next month's, so that nothing is
 * approved or deleted before anybody could look at it.
 */
export function quarterlyDeadline(from: Date, dayOfMonth: QuarterlyDay): Date {
  const { year, month, day } = berlinParts(from);
  return berlinMidnight(year, day + SHORT_NOTICE_DAYS <= dayOfMonth ? month : month + 1, dayOfMonth);
}

/** True when the deadline of this month was passed over for what arrives at `from` (rule 7.4), so that its reader wonders why. */
export function isAtShortNotice(from: Date, dayOfMonth: QuarterlyDay): boolean {
  const { day } = berlinParts(from);
  return day < dayOfMonth && day + SHORT_NOTICE_DAYS > dayOfMonth;
}

/** LZD uploads are blocked from the 26th to the 4th of the next month, both included, in Berlin (rule 7.6). */
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

type Clock = (typeof PACKAGE_KINDS)[FlagKind]['clock'];

const NO_ACTION: AutoAction = { at: null, action: null, immediately: false };
const AT_ONCE: AutoAction = { at: null, action: 'approve', immediately: true };

/**
 * What the clock does with an open package, by the record of its kind (rules 7.2, 7.3 and 7.5).
 * - The deadline counts from arrival or reopening; a quarterly one leaves at least five days from there. Under an at-once flag
 *   a reopened package stays open without a deadline, until the flag is changed.
 * - After a change of the flag a moment already past counts from the change instead, so that no package is approved or deleted
 *   without notice.
 */
export function autoActionFor(kind: UpdateKind, flag: ApprovalFlag | null, times: PackageTimes): AutoAction {
  const { clock } = PACKAGE_KINDS[kind];
  if (clock === null || flag === null) return NO_ACTION;
  const action = clock.actions[flag];
  if (action === 'never') return NO_ACTION;
  if (action === 'atOnce') return times.reopenedAt != null && times.flagChangedAt == null ? NO_ACTION : AT_ONCE;
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
 * An action as a pharmacy gets it: packages of a cancelled one are not approved at once (rule 7.8).
 * @param active its field `active`
 */
export function withoutCancelled(action: AutoAction, active: number): AutoAction {
  return action.immediately && active === PHARMACY_ACTIVE.cancelled ? NO_ACTION : action;
}

/** What the clock will do to a package, and when; what is stored and what screens show. */
export type Deadline<At> = { readonly at: At; readonly action: 'approve' | 'delete' };

/**
 * The deadline of an open package as people may see it: none where nothing is stored, and none in a cancelled pharmacy, whose
 * packages the clock passes over; the stored moment counts again once the pharmacy is active.
 * @param active the field `active` of the pharmacy whose list it is
 */
export function shownDeadline<At>(
  stored: { readonly autoActionAt: At | null; readonly autoAction: 'approve' | 'delete' | null },
  active: number,
): Deadline<At> | null {
  const { autoActionAt: at, autoAction: action } = stored;
  return at === null || action === null || active === PHARMACY_ACTIVE.cancelled ? null : { at, action };
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
export function deadlineWording(kind: FlagKind, at: Date): DeadlineWording {
  const boundary = PACKAGE_KINDS[kind].clock.deadline === 'fifthDay' ? 'endOfDay' : 'startOfDay';
  const { day, month } = berlinParts(boundary === 'endOfDay' ? addBerlinDays(at, -1) : at);
  const name = `${String(day).padStart(2, '0')}.${String(month).padStart(2, '0')}.`;
  return { boundary, day: name, text: boundary === 'endOfDay' ? `mit Ablauf des ${name}` : `am ${name}, 00:00` };
}

/** How long it is until a moment, in the unit that people count in. */
export type TimeLeft = { readonly unit: 'days' | 'hours' | 'minutes'; readonly count: number };

/**
 * The time until `at` (rule 2.13): whole days from two days on, whole hours from one on, then minutes, begun ones counted. Null
 * once the moment has come.
 */
export function timeLeft(at: Date, now: Date): TimeLeft | null {
  const minutes = Math.ceil((at.getTime() - now.getTime()) / 60_000);
  if (minutes <= 0) return null;
  if (minutes >= 2 * 24 * 60) return { unit: 'days', count: Math.floor(minutes / (24 * 60)) };
  return minutes >= 60 ? { unit: 'hours', count: Math.floor(minutes / 60) } : { unit: 'minutes', count: minutes };
}
