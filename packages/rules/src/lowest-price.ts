import { isoDay } from './berlin-format.ts';
import { addBerlinDays, berlinMidnight, berlinParts } from './berlin-time.ts';
import type { Cents } from './money.ts';
import type { Day } from './price-period.ts';

export type PriceSince = {
  readonly since: Date;
  /** null: excluded, or not on the list */
  readonly price: Cents | null;
  readonly inPeriod?: boolean;
  /** When what set it was taken back, unless that was taken back itself. */
  readonly takenBack?: Date | undefined;
  /** A till, a file or a label had it before the next. */
  readonly isTold?: boolean;
};

/** `day`: the last one at that price. */
export type LowestPrice = { readonly price: Cents; readonly day: Day; readonly isLower: boolean };

const DAYS = 30;
/** What ends within it was in force until the day before. */
const AFTER_MIDNIGHT_MS = 5 * 60_000;

/**
 * Of the 30 days in Berlin before the running period lowered the price (`isLower`), else before `now` (rule 17.10).
 * @param history oldest first
 */
export function lowestPrice(history: readonly PriceSince[], now: Date): LowestPrice | undefined {
  const prices = withoutUntold(history).filter(isInForce);
  const lowered = reductionOf(prices);
  const before = lowered?.since ?? now;
  const { year, month, day } = berlinParts(before);
  const from = addBerlinDays(berlinMidnight(year, month, day), -DAYS);
  let lowest: { price: Cents; day: Day } | undefined;
  let begun = before;
  for (const [index, { since, price }] of prices.entries()) {
    if (price !== prices[index - 1]?.price) begun = since;
    if (price === null || since >= before) continue;
    const next = prices[index + 1]?.since;
    const end = next && Math.min(next.getTime(), before.getTime()) - AFTER_MIDNIGHT_MS;
    const last = new Date(Math.max(begun.getTime(), end ?? before.getTime() - 1));
    if (last < from) continue;
    if (lowest === undefined || price <= lowest.price) lowest = { price, day: isoDay(last) };
  }
  return lowest && { ...lowest, isLower: lowered !== undefined };
}

/** Of one moment only the last price. */
const isInForce = ({ since, isTold }: PriceSince, at: number, all: readonly PriceSince[]): boolean =>
  isTold === true || since.getTime() !== all[at + 1]?.since.getTime();

/** What nobody had is the price before it. */
function withoutUntold(recorded: readonly PriceSince[]): PriceSince[] {
  const prices = [...recorded];
  for (const [index, { price, takenBack }] of recorded.entries()) {
    if (!takenBack) continue;
    const { price: before = null, inPeriod = false } = prices[index - 1] ?? {};
    for (const [at, one] of recorded.entries())
      if (at >= index && one.since < takenBack && one.price === price && !one.isTold)
        prices[at] = { ...one, price: before, inPeriod };
  }
  return prices;
}

/**
 * When each entry was taken back; what was taken back itself took back nothing.
 * @param takeBacks `by` and `taken`: entries, by number
 */
export function takenBackAt(
  takeBacks: readonly { readonly by: number; readonly taken: number; readonly at: Date }[],
): Map<number, Date> {
  const found = new Map<number, Date>();
  for (const { by, taken, at } of takeBacks.toSorted((a, b) => b.by - a.by)) if (!found.has(by)) found.set(taken, at);
  return found;
}

/** The first of the latest steps down within the running period; a rise between them begins anew while the price stays below it. */
function reductionOf(prices: readonly PriceSince[]): PriceSince | undefined {
  const now = prices.at(-1)?.price ?? null;
  if (now === null) return undefined;
  const known = prices.filter(({ price }) => price !== null);
  let from: { was: Cents; first: PriceSince } | undefined;
  for (let at = known.length - 1; at > 0; at -= 1) {
    const first = known[at] as PriceSince;
    const [was, is] = [known[at - 1]?.price ?? 0, first.price ?? 0];
    if (!first.inPeriod || (was < is && from && from.was > now)) break;
    if (was > is) from = { was, first };
    else if (was < is) from = undefined;
  }
  return from && from.was > now ? from.first : undefined;
}
