import { isCalendarDay } from './berlin-time.ts';
import { type Cents, priceIssue } from './money.ts';
import { type LaterPrice, resolveSave, type RowEdit, type SaveIssue } from './price-list-edit.ts';
import { effectivePrice, PRICE_TYPE, type PriceState, type PriceType } from './price-types.ts';

/** '2026-12-15' in Berlin. */
export type Day = string;

const DAY_MS = 86_400_000;

/** Since 1970. */
export const dayNumberOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;
export const dayOfNumber = (number: number): Day => new Date(number * DAY_MS).toISOString().slice(0, 10);
export const addDays = (day: Day, days: number): Day => dayOfNumber(dayNumberOf(day) + days);

/** '15.12.', of another year with it. */
export function formatDay(day: Day, today: Day): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${date}.${month}.${year === today.slice(0, 4) ? '' : year}`;
}

/** '15.12.2026', '15.12.26' or '2026-12-15'. */
export function parseDay(text: string): Day | undefined {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/.exec(text.trim());
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text.trim());
  const [year, month, day] = german ? [german[3], german[2], german[1]] : iso ? iso.slice(1) : [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const parts = { year: Number(year.length === 2 ? `20${year}` : year), month: Number(month), day: Number(day) };
  return isCalendarDay(parts) ? `${parts.year}-${two(parts.month)}-${two(parts.day)}` : undefined;
}

const TIME = /(?:[ T]|, ?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?Uhr)?$/;

/** Of a file or paste: a moment is its day, never the next one. One with a time zone is none. Rule 10.60. */
export function readDayCell(text: string): Day | undefined {
  return parseDay(text.trim().replace(TIME, ''));
}

const NEVER_YEAR = '2099';

/** '31.12.9999' and the like stand for no end. Rule 17.12. */
export const meansNoEnd = (day: Day): boolean => day.slice(0, 4) >= NEVER_YEAR;

/** A row whose last day means none, without it. */
export function withoutNoEnd<Row extends { readonly validTo?: Day }>(row: Row): Row | Omit<Row, 'validTo'> {
  if (row.validTo === undefined || !meansNoEnd(row.validTo)) return row;
  const { validTo: _, ...rest } = row;
  return rest;
}

/** As people type it, also without the year: '15.1' is the next 15 January, or the last one. */
export function readTypedDay(text: string, today: Day, wanted: 'next' | 'last' = 'next'): Day | undefined {
  const typed = text.trim().replaceAll(/\.\s+/g, '.');
  if (!/^\d{1,2}\.\d{1,2}\.?$/.test(typed)) return parseDay(typed);
  const year = Number(today.slice(0, 4));
  const days = [year, wanted === 'next' ? year + 1 : year - 1].map((each) =>
    parseDay(`${typed.replace(/\.$/, '')}.${each}`),
  );
  const isWanted = (day: Day) => (wanted === 'next' ? day >= today : day <= today);
  return days.find((day) => day !== undefined && isWanted(day)) ?? days[0];
}

const two = (number: number) => String(number).padStart(2, '0');

/** `to` null: entered on `from` (rule 17.2). */
export type Span = { readonly from: Day; readonly to: Day | null };

export function spansOverlap(one: Span, other: Span): boolean {
  return one.from <= (other.to ?? other.from) && other.from <= (one.to ?? one.from);
}

/** More of one article are refused together. Rule 17.13. */
export const MAX_RANGES = 12;

type Dated = { readonly validFrom?: Day | null; readonly validTo?: Day | null };

/**
 * Rows of one article in a file or paste, in the order of their days (rule 17.13).
 * @param today '' for before all days; a row without a first day begins then
 */
export function orderRanges<Row extends Dated>(
  rows: readonly Row[],
  today: Day,
): readonly Row[] | 'overlapping' | 'tooMany' {
  const spanOf = ({ validFrom, validTo }: Row): Span => ({
    from: validFrom && validFrom > today ? validFrom : today,
    to: validTo ?? null,
  });
  const ranges = rows.map((row) => ({ row, span: spanOf(row) }));
  ranges.sort((one, other) => (one.span.from < other.span.from ? -1 : 1));
  const overlaps = ranges.some(({ span }, at) => at > 0 && spansOverlap((ranges[at - 1] as { span: Span }).span, span));
  if (overlaps) return 'overlapping';
  return rows.length > MAX_RANGES ? 'tooMany' : ranges.map(({ row }) => row);
}

/**
 * Whether an ended period may be given back, with the days that are left (rules 17.2 and 17.5).
 * @param others the open ones of its article
 */
export function mayComeBack({ from, to }: Span, today: Day, others: readonly Span[]): 'over' | 'overlaps' | undefined {
  if ((to ?? from) < today) return 'over';
  const left = { from: from > today ? from : today, to };
  return others.some((other) => spansOverlap(other, left)) ? 'overlaps' : undefined;
}

/** Rule 17.1. */
export type RunningPeriod = { readonly price: Cents; readonly until: Day };

export type LayeredRow = { readonly beneath: PriceState; readonly period: RunningPeriod | null };

export function shownState({ beneath, period }: LayeredRow): PriceState {
  return period === null ? beneath : { ...beneath, priceType: PRICE_TYPE.permanent, ownPrice: period.price };
}

export type PlannedPeriod = Span & { readonly price: Cents; readonly priceType: PriceType };

export type PeriodIssue =
  | 'periodPast'
  | 'periodReversed'
  | 'periodNeedsPrice'
  | 'periodNeedsEnd'
  | 'periodOverlaps'
  | 'reminderPast'
  | 'reminderNeedsPermanent';

export type LayeredSave = LayeredRow & {
  readonly ok: true;
  readonly begins: boolean;
  readonly plans: readonly PlannedPeriod[];
};

/** `others`: the article's coming ones. */
type SaveContext = { readonly staff: boolean; readonly today: Day; readonly others: readonly PlannedPeriod[] };
type Refused = { readonly ok: false; readonly issue: SaveIssue | PeriodIssue };

/** Rules 17.2, 17.4 and 17.13. */
export function resolveLayeredSave(row: LayeredRow, edit: RowEdit, context: SaveContext): LayeredSave | Refused {
  const first = resolveFirst(row, edit, context);
  return first.ok && edit.later ? withLater(first, edit.later, edit.exclusion, context) : first;
}

function withLater(
  save: LayeredSave,
  later: readonly LaterPrice[],
  excluded: boolean,
  { today, others }: SaveContext,
): LayeredSave | Refused {
  const plans = [...save.plans];
  const taken: Span[] = [{ from: today, to: save.period?.until ?? null }, ...others, ...plans];
  for (const { ownPrice: price, permanent, validFrom: from, validTo: to } of later) {
    const issue = excluded ? 'periodNeedsPrice' : (priceIssue(price) ?? dayIssue({ from, to }, today));
    if (issue) return { ok: false, issue };
    const plan = { from, to, price, priceType: permanent || to ? PRICE_TYPE.permanent : PRICE_TYPE.own };
    if (others.some((other) => samePlan(other, plan))) continue;
    if (taken.some((span) => spansOverlap(span, plan))) return { ok: false, issue: 'periodOverlaps' };
    plans.push(plan);
    taken.push(plan);
  }
  return { ...save, plans };
}

function resolveFirst(row: LayeredRow, edit: RowEdit, { staff, today, others }: SaveContext): LayeredSave | Refused {
  const { beneath, period } = row;
  const { validFrom: from = null, validTo: to } = edit;
  if (edit.beneath && period !== null && !edit.exclusion) {
    return edit.remindOn ? { ok: false, issue: 'reminderNeedsPermanent' } : saveBeneath(row, edit, staff);
  }
  const result = resolveSave({ ...shownState(row), validTo: period?.until ?? null }, edit, { staff });
  if (!result.ok) return result;
  const issue = dayIssue({ from, to: to ?? null }, today) ?? reminderIssue(row, edit, today);
  if (issue) return { ok: false, issue };
  const { priceType, ownPrice } = result;
  const unchanged = { ok: true, beneath, period, begins: false, plans: [] } as const;
  const isPlanned = from !== null && from > today;
  if (!isPlanned && !to) {
    if (period === null) return { ...unchanged, beneath: { ...beneath, priceType, ownPrice } };
    if (priceType === PRICE_TYPE.permanent && to === null) return { ok: false, issue: 'periodNeedsEnd' };
    return { ...unchanged, ...enterOnPeriod({ beneath, period }, result) };
  }
  if (ownPrice === null) return { ok: false, issue: 'periodNeedsPrice' };
  const span = { from: isPlanned ? from : today, to: to ?? null };
  const plan = { ...span, price: ownPrice, priceType: to ? PRICE_TYPE.permanent : priceType };
  if (isPlanned && others.some((other) => samePlan(other, plan))) return unchanged;
  if (others.some((other) => spansOverlap(other, span))) return { ok: false, issue: 'periodOverlaps' };
  if (!isPlanned) return { ...unchanged, period: { price: ownPrice, until: to as Day }, begins: period === null };
  if (period && spansOverlap({ from: today, to: period.until }, span)) return { ok: false, issue: 'periodOverlaps' };
  return { ...unchanged, plans: [plan] };
}

/** What becomes of the row that is shown while a period runs (rule 17.4); `enteredOnPeriodSql` says the same. */
export function enterOnPeriod(
  { beneath, period }: { readonly beneath: PriceState; readonly period: RunningPeriod },
  { priceType, ownPrice }: Pick<PriceState, 'priceType' | 'ownPrice'>,
): LayeredRow {
  if (priceType === PRICE_TYPE.permanent && ownPrice !== null)
    return { beneath, period: { ...period, price: ownPrice } };
  const isCleared = priceType === PRICE_TYPE.calculated;
  return { beneath: isCleared ? beneath : { ...beneath, priceType, ownPrice }, period: null };
}

/** Rule 17.3. */
function saveBeneath({ beneath, period }: LayeredRow, edit: RowEdit, staff: boolean) {
  const result = resolveSave(beneath, edit, { staff });
  if (!result.ok) return result;
  const { priceType, ownPrice } = result;
  return { ok: true, beneath: { ...beneath, priceType, ownPrice }, period, begins: false, plans: [] } as const;
}

/** Of a permanent price without days, from tomorrow on (rule 19.6). */
function reminderIssue({ period }: LayeredRow, edit: RowEdit, today: Day) {
  if (!edit.remindOn) return undefined;
  const stays = period === null && edit.permanent && edit.ownPrice !== null && !edit.validFrom && !edit.validTo;
  if (!stays) return 'reminderNeedsPermanent' as const;
  return edit.remindOn > today ? undefined : ('reminderPast' as const);
}

/** Rule 17.2. */
export function dayIssue({ from, to }: { readonly from: Day | null; readonly to: Day | null }, today: Day) {
  if ((from !== null && from < today) || (to !== null && to < today)) return 'periodPast' as const;
  return from !== null && to !== null && to < from ? ('periodReversed' as const) : undefined;
}

function samePlan(one: PlannedPeriod, other: PlannedPeriod): boolean {
  return (
    one.from === other.from && one.to === other.to && one.price === other.price && one.priceType === other.priceType
  );
}

/** Rule 4.13. */
export function changesAnything(row: LayeredRow, save: LayeredSave): boolean {
  const [before, after] = [shownState(row), shownState(save)];
  return (
    save.plans.length > 0 ||
    save.begins ||
    (row.period?.until ?? null) !== (save.period?.until ?? null) ||
    row.beneath.priceType !== save.beneath.priceType ||
    row.beneath.ownPrice !== save.beneath.ownPrice ||
    before.priceType !== after.priceType ||
    effectivePrice(before) !== effectivePrice(after)
  );
}
