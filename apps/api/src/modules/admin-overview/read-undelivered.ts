import { OVERVIEW_MESSAGES, type MessageEvent, type UndeliveredMessage } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed, type RowOf } from '../../db/statement.ts';
import { notFound } from '../../http/errors.ts';
import type { MessageKind, MessagePayloads } from '../outbox/index.ts';

/** Two partial indexes stay small. */
const UNDELIVERED = `(SELECT * FROM outbox WHERE status = 'dead' UNION ALL SELECT * FROM outbox WHERE status = 'waiting')`;

const LIST_UNDELIVERED = statement(
  {
    id: 'bigint',
    kind: typed<MessageKind>('text'),
    status: typed<'waiting' | 'dead'>('text'),
    createdAt: 'time',
    attempts: 'int',
    nextAttemptAt: 'time',
    lastError: 'text?',
    payload: typed<MessagePayloads[MessageKind]>('json'),
    apoId: 'int?',
    crmCompanyId: 'int?',
    token: 'text?',
    name: 'text?',
  },
  `SELECT o.id, o.kind, o.status, o.created_at AS "createdAt", o.attempts, o.next_attempt_at AS "nextAttemptAt",
            o.last_error AS "lastError", o.payload, p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.token, p.name
       FROM ${UNDELIVERED} o LEFT JOIN pharmacy p USING (apo_id)
      ORDER BY o.status, o.id LIMIT $1`,
);

type Row = RowOf<typeof LIST_UNDELIVERED>;

const COUNT_UNDELIVERED = statement({ total: 'int' }, `SELECT count(*)::int AS total FROM ${UNDELIVERED} o`);

export async function readUndelivered(
  db: Queryable,
  limit = OVERVIEW_MESSAGES,
): Promise<{ messages: UndeliveredMessage[]; messageTotal: number }> {
  const [list, count] = await Promise.all([ask(db, LIST_UNDELIVERED, [limit]), ask(db, COUNT_UNDELIVERED)]);
  return { messages: list.map(present), messageTotal: count[0]?.total ?? 0 };
}

function present(row: Row): UndeliveredMessage {
  const { apoId, crmCompanyId, token, name } = row;
  return {
    id: Number(row.id),
    kind: row.kind,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    attempts: row.attempts,
    nextAttemptAt: row.status === 'dead' ? null : row.nextAttemptAt.toISOString(),
    lastError: row.lastError,
    to: 'to' in row.payload ? row.payload.to : null,
    task: 'task' in row.payload ? row.payload.task : null,
    pharmacy:
      apoId !== null && crmCompanyId !== null && token !== null && name !== null
        ? { apoId, crmCompanyId, token, name }
        : null,
  };
}

const MESSAGE_EVENTS = statement<Omit<MessageEvent, 'at'> & { at: Date | null }>(
  { at: 'time?', event: 'text', detail: 'text?', userName: 'text' },
  `SELECT e.at, e.event, e.detail, e.user_name AS "userName"
     FROM outbox o LEFT JOIN outbox_event e ON e.outbox_id = o.id WHERE o.id = $1 ORDER BY e.id DESC LIMIT 200`,
);

/**
 * What became of a message, the latest first.
 * @throws PortalError 404
 */
export async function readMessageEvents(db: Queryable, id: number): Promise<MessageEvent[]> {
  const rows = await ask(db, MESSAGE_EVENTS, [id]);
  if (rows.length === 0) throw notFound();
  return rows.flatMap(({ at, ...event }) => (at ? [{ ...event, at: at.toISOString() }] : []));
}
