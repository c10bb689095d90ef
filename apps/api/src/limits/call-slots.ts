import { type RateClass, REASON } from '@portal/contracts';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';
import { busyError } from './body-memory.ts';
import { createSemaphore, NoSlotError, type ReleaseSlot, type Semaphore, type SlotHolder } from './semaphore.ts';

/** Share of connections (ADR 67). */
const INTAKE_SHARE = 1 / 4;
/** A slow sender holds no connection. */
const INTAKE_RECEIVED = 4;
const MAX_WAIT_MS = 60_000;
/** Calls that wait with their body unread. */
const WAIT_BEFORE = { queue: 48, queuePerPharmacy: 12, queuePerPerson: 4, maxWaitMs: 10_000 } as const;
/** Random, so that refused senders do not retry together. */
const RETRY_SECONDS = { least: 1, most: 3 } as const;

/** Rule 13.4. */
export type CallSlots = {
  /** @throws PortalError 429, 503 with `Retry-After` */
  receive(rate: RateClass | undefined, holder: SlotHolder, signal: AbortSignal): Promise<ReleaseSlot>;
  /** @throws as `receive` */
  process(rate: RateClass | undefined, holder: SlotHolder, signal: AbortSignal): Promise<ReleaseSlot>;
};

/** @param connections of the database pool */
export function createCallSlots(connections: number): CallSlots {
  const deliveries = Math.max(1, Math.floor(connections * INTAKE_SHARE));
  const file = createSemaphore({ ...WAIT_BEFORE, slots: 12, perPharmacy: 4, perPerson: 2 });
  const receive: { readonly [Rate in RateClass]?: Semaphore } = {
    // 20 MB each on the disk
    upload: createSemaphore({ ...WAIT_BEFORE, slots: 16, perPharmacy: 4, perPerson: 2 }),
    intake: createSemaphore({ slots: deliveries * INTAKE_RECEIVED }),
    file,
    logExport: file,
    // 20 MB each in memory, and 100,000 rows
    inventory: createSemaphore({ ...WAIT_BEFORE, slots: 4, perPerson: 2 }),
  };
  const process: { readonly [Rate in RateClass]?: Semaphore } = {
    // Up to 100,000 rows each are in memory.
    upload: createSemaphore({ slots: 4, perPerson: 2, queue: 16, maxWaitMs: MAX_WAIT_MS }),
    intake: createSemaphore({ slots: deliveries, queue: deliveries * INTAKE_RECEIVED, maxWaitMs: MAX_WAIT_MS }),
  };
  return {
    receive: (rate, holder, signal) => acquire(rate && receive[rate], rate, holder, signal),
    process: (rate, holder, signal) => acquire(rate && process[rate], rate, holder, signal),
  };
}

async function acquire(
  semaphore: Semaphore | undefined,
  rate: RateClass | undefined,
  holder: SlotHolder,
  signal: AbortSignal,
): Promise<ReleaseSlot> {
  if (!semaphore) return () => {};
  try {
    return await semaphore.acquire(rate === 'intake' ? {} : holder, { signal });
  } catch (error) {
    if (!(error instanceof NoSlotError)) throw error;
    const { least, most } = RETRY_SECONDS;
    const seconds = least + Math.floor(Math.random() * (most - least + 1));
    throw rate === 'intake' ? intakeBusy(seconds) : busyError(error, seconds);
  }
}

function intakeBusy(seconds: number): PortalError {
  const error = new PortalError(429, REASON.busy, TEXT.noPlace(seconds));
  error.retryAfterSeconds = seconds;
  return error;
}
