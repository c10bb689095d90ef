import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Database } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import type { Mailer, Sender } from '../outbox/index.ts';
import { deliveryMail } from './notice-texts.ts';
import { renderMail } from './render-mail.ts';

const UNDECIDED = statement(
  {
    kind: typed<UpdateKind>('text'),
    group: typed<ProductGroup>('text'),
    arrivedAt: 'time',
    pharmacy: 'text',
  },
  `SELECT d.kind, d.product_group AS "group", d.arrived_at AS "arrivedAt", p.name AS pharmacy
     FROM delivery d JOIN pharmacy p USING (apo_id) WHERE d.apo_id = $1 AND d.id = $2 AND d.state = 'open'`,
);

/** Rule 20.16; one that has been decided about meanwhile is not told. */
export function createDeliverySender(deps: {
  database: Database;
  mailer: Mailer;
  baseUrl: string;
}): Sender<'delivery'> {
  const { database, mailer, baseUrl } = deps;
  return async ({ messageId, apoId, payload: { to, deliveryId } }, signal) => {
    const [delivery] = await ask(database.pool, UNDECIDED, [apoId, deliveryId]);
    if (!delivery) return;
    const content = deliveryMail(delivery, `${baseUrl}/admin/deliveries`);
    await mailer.send(
      { messageId, to: { name: '', address: to }, subject: content.subject, ...renderMail(content) },
      signal,
    );
  };
}
