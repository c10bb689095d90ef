import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import type { Mailer, MessagePayloads, Sender } from '../outbox/index.ts';
import { issueLink } from './links.ts';
import { deadlineMail, onHoldMail, releasedMail, reminderMail, type Told } from './notice-texts.ts';
import { DAY_MS, WITHDRAW_DAYS } from './periods.ts';
import { recipientSalt, recipientSql, recipientsSql, seenSince } from './recipients.ts';
import { renderMail } from './render-mail.ts';

/** Rule 14.37. */
export type ReadToReview = (update: {
  apoId: number;
  kind: UpdateKind;
  id: number;
  group: ProductGroup;
}) => Promise<number>;

type Notice = MessagePayloads['notice'];
type Row = Omit<Told, 'toReview'> & {
  id: number;
  apoId: number;
  addressId: string;
  address: string;
  ready: boolean;
  heldAt: Date | null;
};

const TOLD = statement<Row>(
  {
    id: 'int',
    apoId: 'int',
    kind: 'text',
    group: 'text',
    pharmacy: 'text',
    firstCalculation: 'bool',
    itemCount: 'int',
    autoActionAt: 'time?',
    autoAction: 'text?',
    heldAt: 'time?',
    heldRows: 'int?',
    holds: 'bool',
    ready: 'bool',
    addressId: 'bigint',
    address: 'text',
  },
  `SELECT u.id, u.apo_id AS "apoId", u.kind, u.product_group AS "group", p.name AS pharmacy,
          u.first_calculation AS "firstCalculation", u.item_count AS "itemCount", u.auto_action_at AS "autoActionAt",
          u.auto_action AS "autoAction", u.held_at AS "heldAt", u.held_rows AS "heldRows", u.ready_for_approval AS ready,
          coalesce((l.guardrails ->> 'holdOnBreach')::boolean, false) AS holds,
          r.id AS "addressId", r.address
     FROM price_update u JOIN pharmacy p USING (apo_id) JOIN (${recipientsSql('$3')}) r USING (apo_id)
     LEFT JOIN list_version l ON l.apo_id = u.apo_id AND l.product_group = u.product_group
    WHERE u.apo_id = $4 AND r.apo_id = $4 AND u.id = $1 AND u.status = 0
      AND (r.id = $2 OR ${recipientSql('r.address', '$5')} = $6)`,
);

/** Rule 15.3; not sent when what it tells is over. Rule 15.4. */
export function createNoticeSender(deps: {
  database: Database;
  clock: Clock;
  mailer: Mailer;
  baseUrl: string;
  linkSecret: string;
  readToReview: ReadToReview;
}): Sender<'notice'> {
  const { database, clock, mailer, baseUrl, readToReview } = deps;
  const salt = recipientSalt(deps.linkSecret);
  return async ({ messageId, apoId, payload }, signal) => {
    const now = clock.now();
    const { updateId, addressId, recipient = null } = payload;
    const [row] = await ask(database.pool, TOLD, [updateId, addressId, seenSince(now), apoId, salt, recipient]);
    if (!row || !stillHolds(payload, row, now)) return;
    const told = { ...row, toReview: await readToReview(row) };
    const letter = await letterOf(payload, told);
    const token = await issueLink(database.pool, {
      apoId: row.apoId,
      addressId: row.addressId,
      purpose: 'withdraw',
      expiresAt: new Date(now.getTime() + WITHDRAW_DAYS * DAY_MS),
    });
    const content = {
      ...letter,
      action: { label: 'Zu TruePrice', url: `${baseUrl}/` },
      foot: `Sie bekommen diese E-Mail, weil diese Adresse für die ${row.pharmacy} bestätigt ist. Bitte antworten Sie nicht darauf.`,
      end: { label: 'Keine E-Mails mehr', url: `${baseUrl}/mail/abmelden#${token}` },
    };
    const to = { name: '', address: row.address };
    const headers = {
      'List-Unsubscribe': `<${baseUrl}/api/notices/withdraw/${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    };
    await mailer.send({ messageId, to, subject: letter.subject, ...renderMail(content), headers }, signal);
  };

  async function letterOf(payload: Notice, told: Told & { apoId: number }) {
    switch (payload.about) {
      case 'released':
        return releasedMail(told);
      case 'deadline':
        return deadlineMail(told, new Date(payload.moment));
      case 'held':
        return onHoldMail(told);
      case 'reminder':
        return reminderMail(told, await askOne(database.pool, REMINDER, [told.apoId, payload.reminderId]));
    }
  }
}

const REMINDER = statement(
  { title: 'text', text: 'text' },
  'SELECT title, text FROM lzd_reminder WHERE apo_id = $1 AND id = $2',
);

function stillHolds({ about, moment }: Notice, row: Row, now: Date): boolean {
  const at = new Date(moment).getTime();
  switch (about) {
    case 'released':
    case 'reminder':
      return row.ready;
    case 'deadline':
      return row.autoActionAt?.getTime() === at && at > now.getTime();
    case 'held':
      return row.heldAt?.getTime() === at;
  }
}
