import type { Endpoint } from '@portal/contracts';
import { createChildPool } from '../child-pool/pool.ts';
import { refusalOf } from '../child-pool/refusals.ts';
import { refuseBusy } from '../limits/call-slots.ts';
import { currentCall } from '../limits/call-context.ts';
import { createSemaphore } from '../limits/semaphore.ts';
import { TEXT } from '../texts/de.ts';
import type { BodyOrder, ParsedBody } from './body-task.ts';
import { type BodyForm, parseBody } from './parse-body.ts';
import { type ScannedBody, wholeOf } from './read-body.ts';
import { createTurns } from './turns.ts';

const TASK = new URL('./body-task.ts', import.meta.url);
/** Bytes. */
const SMALL_BODY = 256 * 1024;

const RETRY_SECONDS = 20;

/** Until the answer: what 20,000 rows ask for takes longer than reading them. */
const bodies = createSemaphore({
  slots: Infinity,
  perPharmacy: 1,
  perPerson: 1,
  queue: 64,
  queuePerPharmacy: 12,
  queuePerPerson: 4,
  maxWaitMs: 45_000,
});
const pool = createChildPool({
  slots: 1,
  queue: 64,
  maxWaitMs: 45_000,
  // 32 MB take 4 s.
  processorMs: 20_000,
  heapMb: 384,
  isReserved: true,
});

/**
 * Large ones in a child process. Rule 13.16.
 * @throws PortalError 400, 422, 429, 503
 */
export async function parseAnyBody({ id }: Endpoint, form: BodyForm, scanned: ScannedBody): Promise<unknown> {
  const { blocks, size, lists } = scanned;
  if (size <= SMALL_BODY) return parseBody(form, { bytes: wholeOf(scanned), lists });
  await enter();
  const order: BodyOrder = { id, lists, printed: form.printed };
  const job = pool.run<ParsedBody>({ task: TASK, order, bytes: blocks });
  const { answer, parts } = await job.catch((error: unknown) => {
    throw refusalOf(error, TEXT.body);
  });
  if (answer.rows === undefined) return answer.rest;
  const turns = createTurns();
  const rows: unknown[] = [];
  for (const part of parts) {
    rows.push(...(JSON.parse(part.toString()) as unknown[]));
    await turns.give();
  }
  return { ...(answer.rest as object), [answer.rows]: rows };
}

/** Left when the call ends. */
async function enter(): Promise<void> {
  const call = currentCall();
  if (!call || call.releaseBody) return;
  const { holder, signal } = call;
  try {
    call.releaseBody = await bodies.acquire(holder, { signal });
  } catch (error) {
    refuseBusy(error, RETRY_SECONDS);
  }
}
