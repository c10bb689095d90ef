import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, statement } from '../../db/statement.ts';
import { isoDay, type ProductGroup } from '@portal/rules';
import { notFound, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { writeMessage } from '../outbox/index.ts';
import { NOTICE_TEXT } from './notice-texts.ts';
import { readRecipients } from './recipients.ts';

const RELEASED_LZD = statement<{ group: ProductGroup; released: boolean; moment: Date; cancelled: boolean }>(
  { group: 'text', released: 'bool', moment: 'time', cancelled: 'bool' },
  `SELECT product_group AS "group", status = 0 AND ready_for_approval AS released, coalesce(released_at, created_at) AS moment,
          (SELECT active = 3 FROM pharmacy WHERE apo_id = $2) AS cancelled
     FROM price_update WHERE id = $1 AND apo_id = $2 AND kind IN ${kindsSql('needsRelease')}`,
);

const STORE = statement(
  { id: 'int' },
  `INSERT INTO lzd_reminder (apo_id, update_id, day, sent_at, user_name, title, text, recipients)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (apo_id, update_id, day) DO NOTHING RETURNING id`,
);

/**
 * Rule 15.6; once a day.
 * @throws PortalError 404, 409
 */
export function remindOfLzd(
  { database, clock, salt }: { database: Database; clock: Clock; salt: string },
  { apoId, lzdId, title, text, actor }: { apoId: number; lzdId: number; title: string; text: string; actor: Actor },
): Promise<number> {
  return database.transaction(async (connection) => {
    const [lzd] = await ask(connection, RELEASED_LZD, [lzdId, apoId]);
    if (!lzd) throw notFound();
    if (!lzd.released) throw wrongState(NOTICE_TEXT.notReleased);
    if (lzd.cancelled) throw wrongState(NOTICE_TEXT.cancelled);
    const at = clock.now();
    const recipients = await readRecipients(connection, { apoId, now: at, salt });
    if (recipients.length === 0) throw wrongState(NOTICE_TEXT.noAddress);
    const values = [apoId, lzdId, isoDay(at), at, actor.userName, title, text, recipients.length];
    const [reminder] = await ask(connection, STORE, values);
    if (!reminder) throw wrongState(NOTICE_TEXT.remindedToday);
    for (const { id: addressId, recipient } of recipients) {
      const about = {
        about: 'reminder',
        updateId: lzdId,
        moment: lzd.moment.toISOString(),
        reminderId: reminder.id,
      } as const;
      const onceKey = `reminder/${reminder.id}/${recipient}`;
      await writeMessage(connection, {
        kind: 'notice',
        payload: { addressId, recipient, ...about },
        apoId,
        at,
        onceKey,
      });
    }
    const update = { kind: 'LZD', id: lzdId } as const;
    const entry = { apoId, at, event: NOTICE_TEXT.reminded, actor, productGroup: lzd.group, update, hasLog: false };
    await writeHistory(connection, entry);
    return recipients.length;
  });
}
