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
 * What is to be told now and has not been: an LZD that was released (for two weeks, also to who confirms later), a package within 48
 * and again within 24 hours of its deadline, one that waits for a person instead. Hours are hours, also when the clocks change. A
 * deadline that is moved is another one and told anew. The key names the mailbox, not the row of its address: when one of two people with the
 * same address ends their mails, the other row does not bring the same mail again. Keys of before named the row. By `OFFSET 0` the rows come over as a whole, since messages are not kept by pharmacy
 * (ADR 65).
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
             SELECT u.id, apo_id, 'deadline', CASE WHEN auto_action_at > $1::timestamptz + interval '24 hours' THEN '48' ELSE '24' END,
                    auto_action_at
               FROM price_update u JOIN pharmacy p USING (apo_id)
              WHERE status = 0 AND auto_action_at > $1 AND auto_action_at <= $1::timestamptz + interval '48 hours' AND p.active <> 3
              UNION ALL
             SELECT id, apo_id, 'held', 'held', held_at
               FROM price_update WHERE status = 0 AND held_at > $1::timestamptz - interval '3 days') told
       JOIN (${recipientsSql('$2')}) r USING (apo_id) OFFSET 0) due
    WHERE NOT EXISTS (SELECT FROM outbox o WHERE o.once_key IN (due."onceKey", due."formerKey"))
    ORDER BY moment, "updateId", "addressId" LIMIT 5000`,
);

/**
 * Puts mails about what has happened or is about to into the outbox (rule 15.3). Any number of processes may do so at once, and after
 * any outage: each mail has a key of its own that the outbox takes once.
 * @returns how many there were to write
 */
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
