import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { NoRowChanged, updateOne } from '../../db/update-one.ts';
import { isTransientError } from '../../http/transient-errors.ts';
import { SYSTEM } from '../history-writing/index.ts';
import { DeliveryError, issueText } from './delivery-error.ts';
import { type Message, MESSAGE_KINDS, type MessageKind } from './messages.ts';
import { MOST_ATTEMPTS, retryDelayMs } from './retry.ts';

export type Sender<Kind extends MessageKind> = (message: Message<Kind>, signal: AbortSignal) => Promise<void>;
export type Senders = { readonly [Kind in MessageKind]: Sender<Kind> };

export type DeliveryDeps = {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly senders: Senders;
};

export type DeliveryReport = { sent: number; failed: number; gaveUp: number };

/** Milliseconds; renewed while sending. */
const LEASE_MS = 5 * 60_000;
const RENEW_MS = 60_000;
const NOTE_AGAIN_MS = 2_000;
const FAILURES_IN_A_ROW = 3;
const NEVER = new AbortController().signal;

/**
 * Leased, so that each goes out once; only a process that dies between sending and noting causes a repetition, with the
 * same id. Kinds do not wait for each other. Rule 11.5.
 * @param options.turn drains
 */
export async function deliverMessages(
  deps: DeliveryDeps,
  { signal = NEVER, turn = NEVER }: { signal?: AbortSignal; turn?: AbortSignal } = {},
): Promise<DeliveryReport> {
  const report: DeliveryReport = { sent: 0, failed: 0, gaveUp: 0 };
  const kinds = MESSAGE_KINDS.map((kind) => deliverKind(deps, kind, { report, signal, turn }));
  // A stopping process leaves none behind.
  const failed = (await Promise.allSettled(kinds)).find((kind) => kind.status === 'rejected');
  if (failed) throw failed.reason;
  if (report.sent + report.failed > 0) deps.logger.info(report, 'messages delivered');
  return report;
}

async function deliverKind(
  deps: DeliveryDeps,
  kind: MessageKind,
  { report, signal, turn }: { report: DeliveryReport; signal: AbortSignal; turn: AbortSignal },
): Promise<void> {
  let inARow = 0;
  while (inARow < FAILURES_IN_A_ROW && !signal.aborted && !turn.aborted) {
    const leased = await deps.database.write((db) => lease(db, kind, deps.clock.now()));
    if (!leased) return;
    try {
      await sendLeased(deps, kind, leased, signal);
    } catch (error) {
      if (signal.aborted) {
        await ifStillOurs(putBack(deps.database.pool, leased));
        return;
      }
      const gaveUp = isHopeless(leased, error);
      await ifStillOurs(noteFailure(deps, leased, { error, gaveUp }));
      deps.logger.warn({ err: error, kind, message: leased.messageId, gaveUp }, 'a message was not delivered');
      report.failed += 1;
      if (gaveUp) report.gaveUp += 1;
      // A refused message says nothing about the others.
      if (!(error instanceof DeliveryError && error.hopeless)) inARow += 1;
      continue;
    }
    if (await ifStillOurs(noteSentAtLast(deps, leased, signal))) report.sent += 1;
    inARow = 0;
  }
}

type Leased = Message & { readonly lease: string; readonly attempts: number };

const LEASE_MESSAGE = statement<Leased>(
  { id: 'bigint', messageId: 'uuid', apoId: 'int?', payload: 'json', lease: 'uuid', attempts: 'int' },
  `UPDATE outbox SET lease = $1, leased_until = $4, attempts = attempts + 1
    WHERE id = (SELECT id FROM outbox
                 WHERE status = 'waiting' AND kind = $2 AND next_attempt_at <= $3 AND (leased_until IS NULL OR leased_until <= $3)
                 ORDER BY next_attempt_at, id LIMIT 1 FOR UPDATE SKIP LOCKED)
   RETURNING id, message_id AS "messageId", apo_id AS "apoId", payload, lease, attempts`,
);

async function lease(db: Queryable, kind: MessageKind, now: Date): Promise<Leased | undefined> {
  const rows = await ask(db, LEASE_MESSAGE, [randomUUID(), kind, now, new Date(now.getTime() + LEASE_MS)]);
  return rows[0];
}

/** @returns false when another process took it over */
async function ifStillOurs(note: Promise<void>): Promise<boolean> {
  try {
    await note;
    return true;
  } catch (error) {
    if (error instanceof NoRowChanged) return false;
    throw error;
  }
}

async function sendLeased(deps: DeliveryDeps, kind: MessageKind, leased: Leased, stop: AbortSignal): Promise<void> {
  const lost = new AbortController();
  const renew = async () => {
    const leasedUntil = new Date(deps.clock.now().getTime() + LEASE_MS);
    const renewed = updateOne(deps.database.pool, 'outbox', ownedBy(leased), { leasedUntil });
    if (await ifStillOurs(renewed)) return;
    lost.abort(new DeliveryError('Ein anderer Prozess hat die Nachricht übernommen.'));
  };
  const timer = setInterval(() => {
    renew().catch((error: unknown) => deps.logger.warn({ err: error }, 'a lease was not renewed'));
  }, RENEW_MS);
  try {
    const send = deps.senders[kind] as Sender<MessageKind>;
    await send(leased, AbortSignal.any([stop, lost.signal]));
  } finally {
    clearInterval(timer);
  }
}

const ownedBy = ({ id, lease: own }: Leased) => ({ id, lease: own });
const FREE = { lease: null, leasedUntil: null };

/**
 * Else it would go out again.
 * @throws the database's error when stopping
 */
async function noteSentAtLast(deps: DeliveryDeps, leased: Leased, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      return await noteSent(deps, leased);
    } catch (error) {
      if (signal.aborted || !isTransientError(error)) throw error;
      deps.logger.warn({ err: error, message: leased.messageId }, 'a sent message is not noted yet');
      await pause(NOTE_AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

async function noteSent({ database, clock }: DeliveryDeps, leased: Leased): Promise<void> {
  await database.transaction(async (connection) => {
    const now = clock.now();
    const sent = { status: 'sent', settledAt: now, lastError: null, ...FREE };
    await updateOne(connection, 'outbox', ownedBy(leased), sent);
    await noteEvent(connection, { id: leased.id, at: now, event: 'sent', detail: null });
  });
}

/** Drains: another process need not wait for the lease. */
async function putBack(db: Queryable, leased: Leased): Promise<void> {
  await updateOne(db, 'outbox', ownedBy(leased), { ...FREE, attempts: leased.attempts - 1 });
}

function isHopeless({ attempts }: Leased, error: unknown): boolean {
  return attempts >= MOST_ATTEMPTS || (error instanceof DeliveryError && error.hopeless);
}

async function noteFailure(
  { database, clock }: DeliveryDeps,
  leased: Leased,
  { error, gaveUp }: { error: unknown; gaveUp: boolean },
): Promise<void> {
  const now = clock.now();
  const nextAttemptAt = new Date(now.getTime() + retryDelayMs(leased.attempts, Math.random()));
  const lastError = issueText(error);
  const state = gaveUp ? { status: 'dead', settledAt: now } : { status: 'waiting', settledAt: null };
  await database.transaction(async (connection) => {
    await updateOne(connection, 'outbox', ownedBy(leased), { ...state, nextAttemptAt, lastError, ...FREE });
    const event = gaveUp ? 'gaveUp' : 'failed';
    await noteEvent(connection, { id: leased.id, at: now, event, detail: lastError });
  });
}

const NOTE_EVENT = command(
  'INSERT INTO outbox_event (outbox_id, at, event, detail, user_name) VALUES ($1, $2, $3, $4, $5)',
);

async function noteEvent(
  connection: Queryable,
  { id, at, event, detail }: { id: string; at: Date; event: 'sent' | 'failed' | 'gaveUp'; detail: string | null },
): Promise<void> {
  await run(connection, NOTE_EVENT, [id, at, event, detail, SYSTEM.userName]);
}
