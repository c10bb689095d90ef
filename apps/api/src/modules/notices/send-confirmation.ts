import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import type { Mailer, Sender } from '../outbox/index.ts';
import { DAY_MS, UNCONFIRMED_DAYS } from './periods.ts';
import { issueLink } from './links.ts';
import { confirmationMail } from './notice-texts.ts';
import { renderMail } from './render-mail.ts';

const UNCONFIRMED = statement(
  { apoId: 'int', address: 'text', createdAt: 'time', proposed: 'bool', pharmacy: 'text' },
  `SELECT a.apo_id AS "apoId", a.address, a.created_at AS "createdAt", a.subject IS NULL AS proposed, p.name AS pharmacy
     FROM notice_address a JOIN pharmacy p USING (apo_id) WHERE a.apo_id = $1 AND a.id = $2 AND a.confirmed_at IS NULL`,
);

/** Rule 15.1. */
export function createConfirmationSender(deps: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  baseUrl: string;
}): Sender<'noticeConfirmation'> {
  const { database, clock, mailer, baseUrl } = deps;
  return async ({ messageId, apoId, payload: { addressId } }, signal) => {
    const [unconfirmed] = await ask(database.pool, UNCONFIRMED, [apoId, addressId]);
    if (!unconfirmed) return;
    // Not from the mail, which may come late.
    const until = new Date(unconfirmed.createdAt.getTime() + UNCONFIRMED_DAYS * DAY_MS);
    if (until <= clock.now()) return;
    const token = await issueLink(database.pool, {
      apoId: unconfirmed.apoId,
      addressId,
      purpose: 'confirm',
      expiresAt: until,
    });
    const content = confirmationMail(unconfirmed, { url: `${baseUrl}/mail/bestaetigen#${token}`, until });
    const to = { name: '', address: unconfirmed.address };
    await mailer.send({ messageId, to, subject: content.subject, ...renderMail(content) }, signal);
  };
}
