import { isIPv6 } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cost, COSTS, type CostClass, PAGES, REASON, REFUSALS } from '@portal/contracts';
import type { Access } from '@portal/rules';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const MINUTE = 60;
/** Before an answer 429: who asks without end is slowed down. Milliseconds. */
export const delayBefore429 = (factor: number): number => 1_000 * Math.min(1, factor);

export type Counted = {
  subject: string | undefined;
  address: string | undefined;
  /** As far as it has come out. */
  access?: Access | undefined;
  pharmacy?: number | undefined;
};
/** Of any 429. */
export type TellLimited = (
  who: Counted,
  call: { operation: string | undefined; cost: CostClass | undefined; reason: string },
) => void;
type Limited = CostClass | 'refused' | 'page';
export type LimitedBy = 'caller' | 'pharmacy' | 'address';

export type RateLimits = {
  /** An address only where nobody is signed in. */
  count(cost: CostClass, who: Counted): Promise<void>;
  /** Once the caller's right to it is known: strangers do not use it up. */
  countPharmacy(cost: CostClass, pharmacy: number | undefined): Promise<void>;
  /** Counts a call that was refused with 401 or 403. */
  countRefusal(who: Counted): Promise<void>;
  checkRefusals(who: Counted): Promise<void>;
  countPage(address: string | undefined): Promise<void>;
  readonly tell: TellLimited;
};

/**
 * Per process, in memory: works without the database (ADR 86). Rule 13.5.
 * @param factor 0: off
 */
export function createRateLimits(
  factor: number,
  onLimited: (kind: Limited, by: LimitedBy) => void = () => {},
  tell: TellLimited = () => {},
): RateLimits {
  if (factor === 0)
    return {
      count: nothing,
      countPharmacy: nothing,
      countRefusal: nothing,
      checkRefusals: nothing,
      countPage: nothing,
      tell,
    };
  const limiter = (points: number | undefined, duration: number) =>
    points === undefined
      ? undefined
      : new RateLimiterMemory({ points: Math.max(1, Math.round(points * factor)), duration });
  const limitersOf = ({ perCaller, perPharmacy, perAddress, seconds = MINUTE }: Cost['rate']) => ({
    caller: limiter(perCaller, seconds),
    pharmacy: limiter(perPharmacy, seconds),
    address: limiter(perAddress, seconds),
  });
  const classes = Object.entries(COSTS) as [CostClass, Cost][];
  const refusals = limitersOf(REFUSALS);
  const limiters = new Map<Limited, ReturnType<typeof limitersOf>>([
    ...classes.map(([name, { rate }]) => [name, limitersOf(rate)] as const),
    ['page', limitersOf(PAGES)],
  ]);

  async function count(kind: Limited, by: LimitedBy, key: string): Promise<void> {
    const from = limiters.get(kind)?.[by];
    const result = from && (await consume(from, key));
    if (result && !result.within) throw await limited(kind, by, result.msBeforeNext);
  }

  return {
    tell,
    async count(cost, who) {
      const { by, key } = countedAs(who);
      await count(cost, by, key);
    },
    async countPharmacy(cost, pharmacy) {
      if (pharmacy !== undefined) await count(cost, 'pharmacy', String(pharmacy));
    },
    async countRefusal(who) {
      const { by, key } = countedAs(who);
      const from = refusals[by];
      if (from) await consume(from, key);
    },
    async checkRefusals(who) {
      const { by, key } = countedAs(who);
      const from = refusals[by];
      const found = from && (await from.get(key));
      if (from && found && found.consumedPoints >= from.points) throw await limited('refused', by, found.msBeforeNext);
    },
    async countPage(address) {
      const { by, key } = countedAs({ subject: undefined, address });
      await count('page', by, key);
    },
  };

  async function limited(kind: Limited, by: LimitedBy, ms: number): Promise<PortalError> {
    onLimited(kind, by);
    await pause(delayBefore429(factor), undefined, { ref: false });
    const seconds = Math.max(1, Math.ceil(ms / 1000));
    const error = new PortalError(429, REASON.tooMany, TEXT.tooMany(seconds));
    error.retryAfterSeconds = seconds;
    return error;
  }
}

async function nothing(): Promise<void> {}

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

/** A valid token counts for itself, whatever others do at its address. */
function countedAs({ subject, address = '' }: Counted): { by: 'caller' | 'address'; key: string } {
  return subject === undefined ? { by: 'address', key: networkOf(address) } : { by: 'caller', key: subject };
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
