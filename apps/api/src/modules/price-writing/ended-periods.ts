import { type Cents, type Day, mayComeBack, type Span } from '@portal/rules';
import sql, { type Sql } from 'sql-template-tag';
import { centsSql } from '../../db/price-columns.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import type { StoredChange, Target } from './store-rows-sql.ts';

/** Entered since. */
export type StandingPeriod = Span & { readonly createdAt: string; readonly userName: string };

/** With days left (rule 17.5). */
export type EndedPeriod = Span & {
  readonly id: string;
  readonly pzn: string;
  readonly price: Cents;
  /** null: it was to come. */
  readonly beganVersion: string | null;
  /** Today is one of its days. */
  readonly runs: boolean;
  /** Overlaps it. */
  readonly stands: StandingPeriod | null;
  readonly listed: boolean;
};

const ENDED = statement(
  {
    id: 'bigint',
    pzn: 'text',
    from: 'text',
    to: 'text?',
    price: 'int',
    beganVersion: 'bigint?',
    listed: 'bool',
    others: typed<StandingPeriod[]>('json'),
  },
  `SELECT p.id, p.pzn, p.begins_on::text AS "from", p.ends_on::text AS "to", ${centsSql('p.price')} AS price, p.began_version AS "beganVersion",
          EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.pzn = p.pzn AND i.product_group = $2) AS listed,
          (SELECT coalesce(json_agg(json_build_object('from', o.begins_on, 'to', o.ends_on, 'createdAt', o.created_at, 'userName', o.user_name)
                                    ORDER BY o.begins_on), '[]')
             FROM price_period o WHERE o.apo_id = $1 AND o.pzn = p.pzn AND o.state <> 'ended') AS others
     FROM price_period p
    WHERE p.apo_id = $1 AND p.product_group = $2 AND p.state = 'ended' AND p.ended_version = $3 AND coalesce(p.ends_on, p.begins_on) >= $4::date
    ORDER BY p.pzn, p.begins_on`,
);

/** Rule 17.5. @param version at which they ended */
export async function readEndedPeriods(
  db: Queryable,
  { apoId, group, version, today }: Target & { version: number; today: Day },
): Promise<EndedPeriod[]> {
  const rows = await ask(db, ENDED, [apoId, group, version, today]);
  return rows.map(({ others, ...period }) => ({
    ...period,
    runs: period.from <= today && period.to !== null,
    stands: others.find((other) => mayComeBack(period, today, [other]) === 'overlaps') ?? null,
  }));
}

const STANDING_SINCE = statement(
  { id: 'bigint', pzn: 'text' },
  `SELECT id, pzn FROM price_period
    WHERE apo_id = $1 AND product_group = $2 AND state = 'coming' AND coalesce(edges[cardinality(edges)], created_version) = $3 ORDER BY id`,
);

/** To come since the version that entered them or gave them back. */
export function readStandingSince(
  db: Queryable,
  { apoId, group, version }: Target & { version: number },
): Promise<{ id: string; pzn: string }[]> {
  return ask(db, STANDING_SINCE, [apoId, group, version]);
}

/** A member of WITH. */
export function endedAgainSql({ apoId, version, at, actor }: StoredChange, ids: readonly string[]): Sql {
  return sql`ended_again AS (
    UPDATE price_period SET state = 'ended', ended_version = ${version}::bigint, ended_at = ${at}::timestamptz, ended_by = ${actor.userName}
     WHERE apo_id = ${apoId} AND id = ANY(${ids}::bigint[]) AND state = 'coming'
  )`;
}

/** A member of WITH: what was to come; what ran follows its row. */
export function givenBackSql({ apoId, version, at }: StoredChange, back: readonly EndedPeriod[]): Sql | undefined {
  const coming = back.filter(({ beganVersion }) => beganVersion === null);
  if (coming.length === 0) return undefined;
  const ids = coming.map(({ id }) => id);
  const running = coming.flatMap(({ id, runs }) => (runs ? [id] : []));
  const beneath = (column: Sql) =>
    running.length === 0
      ? sql`p.${column}`
      : sql`CASE WHEN b.runs THEN (SELECT m.${column} FROM moved m WHERE m.pzn = p.pzn) ELSE p.${column} END`;
  return sql`given_back AS (
    UPDATE price_period p
       SET state = CASE WHEN b.runs THEN 'running' ELSE 'coming' END, ended_version = NULL, ended_at = NULL, ended_by = NULL,
           began_version = CASE WHEN b.runs THEN ${version}::bigint END, began_at = CASE WHEN b.runs THEN ${at}::timestamptz END,
           base_type = ${beneath(sql`base_type`)}, base_price = ${beneath(sql`base_price`)},
           edges = p.edges || p.ended_version || ${version}::bigint
      FROM (SELECT id, id = ANY(${running}::bigint[]) AS runs FROM unnest(${ids}::bigint[]) AS b(id)) b
     WHERE p.apo_id = ${apoId} AND p.id = b.id AND p.state = 'ended'
  )`;
}
