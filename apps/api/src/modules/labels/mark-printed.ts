import type { BodyOf, ENDPOINTS } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { wrongState } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import { EFFECTIVE_PRICE, lockPharmacyRows } from '../price-writing/index.ts';
import type { Shelf } from './read-labels.ts';

type Marked = BodyOf<typeof ENDPOINTS.markLabelsPrinted>['labels'];
type Writing = { database: Database; clock: Clock };

/**
 * Keeps what labels say from now on (rule 16.9). With the first print everything else on the lists is taken to be right on the
 * shelf. What is neither on a list nor on the shelf is left out. No price changes and there is no entry in the history.
 */
export function markPrinted(
  { database, clock }: Writing,
  { apoId, listApoId }: Shelf,
  { labels, actor }: { labels: Marked; actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const { printed } = await askOne(connection, HAS_PRINTED, [apoId]);
    if (!printed) {
      await connection.query('DELETE FROM shelf_label WHERE apo_id = $1', [apoId]);
      await connection.query(TAKE_FOR_RIGHT, [apoId, listApoId]);
    }
    const pzns = labels.map(({ pzn }) => pzn);
    const prices = labels.map(({ price }) => price);
    const { subject, userName } = actor;
    await connection.query(MARK, [apoId, listApoId, pzns, prices, subject, userName, clock.now()]);
  });
}

const HAS_PRINTED = statement<{ printed: boolean }>(
  { printed: 'bool' },
  'SELECT EXISTS (SELECT FROM label_print WHERE apo_id = $1 AND undone_at IS NULL) AS printed',
);

const TAKE_FOR_RIGHT = `INSERT INTO shelf_label (apo_id, pzn, product_group, price)
  SELECT $1, pzn, product_group, ${EFFECTIVE_PRICE} FROM price_item i WHERE apo_id = $2 AND ${EFFECTIVE_PRICE} IS NOT NULL`;

const MARK = `WITH given AS (
    SELECT DISTINCT ON (pzn) pzn, coalesce(i.product_group, s.product_group) AS product_group, cents::numeric / 100 AS price
      FROM unnest($3::text[], $4::int[]) AS given(pzn, cents)
      LEFT JOIN (SELECT pzn, product_group FROM price_item WHERE apo_id = $2) i USING (pzn)
      LEFT JOIN (SELECT pzn, product_group FROM shelf_label WHERE apo_id = $1) s USING (pzn)
     WHERE coalesce(i.product_group, s.product_group) IS NOT NULL),
  print AS (
    INSERT INTO label_print (apo_id, actor, user_name, printed_at, labels, removed)
    SELECT $1, $5, $6, $7, count(price), count(*) - count(price) FROM given RETURNING id)
  INSERT INTO shelf_label AS shelf (apo_id, pzn, product_group, price, print_id)
  SELECT $1, pzn, product_group, price, print.id FROM given, print
  ON CONFLICT (apo_id, pzn) DO UPDATE
     SET former_price = shelf.price, price = excluded.price, product_group = excluded.product_group, print_id = excluded.print_id`;

/**
 * Takes the last print back (rule 16.9): its labels say again what they said before.
 * @throws PortalError 409 when it is not the last, or has been taken back already
 */
export function undoPrint({ database, clock }: Writing, { apoId }: Shelf, printId: number): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const undone = await ask(connection, UNDO_PRINT, [apoId, printId, clock.now()]);
    if (undone.length === 0) throw wrongState(TEXT.labels.notTheLast);
    await connection.query(UNDO_LABELS, [apoId, printId]);
  });
}

const UNDO_PRINT = statement<{ id: string }>(
  { id: 'bigint' },
  `UPDATE label_print SET undone_at = $3 WHERE apo_id = $1 AND id = $2
      AND id = (SELECT max(id) FROM label_print WHERE apo_id = $1 AND undone_at IS NULL) RETURNING id`,
);

const UNDO_LABELS =
  'UPDATE shelf_label SET price = former_price, former_price = NULL, print_id = NULL WHERE apo_id = $1 AND print_id = $2';
