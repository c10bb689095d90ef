import { type Day, type PlannedPeriod, PRICE_TYPE } from '@portal/rules';
import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, statement } from '../../db/statement.ts';
import type { StoredChange } from '../price-writing/index.ts';
import type { Resolved } from './validate-edits.ts';

const COMING = statement<{ pzn: string } & PlannedPeriod>(
  { pzn: 'text', from: 'text', to: 'text?', price: 'int', priceType: 'int' },
  `SELECT pzn, begins_on::text AS "from", ends_on::text AS "to", ${centsSql('price')} AS price, price_type AS "priceType"
     FROM price_period WHERE apo_id = $1 AND pzn = ANY($2) AND state = 'coming'`,
);

/** By PZN, under the lists' locks. */
export async function readComing(
  connection: pg.PoolClient,
  apoId: number,
  pzns: readonly string[],
): Promise<ReadonlyMap<string, readonly PlannedPeriod[]>> {
  if (pzns.length === 0) return new Map();
  return Map.groupBy(await ask(connection, COMING, [apoId, pzns]), ({ pzn }) => pzn);
}

/** The periods that begin with a save, and those to come; undefined for none. */
export function savedPeriods(
  { apoId, group, version, at, actor }: StoredChange,
  rows: readonly Resolved[],
  { today, reason }: { today: Day; reason: string | null },
): Sql | undefined {
  const periods = rows.flatMap(({ pzn, period, begins, plans }) => {
    const coming = plans.map((plan) => ({ pzn, ...plan, begins: false }));
    if (!begins || period === null) return coming;
    const { until: to, price } = period;
    return [{ pzn, from: today, to, price, priceType: PRICE_TYPE.permanent, begins }, ...coming];
  });
  if (periods.length === 0) return undefined;
  return sql`saved_periods AS (
    INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, began_version, began_at, reason,
                              created_at, created_version, user_name, actor)
    SELECT ${apoId}, pzn, ${group}, cents / 100.0, price_type, begins_on, ends_on, CASE WHEN begins THEN 'running' ELSE 'coming' END,
           CASE WHEN begins THEN ${version}::bigint END, CASE WHEN begins THEN ${at}::timestamptz END, ${reason}::text,
           ${at}::timestamptz, ${version}::bigint, ${actor.userName}, ${actor.subject}
      FROM unnest(${textArray(periods.map(({ pzn }) => pzn))}::text[], ${textArray(periods.map(({ from }) => from))}::date[],
                  ${textArray(periods.map(({ to }) => to))}::date[], ${plainArray(periods.map(({ price }) => price))}::int[],
                  ${plainArray(periods.map(({ priceType }) => priceType))}::smallint[],
                  ${plainArray(periods.map(({ begins }) => begins))}::boolean[]) AS e(pzn, begins_on, ends_on, cents, price_type, begins)
  )`;
}
