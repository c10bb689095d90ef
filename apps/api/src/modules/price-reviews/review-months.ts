import type { Settings } from '@portal/contracts';
import type { ReviewMonths } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { askOne, statement, typed } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { mirrorReadOnly } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { FIXED, lockPharmacyRows, spreadReviews } from '../price-writing/index.ts';

type Months = ReviewMonths | null;

export function readPriceReview(db: Queryable, apoId: number): Promise<NonNullable<Settings['priceReview']>> {
  return askOne(db, PRICE_REVIEW, [apoId]);
}

const PRICE_REVIEW = statement(
  { months: typed<Months>('int?'), permanent: 'int', exclusions: 'int' },
  `SELECT p.review_months AS months, f.permanent, f.exclusions FROM pharmacy p CROSS JOIN (
     SELECT count(*) FILTER (WHERE type = 3)::int AS permanent, count(*) FILTER (WHERE type = 1)::int AS exclusions
       FROM price_item i CROSS JOIN LATERAL (SELECT coalesce(i.base_type, i.price_type) AS type) t WHERE i.apo_id = $1 AND ${FIXED}) f
    WHERE p.apo_id = $1`,
);

/**
 * Rules 19.1 and 19.3; idempotent.
 * @throws PortalError 403
 */
export function changeReviewMonths(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, months, actor }: { apoId: number; months: Months; actor: Actor },
): Promise<void> {
  return database.transaction(async (connection) => {
    const [pharmacy] = await lockPharmacyRows(connection, [apoId], 'change');
    if (pharmacy?.parentApoId !== null) throw mirrorReadOnly();
    const { months: before } = await askOne(connection, MONTHS, [apoId]);
    if (before === months) return;
    const at = clock.now();
    await updateOne(connection, 'pharmacy', { apoId }, { reviewMonths: months });
    await spreadReviews(connection, { apoId, months, at });
    const event = `Feste Preise wieder prüfen: ${text(months)} (bisher: ${text(before)})`;
    await writeHistory(connection, { apoId, at, event, actor, hasLog: false });
  });
}

const MONTHS = statement(
  { months: typed<Months>('int?') },
  'SELECT review_months AS months FROM pharmacy WHERE apo_id = $1',
);

const text = (months: Months) => (months === null ? 'nie' : `nach ${months} Monaten`);
