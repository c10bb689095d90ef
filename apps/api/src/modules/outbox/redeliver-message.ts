import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, command, run, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import type { MessagePayloads } from './messages.ts';

const LOCK_MESSAGE = statement(
  { status: 'text', apoId: 'int?', task: typed<MessagePayloads['taskClosed']['task'] | null>('json?') },
  `SELECT status, apo_id AS "apoId", payload -> 'task' AS task FROM outbox WHERE id = $1 FOR UPDATE`,
);

const REDELIVER = command(
  `INSERT INTO outbox_event (outbox_id, at, event, user_name, actor) VALUES ($1, $2, 'redelivered', $3, $4)`,
);

/** @throws PortalError 404, 409 */
export function redeliverMessage(
  deps: { database: Database; clock: Clock },
  { id, actor }: { id: number; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const now = deps.clock.now();
    const rows = await ask(connection, LOCK_MESSAGE, [id]);
    const message = rows[0];
    if (!message) throw notFound();
    if (message.status !== 'dead') throw wrongState(TEXT.messageNotDead);
    const anew = { status: 'waiting', attempts: 0, settledAt: null, nextAttemptAt: now };
    await updateOne(connection, 'outbox', { id, status: 'dead' }, anew);
    await run(connection, REDELIVER, [id, now, actor.userName, actor.subject]);
    const { apoId, task } = message;
    if (apoId === null || task === null) return;
    await writeHistory(connection, {
      apoId,
      at: now,
      event: TEXT.event.taskMessageRepeated,
      actor,
      productGroup: task.productGroup,
      update: { kind: task.kind, id: task.importId },
      hasLog: false,
    });
  });
}
