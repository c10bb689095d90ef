import type { DueReview, Reminder } from '@portal/contracts';
import { isoDay, type ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, prepared, statement } from '../../db/statement.ts';
import { invalidRows } from '../../http/errors.ts';
import {
  dueForReviewSql,
  EFFECTIVE_PRICE,
  FIXED,
  lockList,
  renewReviews,
  restoreReviews,
} from '../price-writing/index.ts';

type List = { readonly apoId: number; readonly group: ProductGroup };

/** Rule 19.4. */
export function readDueReviews(db: Queryable, { apoId, group }: List, now: Date): Promise<DueReview[]> {
  return ask(db, DUE, [apoId, group, isoDay(now)]);
}

const DUE = prepared(
  statement(
    { pzn: 'text', since: 'text', aep: 'int?', avp: 'int?', umfeld: 'int?' },
    `SELECT i.pzn, i.review_since::text AS since, ${centsSql('i.review_aep')} AS aep, ${centsSql('i.review_avp')} AS avp,
            ${centsSql('i.review_umfeld')} AS umfeld
       FROM price_item i JOIN pharmacy p USING (apo_id)
      WHERE i.apo_id = $1 AND i.product_group = $2 AND ${dueForReviewSql('$3')} ORDER BY i.pzn`,
  ),
);

/** Those of which somebody is reminded later (rule 19.6). */
export function readReminders(db: Queryable, { apoId, group }: List, now: Date): Promise<Reminder[]> {
  return ask(db, REMINDERS, [apoId, group, isoDay(now)]);
}

const REMINDERS = prepared(
  statement(
    { pzn: 'text', day: 'text' },
    `SELECT i.pzn, i.review_due::text AS day FROM price_item i
      WHERE i.apo_id = $1 AND i.product_group = $2 AND i.price_type = 3 AND i.base_type IS NULL AND i.review_reminds
        AND i.review_due > $3::date ORDER BY i.pzn`,
  ),
);

/** How many of a list, for the start page: $1 is the pharmacy, $2 the day in Berlin. */
export const dueCountSql = (group: string) => `(SELECT count(*)::int FROM price_item i JOIN pharmacy p USING (apo_id)
            WHERE i.apo_id = $1 AND i.product_group = ${group} AND ${dueForReviewSql('$2')})`;

type Shown = { readonly pzn: string; readonly price: number | null };

/**
 * 'bleibt' (rule 19.5), also while row or list are locked: no price changes.
 * @throws PortalError 403, 422
 */
export function keepFixedPrices(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, group }: List,
  rows: readonly Shown[],
): Promise<number> {
  return database.transaction(async (connection) => {
    await lockList(connection, { apoId, group });
    const pzns = textArray(rows.map(({ pzn }) => pzn));
    const others = await ask(connection, OTHERS, [apoId, group, pzns, plainArray(rows.map(({ price }) => price))]);
    if (others.length > 0) throw invalidRows(others.map(({ pzn }) => ({ pzn, message: NOT_AS_SHOWN })));
    return renewReviews(connection, { apoId, group, pzns, at: clock.now() });
  });
}

/** Of today, at the price that was shown (rule 19.5). */
export function takeBackKept(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, group }: List,
  rows: readonly (DueReview & Shown)[],
): Promise<number> {
  return database.transaction(async (connection) => {
    await lockList(connection, { apoId, group });
    return restoreReviews(connection, { apoId, group, rows, at: clock.now() });
  });
}

const NOT_AS_SHOWN = 'Der Preis ist inzwischen ein anderer.';

/** Not fixed at the price that was shown. */
const OTHERS = statement(
  { pzn: 'text' },
  `SELECT s.pzn FROM unnest($3::text[], $4::int[]) AS s(pzn, cents)
    WHERE NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.product_group = $2 AND i.pzn = s.pzn
                         AND ${FIXED} AND i.base_type IS NULL AND ${centsSql(EFFECTIVE_PRICE)} IS NOT DISTINCT FROM s.cents)`,
);
