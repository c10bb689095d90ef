import { isIPv6 } from 'node:net';
import { RATE_LIMITS, type RateClass, REASON } from '@portal/contracts';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const WINDOW_SECONDS = 60;
/** More than expired sign-ins cause, fewer than guessing takes. */
export const REFUSAL_LIMIT = { perCaller: 600, perAddress: 6000 } as const;

export type Counted = { subject: string | undefined; address: string | undefined };
export type LimitedBy = 'caller' | 'address';

export type RateLimits = {
  count(kind: RateClass, who: Counted): Promise<void>;
  /** Counts a call that was refused with 401 or 403. */
  countRefusal(who: Counted): Promise<void>;
  checkRefusals(who: Counted): Promise<void>;
};

/**
 * Per process, in memory: works without the database (ADR 86). Rule 13.5.
 * @param factor 0: off
 */
export function createRateLimits(
  factor: number,
  onLimited: (kind: RateClass | 'refused', by: LimitedBy) => void = () => {},
): RateLimits {
  if (factor === 0) return { count: nothing, countRefusal: nothing, checkRefusals: nothing };
  const pair = ({ perCaller, perAddress }: { perCaller: number; perAddress: number }) => ({
    caller: limiter(perCaller * factor),
    address: limiter(perAddress * factor),
  });
  const refusals = pair(REFUSAL_LIMIT);
  const byClass = Object.fromEntries(
    Object.entries(RATE_LIMITS).map(([kind, limits]) => [kind, pair(limits)]),
  ) as Record<RateClass, ReturnType<typeof pair>>;

  return {
    async count(kind, who) {
      for (const [by, key] of keysOf(who)) {
        const result = await consume(byClass[kind][by], key);
        if (!result.within) throw limited(kind, by, result.msBeforeNext);
      }
    },
    async countRefusal(who) {
      for (const [by, key] of keysOf(who).slice(0, 1)) await consume(refusals[by], key);
    },
    async checkRefusals(who) {
      for (const [by, key] of keysOf(who).slice(0, 1)) {
        const found = await refusals[by].get(key);
        if (found && found.consumedPoints >= refusals[by].points) throw limited('refused', by, found.msBeforeNext);
      }
    },
  };

  function limited(kind: RateClass | 'refused', by: LimitedBy, ms: number): PortalError {
    onLimited(kind, by);
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    const error = new PortalError(429, REASON.tooMany, TEXT.tooMany(seconds));
    error.retryAfterSeconds = seconds;
    return error;
  }
}

async function nothing(): Promise<void> {}

function limiter(points: number): RateLimiterMemory {
  return new RateLimiterMemory({ points: Math.max(1, Math.round(points)), duration: WINDOW_SECONDS });
}

/** The library throws its result when there are too many. */
async function consume(from: RateLimiterMemory, key: string): Promise<{ within: boolean; msBeforeNext: number }> {
  try {
    const { msBeforeNext } = await from.consume(key);
    return { within: true, msBeforeNext };
  } catch (thrown) {
    if (!(thrown instanceof RateLimiterRes)) throw thrown;
    return { within: false, msBeforeNext: thrown.msBeforeNext };
  }
}

/** The caller first: who is over the limit uses none of the address's. */
function keysOf({ subject, address }: Counted): [LimitedBy, string][] {
  const keys: [LimitedBy, string][] = [];
  if (subject !== undefined) keys.push(['caller', subject]);
  if (address !== undefined) keys.push(['address', networkOf(address)]);
  return keys;
}

/** IPv4, or the /64 of IPv6: one line has that many. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [left = '', right] = address.split('%')[0]?.split('::') ?? [];
  const head = left === '' ? [] : left.split(':');
  const tail = right ? right.split(':') : [];
  const zeros = right === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  const groups = [...head, ...Array.from({ length: zeros }, () => '0'), ...tail].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
