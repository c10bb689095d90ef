import { availableParallelism } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Cost, COSTS, type CostClass, REASON, type SlotLimits, TOGETHER } from '@portal/contracts';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';
import type { TakenSlot } from './call-context.ts';
import { createSemaphore, NoSlotError, type ReleaseSlot, type Semaphore, type SlotHolder } from './semaphore.ts';

/** Of a class with a share of the connections: a slow sender holds none (ADR 67). */
const RECEIVED = 4;
const REST_FROM_MS = 250;
/** Random, so that refused senders do not retry together. */
const RETRY_SECONDS = { least: 1, most: 3 } as const;

/** Rule 13.17. */
export type CallSlots = {
  /** @throws PortalError 429, 503 with `Retry-After` */
  receive(cost: CostClass, holder: SlotHolder, signal: AbortSignal): Promise<ReleaseSlot>;
  /** @throws as `receive` */
  enter(cost: CostClass, holder: SlotHolder, signal: AbortSignal): Promise<TakenSlot>;
};

/**
 * @param connections of the database pool
 * @param delayMs before an answer 429
 */
export function createCallSlots(connections: number, delayMs = 0, processors = availableParallelism()): CallSlots {
  const classes = Object.entries(COSTS) as [CostClass, Cost][];
  const all = new Map(classes.map(([name, cost]) => [name, semaphoresOf(cost, connections)]));
  const of = (cost: CostClass) => all.get(cost) as ReturnType<typeof semaphoresOf>;
  const { perPharmacy: share, outside } = TOGETHER;
  const perPharmacy = Math.min(share.most, Math.max(share.least, processors));
  const together = createSemaphore({ slots: Infinity, perPharmacy, outside, queue: Infinity });

  return {
    async receive(cost, holder, signal) {
      const { received } = of(cost);
      return received ? orBusy(() => received.acquire(holder, { signal }), { cost, delayMs }) : () => {};
    },
    async enter(cost, holder, signal) {
      const { work } = of(cost);
      const enter = async (isKnown: boolean) => {
        const release = await orBusy(() => work.acquire(holder, { signal, isKnown }), { cost, delayMs });
        if (!TOGETHER.classes.includes(cost)) return release;
        try {
          const leave = await together.acquire(holder, { signal });
          return () => {
            leave();
            release();
          };
        } catch (error) {
          release();
          throw error;
        }
      };
      let release = await enter(false);
      return {
        async without(wait) {
          release();
          try {
            return await wait();
          } finally {
            release = await enter(true);
          }
        },
        release: () => release(),
      };
    },
  };
}

function semaphoresOf({ work, received, ofConnections, service }: Cost, connections: number) {
  const most = ofConnections === undefined ? Infinity : Math.max(1, Math.floor(connections * ofConnections));
  const rest = service ? {} : { restFromMs: REST_FROM_MS };
  return { work: upTo({ ...work, ...rest }, most), received: received && upTo(received, most * RECEIVED) };
}

/** Where there are fewer, a pharmacy leaves one to others all the same. */
function upTo(limits: SlotLimits & { restFromMs?: number }, most: number): Semaphore {
  const slots = Math.min(limits.slots, most);
  const { perPharmacy = Infinity } = limits;
  const left = perPharmacy === Infinity ? {} : { perPharmacy: Math.min(perPharmacy, Math.max(1, slots - 1)) };
  return createSemaphore({ ...limits, slots, ...left });
}

async function orBusy<T>(
  acquire: () => T | Promise<T>,
  { cost, delayMs }: { cost: CostClass; delayMs: number },
): Promise<T> {
  try {
    return await acquire();
  } catch (error) {
    if (!(error instanceof NoSlotError)) throw error;
    const { least, most } = RETRY_SECONDS;
    const seconds = least + Math.floor(Math.random() * (most - least + 1));
    const refusal = cost === 'delivery' ? noSlot(seconds) : busyError(error, seconds);
    if (refusal.httpStatus === 429) await pause(delayMs, undefined, { ref: false });
    throw refusal;
  }
}

/** One engine delivers for all: whatever is full, it is its own share. */
function noSlot(seconds: number): PortalError {
  const error = new PortalError(429, REASON.busy, TEXT.noSlot(seconds));
  error.retryAfterSeconds = seconds;
  return error;
}

/** @throws the error itself, unless no slot was given */
export function refuseBusy(error: unknown, retryAfterSeconds: number): never {
  throw error instanceof NoSlotError ? busyError(error, retryAfterSeconds) : error;
}

/** 429: the caller's own share; 503: others have taken everything. */
function busyError({ isOwn }: NoSlotError, retryAfterSeconds: number): PortalError {
  const error = new PortalError(isOwn ? 429 : 503, REASON.busy, isOwn ? TEXT.body.ownBusy : TEXT.body.busy);
  error.retryAfterSeconds = retryAfterSeconds;
  return error;
}
