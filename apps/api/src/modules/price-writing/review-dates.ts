import { isoDay } from '@portal/rules';
import type pg from 'pg';
import sql, { raw, type Sql } from 'sql-template-tag';
import { beneathOf, centsSql } from '../../db/price-columns.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { command, run } from '../../db/statement.ts';
import { EFFECTIVE_PRICE } from './effective-sql.ts';

/** Permanent price or exclusion, of a row `i`: beneath a period where one runs (rule 17.3). */
export const FIXED = `${beneathOf('i').price_type.text} IN (1, 3)`;
/**
 * Rule 19.4: of row `i` and pharmacy `p`.
 * @param day in Berlin, as SQL
 */
export const dueForReviewSql = (day: string) =>
  `${FIXED} AND i.base_type IS NULL AND i.review_due <= ${day}::date AND p.active <> 3`;

export const REVIEW_COLUMNS = [
  'review_due',
  'review_since',
  'review_reminds',
  'review_aep',
  'review_avp',
  'review_umfeld',
] as const;
type ReviewColumn = (typeof REVIEW_COLUMNS)[number];

const FIGURES: Record<Exclude<ReviewColumn, 'review_due' | 'review_since' | 'review_reminds'>, string> = {
  review_aep: 'aep',
  review_avp: 'avp',
  review_umfeld: 'price_avg',
};

/**
 * A member of WITH: the day, and when what is fixed on it is due; null where no period is chosen.
 * @param comesBack many rows at once, maybe: over the days of a period, as at first (rule 19.3)
 */
export function reviewPeriodSql(apoId: number, at: Date, comesBack: boolean): Sql {
  const day = isoDay(at);
  return sql`review_period AS (
    SELECT CASE WHEN review_months IS NOT NULL THEN ${day}::date END AS day, (${day}::date + make_interval(months => review_months))::date AS due,
           ${comesBack ? sql`true` : sql`false`} AS spread
      FROM pharmacy WHERE apo_id = ${apoId}
  )`;
}

/** Rule 19.3: from tomorrow to the last day of the period. */
const spreadSql = (pzn: Sql, day: Sql, last: Sql) => sql`${day} + 1 + ${pzn}::int % (${last} - ${day})`;

/** Rule 19.2: a row of `moved m` that becomes fixed, or is fixed at another price, counts from today; beneath a period. */
export function reviewSql(column: ReviewColumn, stored: Sql): Sql {
  return sql`CASE WHEN m.fixed THEN CASE WHEN m.refixed THEN ${fresh(column)} ELSE ${stored} END END`;
}

/** Type of the row beneath a period, and the price of a permanent one. */
const fixedAt = (when: 'before_' | '', layered: boolean) => {
  const of = raw(when);
  const own = sql`${of}manual_price`;
  const type = layered ? sql`coalesce(${of}base_type, ${of}price_type)` : sql`${of}price_type`;
  const price = layered ? sql`CASE WHEN ${of}base_type IS NULL THEN ${own} ELSE ${of}base_price END` : own;
  return { type, is: sql`(${type}, CASE WHEN ${type} = 3 THEN ${price} END)` };
};
/** Columns of `moved`: the row is fixed beneath a period, and was not, or at another price. */
export function refixedSql(layered: boolean): Sql {
  const [before, after] = [fixedAt('before_', layered), fixedAt('', layered)];
  return sql`${after.type} IN (1, 3) AS fixed, ${before.is} IS DISTINCT FROM ${after.is} AS refixed`;
}

function fresh(column: ReviewColumn): Sql {
  if (column === 'review_due') {
    return sql`CASE WHEN r.spread THEN ${spreadSql(sql`m.pzn`, sql`r.day`, sql`r.due`)} ELSE r.due END`;
  }
  if (column === 'review_reminds') return sql`NULL::boolean`;
  return column === 'review_since' ? sql`r.day` : sql`CASE WHEN r.day IS NOT NULL THEN m.${raw(FIGURES[column])} END`;
}

/**
 * Rule 19.3: dates of fixed prices that have none, or a later one than the period allows. The pharmacy must be locked.
 * @param months null: no dates any more
 */
export async function spreadReviews(
  connection: pg.PoolClient,
  { apoId, months, at }: { apoId: number; months: number | null; at: Date },
): Promise<void> {
  if (months === null) await run(connection, FORGET, [apoId]);
  else await run(connection, SPREAD, [apoId, months, isoDay(at)]);
}

const FORGET = command(`
  UPDATE price_item SET review_due = NULL, review_since = NULL, review_reminds = NULL, review_aep = NULL, review_avp = NULL, review_umfeld = NULL
   WHERE apo_id = $1 AND review_since IS NOT NULL`);
const LATEST = sql`($3::date + make_interval(months => $2::int))::date`;
/** A figure stands for the day it was taken on. */
const taken = (column: keyof typeof FIGURES) =>
  `${column} = CASE WHEN i.review_since IS NULL THEN i.${FIGURES[column]} ELSE i.${column} END`;
const SPREAD = command(`
  UPDATE price_item i
     SET review_due = ${spreadSql(sql`i.pzn`, sql`$3::date`, LATEST).text}, review_since = coalesce(i.review_since, $3::date), review_reminds = NULL,
         ${taken('review_aep')}, ${taken('review_avp')}, ${taken('review_umfeld')}
   WHERE i.apo_id = $1 AND ${FIXED} AND (i.review_due IS NULL OR i.review_due > ${LATEST.text})`);

/** Rule 19.5: those among the articles that are due count from today. The list must be locked. */
export async function renewReviews(
  connection: pg.PoolClient,
  { apoId, group, pzns, at }: { apoId: number; group: string; pzns: string; at: Date },
): Promise<number> {
  const rowCount = await run(connection, RENEW, [apoId, group, isoDay(at), pzns]);
  return rowCount ?? 0;
}

const RENEW = command(`
  UPDATE price_item i
     SET review_due = ($3::date + make_interval(months => p.review_months))::date, review_since = $3::date, review_reminds = NULL,
         review_aep = i.aep, review_avp = i.avp, review_umfeld = i.price_avg
    FROM pharmacy p
   WHERE i.apo_id = $1 AND p.apo_id = $1 AND i.product_group = $2 AND i.pzn = ANY($4::text[]) AND ${dueForReviewSql('$3')}`);

type Restored = {
  readonly pzn: string;
  readonly price: number | null;
  readonly since: string;
  readonly aep: number | null;
  readonly avp: number | null;
  readonly umfeld: number | null;
};

/** Rule 19.5: those that were renewed today are due as before. The list must be locked. */
export async function restoreReviews(
  connection: pg.PoolClient,
  { apoId, group, rows, at }: { apoId: number; group: string; rows: readonly Restored[]; at: Date },
): Promise<number> {
  const rowCount = await run(connection, RESTORE, [
    apoId,
    group,
    isoDay(at),
    textArray(rows.map(({ pzn }) => pzn)),
    plainArray(rows.map(({ price }) => price)),
    textArray(rows.map(({ since }) => since)),
    plainArray(rows.map(({ aep }) => aep)),
    plainArray(rows.map(({ avp }) => avp)),
    plainArray(rows.map(({ umfeld }) => umfeld)),
  ]);
  return rowCount ?? 0;
}

const RESTORE = command(`
  UPDATE price_item i
     SET review_due = $3::date, review_since = s.since, review_aep = s.aep / 100.0, review_avp = s.avp / 100.0, review_umfeld = s.umfeld / 100.0
    FROM unnest($4::text[], $5::int[], $6::date[], $7::int[], $8::int[], $9::int[]) AS s(pzn, price, since, aep, avp, umfeld)
   WHERE i.apo_id = $1 AND i.product_group = $2 AND i.pzn = s.pzn AND ${FIXED} AND i.base_type IS NULL AND s.since <= $3::date
     AND i.review_since = $3::date AND (i.review_due > $3::date OR i.review_due IS NULL)
     AND ${centsSql(EFFECTIVE_PRICE)} IS NOT DISTINCT FROM s.price`);

/** Rule 19.6: permanent prices of lists that are locked, with the figures of the day. */
export async function setReminders(
  connection: pg.PoolClient,
  { apoId, at, rows }: { apoId: number; at: Date; rows: readonly { pzn: string; remindOn: string | null }[] },
): Promise<void> {
  const reminders = rows.filter(({ remindOn }) => remindOn !== null);
  if (reminders.length === 0) return;
  const pzns = textArray(reminders.map(({ pzn }) => pzn));
  await run(connection, REMIND, [apoId, isoDay(at), pzns, textArray(reminders.map(({ remindOn }) => remindOn))]);
}

const REMIND = command(`
  UPDATE price_item i
     SET review_due = s.day, review_since = $2::date, review_reminds = true, review_aep = i.aep, review_avp = i.avp,
         review_umfeld = i.price_avg
    FROM unnest($3::text[], $4::date[]) AS s(pzn, day)
   WHERE i.apo_id = $1 AND i.pzn = s.pzn AND i.price_type = 3 AND i.base_type IS NULL`);
