import type { PriceHistoryEntry } from '@portal/contracts';
import type { PriceType } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';

type Row = {
  createdAt: Date;
  event: string;
  username: string;
  avp: string | null;
  priceNew: string | null;
  negative: PriceType | null;
};

/** More changes than this of one product are not shown; twice a month makes 20 years. */
const MAX_ENTRIES = 500;

/** Effective price changes of one product, newest first (rule 4.18). */
export async function readPriceHistory(db: Queryable, apoId: number, pzn: string): Promise<PriceHistoryEntry[]> {
  const { rows } = await db.query<Row>(
    `SELECT created_at AS "createdAt", event, user_name AS username, avp, new_price AS "priceNew", new_type AS negative
       FROM price_change WHERE apo_id = $1 AND pzn = $2 ORDER BY id DESC LIMIT ${MAX_ENTRIES}`,
    [apoId, pzn],
  );
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    avp: row.avp === null ? null : Number(row.avp),
    priceNew: row.priceNew === null ? null : Number(row.priceNew),
  }));
}
