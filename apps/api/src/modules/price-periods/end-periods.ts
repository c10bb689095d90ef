import type { ProductGroup } from '@portal/rules';
import sql, { type Sql } from 'sql-template-tag';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { invalidRows } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { Actor } from '../history-writing/index.ts';
import { requireEditable } from '../price-lists/index.ts';
import { layerOf } from '../../db/price-columns.ts';
import { lockLists, rowsSql, type StoredChange, writeLists } from '../price-writing/index.ts';
import { PERIOD_TEXT } from './period-texts.ts';

const OPEN = statement(
  { id: 'bigint', pzn: 'text', group: typed<ProductGroup>('text'), runs: 'bool' },
  `SELECT id, pzn, product_group AS "group", state = 'running' AS runs FROM price_period
    WHERE apo_id = $1 AND id = ANY($2::bigint[]) AND state <> 'ended'`,
);

/**
 * What runs gives the row beneath back, what is to come does not. Those that are over stay as they are (rule 17.9).
 * @returns how many ended
 * @throws PortalError 409, 422
 */
export function endPeriods(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, ids, actor }: { apoId: number; ids: readonly number[]; actor: Actor },
): Promise<number> {
  return database.transaction(async (connection) => {
    const groups = [...new Set((await ask(connection, OPEN, [apoId, ids])).map(({ group }) => group))];
    if (groups.length === 0) return 0;
    const { lists } = await lockLists(connection, { apoId, groups });
    const open = await ask(connection, OPEN, [apoId, ids]);
    const running = open.filter(({ runs }) => runs);
    const blocked = await requireEditable(connection, apoId, [...new Set(running.map(({ group }) => group))]);
    const issues = running.flatMap(({ pzn }) => (blocked.has(pzn) ? [{ pzn, message: TEXT.row.blocked }] : []));
    if (issues.length > 0) throw invalidRows(issues);
    for (const list of lists) {
      const periods = open.filter(({ group }) => group === list.group);
      if (periods.length === 0) continue;
      await writeLists(connection, {
        lists: [list],
        at: clock.now(),
        actor,
        event: PERIOD_TEXT.endedByPerson(periods.length),
        rows: (target) => [
          rowsBeneath(
            target,
            periods.flatMap(({ pzn, runs }) => (runs ? pzn : [])),
          ),
        ],
        also: (target) =>
          endComing(
            target,
            periods.flatMap(({ id, runs }) => (runs ? [] : id)),
          ),
        size: periods.length,
      });
    }
    return open.length;
  });
}

function rowsBeneath({ apoId, group }: StoredChange, pzns: readonly string[]): Sql {
  return rowsSql({
    pzn: sql`i.pzn`,
    from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = ANY(${pzns}::text[])
       AND i.base_type IS NOT NULL`,
    after: {},
    layer: { ...layerOf('i'), price: sql`NULL::numeric` },
  });
}

function endComing({ apoId, version, at, actor }: StoredChange, ids: readonly string[]): Sql {
  return sql`taken_back AS (
    UPDATE price_period SET state = 'ended', ended_version = ${version}::bigint, ended_at = ${at}::timestamptz, ended_by = ${actor.userName}
     WHERE apo_id = ${apoId} AND id = ANY(${ids}::bigint[]) AND state = 'coming'
  )`;
}
