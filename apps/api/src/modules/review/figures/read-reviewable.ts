import type pg from 'pg';
import { askOne, statement } from '../../../db/statement.ts';
import { readUpdateRows, type UpdateRow } from '../../price-updates/index.ts';
import { readContext } from '../read-context.ts';
import type { Reviewable } from './figures-of.ts';

/** For a child process. */
export async function readReviewable(db: pg.Pool, update: UpdateRow, now: Date): Promise<Reviewable> {
  const [parts, context] = await Promise.all([readUpdateRows(db, update, 'columns'), readContext(db, update)]);
  const { kind, status } = update;
  return { kind, approved: status > 0, rows: Buffer.concat(parts), context, now: Math.floor(now.getTime() / 1000) };
}

/** Names the state of package, lists and products that a review is of. */
export async function readState(db: pg.Pool, { apoId, id, version }: UpdateRow, now: Date): Promise<string> {
  const { lists, products } = await askOne(db, VERSIONS, [apoId]);
  // Own prices grow older day by day.
  return JSON.stringify([id, version, lists, products, now.toISOString().slice(0, 10)]);
}

const VERSIONS = statement(
  { lists: 'text?', products: 'bigint' },
  `SELECT (SELECT string_agg(product_group || version, ' ' ORDER BY product_group) FROM list_version WHERE apo_id = $1) AS lists,
          (SELECT version FROM product_master) AS products`,
);
