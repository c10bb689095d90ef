import type { BodyOf, ENDPOINTS } from '@portal/contracts';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { ask, askOne, command, run, statement } from '../../db/statement.ts';
import { centsSql } from '../../db/price-columns.ts';
import { wrongState } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import { EFFECTIVE_PRICE, lockPharmacyRows } from '../price-writing/index.ts';
import type { Shelf } from './read-labels.ts';

type Marked = BodyOf<typeof ENDPOINTS.markLabelsPrinted>['labels'];
type Writing = { database: Database; clock: Clock };

/** Milliseconds: a second click, or a repeated call. */
const REPEAT_MS = 60_000;
const RETAINED_PRINTS = 10;

const FORGET_LABELS = command('DELETE FROM shelf_label WHERE apo_id = $1');

/** Rule 16.9: the first print takes all else as right. No history entry. */
export function markPrinted(
  { database, clock }: Writing,
  { apoId, listApoId }: Shelf,
  { labels, actor }: { labels: Marked; actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const now = clock.now();
    if (await isRepeated(connection, apoId, { labels, actor, since: new Date(now.getTime() - REPEAT_MS) })) return;
    const { printed } = await askOne(connection, HAS_PRINTED, [apoId]);
    if (!printed) {
      await run(connection, FORGET_LABELS, [apoId]);
      await run(connection, TAKE_FOR_RIGHT, [apoId, listApoId]);
    }
    const pzns = textArray(labels.map(({ pzn }) => pzn));
    const prices = plainArray(labels.map(({ price }) => price));
    const { subject, userName } = actor;
    await run(connection, MARK, [apoId, listApoId, pzns, prices, subject, userName, now]);
    await run(connection, FORGET_ITEMS, [apoId, RETAINED_PRINTS]);
  });
}

async function isRepeated(
  connection: pg.PoolClient,
  apoId: number,
  { labels, actor, since }: { labels: Marked; actor: Actor; since: Date },
): Promise<boolean> {
  const last = await ask(connection, JUST_MARKED, [apoId, actor.subject, since]);
  if (last.length === 0) return false;
  const given = new Map(labels.map(({ pzn, price }) => [pzn, price]));
  return last.every(({ pzn, price }) => given.get(pzn) === price) && last.length === given.size;
}

const JUST_MARKED = statement(
  { pzn: 'text', price: 'int?' },
  `SELECT i.pzn, ${centsSql('s.price')} AS price
     FROM label_print p
     JOIN label_print_item i ON i.apo_id = $1 AND i.print_id = p.id
     JOIN shelf_label s ON s.apo_id = $1 AND s.pzn = i.pzn
    WHERE p.apo_id = $1 AND p.actor = $2 AND p.printed_at >= $3
      AND p.id = (SELECT max(id) FROM label_print WHERE apo_id = $1 AND undone_at IS NULL)`,
);

const HAS_PRINTED = statement(
  { printed: 'bool' },
  'SELECT EXISTS (SELECT FROM label_print WHERE apo_id = $1 AND undone_at IS NULL) AS printed',
);

const TAKE_FOR_RIGHT = command(`INSERT INTO shelf_label (apo_id, pzn, product_group, price)
  SELECT $1, pzn, product_group, ${EFFECTIVE_PRICE} FROM price_item i WHERE apo_id = $2 AND ${EFFECTIVE_PRICE} IS NOT NULL`);

const MARK = command(`WITH given AS (
    SELECT DISTINCT ON (pzn) pzn, coalesce(i.product_group, s.product_group) AS product_group, cents::numeric / 100 AS price,
           s.price AS former_price
      FROM unnest($3::text[], $4::int[]) AS given(pzn, cents)
      LEFT JOIN (SELECT pzn, product_group FROM price_item WHERE apo_id = $2) i USING (pzn)
      LEFT JOIN (SELECT pzn, product_group, price FROM shelf_label WHERE apo_id = $1) s USING (pzn)
     WHERE coalesce(i.product_group, s.product_group) IS NOT NULL),
  print AS (
    INSERT INTO label_print (apo_id, actor, user_name, printed_at, labels, removed)
    SELECT $1, $5, $6, $7, count(price), count(*) - count(price) FROM given RETURNING id),
  items AS (
    INSERT INTO label_print_item (apo_id, print_id, pzn, former_price)
    SELECT $1, print.id, pzn, former_price FROM given, print)
  INSERT INTO shelf_label AS shelf (apo_id, pzn, product_group, price)
  SELECT $1, pzn, product_group, price FROM given
  ON CONFLICT (apo_id, pzn) DO UPDATE SET price = excluded.price, product_group = excluded.product_group`);

/** $2: prints that keep their former labels. */
const FORGET_ITEMS = command(`
  DELETE FROM label_print_item WHERE apo_id = $1 AND print_id <> ALL (ARRAY(
    SELECT id FROM label_print WHERE apo_id = $1 AND undone_at IS NULL ORDER BY id DESC LIMIT $2))`);

/**
 * Rule 16.9.
 * @throws PortalError 409
 */
export function undoPrint({ database, clock }: Writing, { apoId }: Shelf, printId: number): Promise<void> {
  return database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const undone = await ask(connection, UNDO_PRINT, [apoId, printId, clock.now()]);
    if (undone.length === 0) throw wrongState(TEXT.labels.notTheLast);
    await run(connection, UNDO_LABELS, [apoId, printId]);
  });
}

const UNDO_PRINT = statement(
  { id: 'bigint' },
  `UPDATE label_print SET undone_at = $3 WHERE apo_id = $1 AND id = $2
      AND id = (SELECT max(id) FROM label_print WHERE apo_id = $1 AND undone_at IS NULL)
      AND EXISTS (SELECT FROM label_print_item WHERE apo_id = $1 AND print_id = $2) RETURNING id`,
);

const UNDO_LABELS = command(`
  UPDATE shelf_label s SET price = i.former_price FROM label_print_item i
   WHERE s.apo_id = $1 AND i.apo_id = $1 AND i.print_id = $2 AND i.pzn = s.pzn`);
