import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import type { Mailer, Sender } from '../outbox/index.ts';
import { DAY_MS } from './addresses.ts';
import { issueLink, LINK_DAYS } from './links.ts';
import { confirmationMail } from './notice-texts.ts';
import { renderMail } from './render-mail.ts';

const UNCONFIRMED = statement<{ apoId: number; address: string; proposed: boolean; pharmacy: string }>(
  { apoId: 'int', address: 'text', proposed: 'bool', pharmacy: 'text' },
  `SELECT a.apo_id AS "apoId", a.address, a.subject IS NULL AS proposed, p.name AS pharmacy
     FROM notice_address a JOIN pharmacy p USING (apo_id) WHERE a.apo_id = $1 AND a.id = $2 AND a.confirmed_at IS NULL`,
);

/** Mails the link that confirms an address (rule 15.1); nothing when it is gone or confirmed by now. */
export function createConfirmationSender(deps: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  baseUrl: string;
}): Sender<'noticeConfirmation'> {
  const { database, clock, mailer, baseUrl } = deps;
  return async ({ messageId, apoId, payload: { addressId } }, signal) => {
    const [asked] = await ask(database.pool, UNCONFIRMED, [apoId, addressId]);
    if (!asked) return;
    const now = clock.now();
    const token = await issueLink(database.pool, { apoId: asked.apoId, addressId, purpose: 'confirm', now });
    const content = confirmationMail(asked, {
      url: `${baseUrl}/mail/bestaetigen#${token}`,
      until: new Date(now.getTime() + LINK_DAYS.confirm * DAY_MS),
    });
    const to = { name: '', address: asked.address };
    await mailer.send({ messageId, to, subject: content.subject, ...renderMail(content) }, signal);
  };
}
