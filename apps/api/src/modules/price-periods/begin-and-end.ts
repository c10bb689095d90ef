import { isoDay, type Day, formatDay, PHARMACY_ACTIVE, type ProductGroup } from '@portal/rules';
import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { SYSTEM } from '../history-writing/index.ts';
import { beneathOf, layerOf, PERIOD_DUE_ON } from '../../db/price-columns.ts';
import { rowsSql, type StoredChange, type Target, tryLockLists, writeLists } from '../price-writing/index.ts';
import { PERIOD_TEXT } from './period-texts.ts';

/** Lists with something to begin or to end; $1 today in Berlin, $2 at most. Rule 7.8. */
const DUE_LISTS = statement<{ apoId: number; group: ProductGroup }>(
  { apoId: 'int', group: 'text' },
  `SELECT DISTINCT d.apo_id AS "apoId", d.product_group AS "group" FROM price_period d JOIN pharmacy p USING (apo_id)
    WHERE ${PERIOD_DUE_ON} <= $1::date AND p.active <> ${PHARMACY_ACTIVE.cancelled} ORDER BY 1, 2 LIMIT $2`,
);

export type DueList = Target;

/** Rule 17.6. */
export function findDueLists(database: Database, now: Date, limit: number): Promise<DueList[]> {
  return ask(database.pool, DUE_LISTS, [isoDay(now), limit]);
}

const DAYS = statement(
  { day: 'text', begin: 'int', end: 'int' },
  `SELECT (${PERIOD_DUE_ON})::text AS day, count(*) FILTER (WHERE state = 'coming')::int AS begin,
          count(*) FILTER (WHERE state = 'running')::int AS end
     FROM price_period WHERE apo_id = $1 AND product_group = $2 AND state <> 'ended' GROUP BY 1`,
);

/**
 * The days of a list up to today at one moment: what the next replaces was never in force (rules 17.6, 17.10).
 * @returns how many; 'locked' when the list is, unless `wait` is set
 */
export function beginAndEnd(
  { database, clock }: { database: Database; clock: Clock },
  list: DueList,
  { wait }: { wait: boolean },
): Promise<'locked' | number> {
  return database.transaction(async (connection) => {
    const { apoId, group } = list;
    let at: Date | undefined;
    for (let done = 0; ; done += 1) {
      const locked = await tryLockLists(connection, { apoId, groups: [group], pharmacy: 'read', skipLocked: !wait });
      if (!locked) return 'locked';
      at ??= clock.now();
      const today = isoDay(at);
      const days = await ask(connection, DAYS, [apoId, group]);
      const [due] = days.filter(({ day }) => day <= today).toSorted((one, other) => (one.day < other.day ? -1 : 1));
      if (!due || locked.active === PHARMACY_ACTIVE.cancelled) return done;
      const { day } = due;
      await writeLists(connection, {
        lists: locked.lists,
        at,
        actor: SYSTEM,
        event: PERIOD_TEXT.event(due, formatDay(day, today)),
        rows: (target) => [rowsOfDay(target, day)],
        also: (target) => begunSql(target, day),
        size: due.begin + due.end,
      });
    }
  });
}

/** Articles of which one period ends and one begins are one row. */
function rowsOfDay({ apoId, group, version }: StoredChange, day: Day): Sql {
  const [beneath, running] = [beneathOf('i'), layerOf('i')];
  const enters = sql`p.id IS NOT NULL AND p.ends_on IS NULL`;
  return rowsSql({
    pzn: sql`i.pzn`,
    from: sql`price_item i LEFT JOIN price_period p
        ON p.apo_id = ${apoId} AND p.product_group = ${group} AND p.pzn = i.pzn AND p.state = 'coming' AND p.begins_on = ${day}::date
      CROSS JOIN (SELECT ${day}::date AS day, ${version}::bigint AS version) now
     WHERE i.apo_id = ${apoId} AND i.product_group = ${group} AND (p.id IS NOT NULL OR i.period_end < now.day)
       AND i.pzn IN (SELECT pzn FROM price_period WHERE apo_id = ${apoId} AND product_group = ${group} AND state <> 'ended')`,
    after: {
      price_type: sql`CASE WHEN ${enters} THEN p.price_type ELSE ${beneath.price_type} END`,
      manual_price: sql`CASE WHEN ${enters} THEN p.price ELSE ${beneath.manual_price} END`,
    },
    layer: {
      price: sql`CASE WHEN p.ends_on IS NOT NULL THEN p.price WHEN i.period_end >= now.day THEN ${running.price} END`,
      end: sql`coalesce(p.ends_on, ${running.end})`,
      since: sql`CASE WHEN p.ends_on IS NOT NULL THEN now.version ELSE ${running.since} END`,
    },
    reason: sql`p.reason`,
  });
}

/** An entered price has no end: it is done with its day. */
function begunSql({ apoId, group, version, at, actor }: StoredChange, day: Day): Sql {
  return sql`begun AS (
    UPDATE price_period SET state = CASE WHEN ends_on IS NULL THEN 'ended' ELSE 'running' END, began_version = ${version}::bigint,
           began_at = ${at}::timestamptz, ended_version = CASE WHEN ends_on IS NULL THEN ${version}::bigint END,
           ended_at = CASE WHEN ends_on IS NULL THEN ${at}::timestamptz END, ended_by = CASE WHEN ends_on IS NULL THEN ${actor.userName} END
     WHERE apo_id = ${apoId} AND product_group = ${group} AND state = 'coming' AND begins_on = ${day}::date
  )`;
}
