import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, statement } from '../../db/statement.ts';
import { type MessagePayloads, writeMessage } from '../outbox/index.ts';
import { recipientSalt, recipientSql, recipientsSql, seenSince } from './recipients.ts';

type Due = {
  onceKey: string;
  addressId: string;
  recipient: string;
  apoId: number;
  updateId: number;
  about: MessagePayloads['notice']['about'];
  moment: Date;
};

const RECIPIENT = recipientSql('r.address', '$3');

/**
 * Keyed by mailbox, so that a second row of the same address brings no second mail. A moved deadline is announced anew.
 * OFFSET 0: messages are not stored by pharmacy (ADR 65).
 */
const DUE = statement<Due & { formerKey: string }>(
  {
    onceKey: 'text',
    formerKey: 'text',
    addressId: 'bigint',
    recipient: 'text',
    apoId: 'int',
    updateId: 'int',
    about: 'text',
    moment: 'time',
  },
  `SELECT * FROM (
     SELECT concat_ws('/', 'notice', told.step, told.id, extract(epoch FROM told.moment)::bigint, ${RECIPIENT}) AS "onceKey",
            concat_ws('/', 'notice', told.step, told.id, extract(epoch FROM told.moment)::bigint, r.id) AS "formerKey",
            r.id AS "addressId", ${RECIPIENT} AS recipient, told.apo_id AS "apoId", told.id AS "updateId", told.about, told.moment
       FROM (SELECT id, apo_id, 'released' AS about, 'released' AS step, released_at AS moment
               FROM price_update
              WHERE status = 0 AND kind IN ${kindsSql('needsRelease')} AND ready_for_approval
                AND released_at > $1::timestamptz - interval '14 days'
              UNION ALL
             SELECT id, apo_id, 'deadline', CASE WHEN auto_action_at > $1::timestamptz + interval '24 hours' THEN '48' ELSE '24' END,
                    auto_action_at
               FROM price_update
              WHERE status = 0 AND auto_action_at > $1 AND auto_action_at <= $1::timestamptz + interval '48 hours'
              UNION ALL
             SELECT id, apo_id, 'held', 'held', held_at
               FROM price_update WHERE status = 0 AND held_at > $1::timestamptz - interval '3 days') told
       JOIN (${recipientsSql('$2')}) r USING (apo_id) OFFSET 0) due
    WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.once_key IN (due."onceKey", due."formerKey"))
    ORDER BY moment, "updateId", "addressId" LIMIT 5000`,
);

/** Rule 15.3; any number of processes: each mail has a key. */
export async function writeDueNotices({
  config,
  database,
  clock,
  logger,
}: {
  config: { mail: Pick<Config['mail'], 'linkSecret'> };
  database: Database;
  clock: Clock;
  logger: Logger;
}): Promise<number> {
  const at = clock.now();
  const due = await ask(database.pool, DUE, [at, seenSince(at), recipientSalt(config.mail.linkSecret)]);
  for (const { onceKey, formerKey: _former, apoId, moment, ...rest } of due) {
    const payload = { ...rest, moment: moment.toISOString() };
    await writeMessage(database.pool, { kind: 'notice', payload, apoId, at, onceKey });
  }
  if (due.length > 0) logger.info({ notices: due.length }, 'mails to pharmacies are due');
  return due.length;
}
