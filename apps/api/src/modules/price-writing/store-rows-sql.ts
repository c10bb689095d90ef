import type { ProductGroup, StoredSqlName } from '@portal/rules';
import sql, { empty, join, raw, type Sql } from 'sql-template-tag';
import { eachColumn, sqlNames } from '../../db/column-sql.ts';
import { command, prepared } from '../../db/statement.ts';
import { beneathOf, centsArraySql, type Layer, layerOf } from '../../db/price-columns.ts';
import type { Actor } from '../history-writing/index.ts';
import { EFFECTIVE_AFTER, EFFECTIVE_BEFORE, effectiveSql } from './effective-sql.ts';
import { refixedSql, REVIEW_COLUMNS, reviewPeriodSql, reviewSql } from './review-dates.ts';

/** A list that is written. */
export type Target = { readonly apoId: number; readonly group: ProductGroup };

const TRACE: readonly Column[] = ['price_old', 'changed_at'];
/** The row beneath a period, and the list version at which that began (rule 17.1). */
const BENEATH: readonly Column[] = ['base_type', 'base_price', 'period_since'];
const COLUMNS = [...(sqlNames('list') as Column[]).filter((column) => !TRACE.includes(column)), ...BENEATH];
const ALL = [...COLUMNS, ...TRACE];
/** Null in every row of a list without periods. */
const OF_PERIODS: readonly Column[] = [...BENEATH, 'period_end'];
/** @param layered whether a period runs or comes above a row of the list */
const columnsOf = (layered: boolean, columns: readonly Column[]) =>
  layered ? columns : columns.filter((column) => !OF_PERIODS.includes(column));
type Column = StoredSqlName | 'base_type' | 'base_price' | 'period_since';

export const BEFORE_COLUMNS = ALL.join(', ');
/** Columns of an image of rows before, and where `moved` has them. */
export const imageOf = (layered: boolean) => {
  const columns = columnsOf(layered, ALL);
  return { columns: eachColumn(columns), before: eachColumn(columns, (column) => sql`before_${column}`) };
};

/** By alias: for a row that becomes a copy. */
export function rowOf(alias: string, columns: readonly Column[] = ALL): Partial<Record<Column, Sql>> {
  return Object.fromEntries(columns.map((column) => [column, raw(`${alias}.${column}`)]));
}
export const pricesOf = (alias: string) => rowOf(alias, COLUMNS);

/**
 * The new rows of a list, for `storeRowsSql`.
 * @param from where they come from. `i` is the row of the list as it is, all null where there is none
 * @param after new values, other columns stay; type and own price beneath a period (rule 17.3). 'gone': off the list
 * @param layer the period afterwards; by default the one that runs
 * @param reason why a person chose the price of the row, else null
 * @param issue the issue of a row that the rules refuse, else null
 * @param layered as in the `StoredChange` that the rows are for
 */
export function rowsSql({
  pzn,
  from,
  after,
  layer = layerOf('i'),
  reason = sql`NULL::text`,
  issue = sql`NULL::text`,
  layered = true,
}: {
  pzn: Sql;
  from: Sql;
  after: Partial<Record<Column, Sql>> | 'gone';
  layer?: Layer;
  reason?: Sql;
  issue?: Sql;
  layered?: boolean;
}): Sql {
  const columns = columnsOf(layered, ALL);
  const resolved = after === 'gone' || !layered ? {} : layeredColumns({ ...beneathOf('i'), ...after }, layer);
  const value = (column: Sql, name: Column) => {
    const own = after === 'gone' ? undefined : (resolved[name] ?? after[name]);
    return own ?? (after === 'gone' || TRACE.includes(name) ? sql`(NULL::price_item).${column}` : sql`i.${column}`);
  };
  return sql`
    SELECT ${pzn} AS pzn, i.pzn IS NOT NULL AS listed, ${reason} AS reason, ${issue} AS issue,
           ${eachColumn(columns, (column) => sql`i.${column} AS before_${column}`)},
           ${eachColumn(columns, (column, name) => sql`${value(column, name)} AS ${column}`)}
      FROM ${from}`;
}

function layeredColumns(
  { price_type: type, manual_price: price }: ReturnType<typeof beneathOf>,
  layer: Layer,
): Partial<Record<Column, Sql>> {
  const runs = sql`(${layer.price}) IS NOT NULL`;
  const whileRunning = (value: Sql) => sql`CASE WHEN ${runs} THEN ${value} END`;
  return {
    price_type: sql`CASE WHEN ${runs} THEN 3::smallint ELSE ${type} END`,
    manual_price: sql`coalesce(${layer.price}, ${price})`,
    base_type: whileRunning(type),
    base_price: whileRunning(price),
    period_since: whileRunning(layer.since),
    period_end: whileRunning(layer.end),
  };
}

/**
 * One statement (rule 3.5); unchanged rows are not touched. After an invalid row the transaction must not commit.
 * @param also a further member of WITH on `moved`
 * @param pzns of all rows, none 'gone'
 */
export function storeRowsSql(
  rows: readonly Sql[],
  { apoId, group, version, at, event, actor, historyId, layered, comesBack = false }: StoredChange,
  { also, pzns, withMoves }: { also?: Sql | undefined; pzns?: Sql | undefined; withMoves?: boolean | undefined } = {},
): Sql {
  const columns = columnsOf(layered, COLUMNS);
  const image = columnsOf(layered, ALL);
  const named = pzns ? sql` AND i.pzn = ANY(${pzns})` : empty;
  const isMoved = sql`i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = m.pzn${named}`;
  const removed = pzns
    ? empty
    : sql`removed AS (
    DELETE FROM price_item i USING moved m
     WHERE ${isMoved} AND m.listed AND m.price_type IS NULL
  ), `;
  return sql`
  WITH target AS (${join(rows, ' UNION ALL ')}
  ), ${reviewPeriodSql(apoId, at, comesBack)}, moved AS MATERIALIZED (
    SELECT t.*, p.*, issue IS NULL AND (before_price_type, old_price) IS DISTINCT FROM (price_type, new_price) AS effective,
           ${refixedSql(layered)}
      FROM target t CROSS JOIN LATERAL (
        SELECT ${EFFECTIVE_BEFORE} AS old_price,
               ${EFFECTIVE_AFTER} AS new_price) p
  ), updated AS (
    UPDATE price_item i
       SET ${eachColumn(columns, (column) => sql`${column} = m.${column}`)},
           price_old = CASE WHEN m.effective THEN m.old_price ELSE i.price_old END,
           changed_at = CASE WHEN m.effective THEN ${at} ELSE i.changed_at END,
           changed_version = CASE WHEN m.effective THEN ${version} ELSE i.changed_version END,
           ${eachColumn(REVIEW_COLUMNS, (column, name) => sql`${column} = ${reviewSql(name, sql`i.${column}`)}`)}
      FROM moved m, review_period r
     WHERE ${isMoved}
       AND m.listed AND m.price_type IS NOT NULL AND m.issue IS NULL
       AND (m.effective OR (${eachColumn(columns, (column) => sql`m.before_${column}`)})
                           IS DISTINCT FROM (${eachColumn(columns, (column) => sql`m.${column}`)}))
  ), added AS (
    INSERT INTO price_item (apo_id, pzn, product_group, ${eachColumn(image)}, changed_version, ${eachColumn(REVIEW_COLUMNS)})
    SELECT ${apoId}, pzn, ${group}, ${eachColumn(columns)}, price_old, coalesce(changed_at, ${at}), ${version},
           ${eachColumn(REVIEW_COLUMNS, (_, name) => reviewSql(name, sql`NULL`))}
      FROM moved m, review_period r WHERE NOT listed AND effective ORDER BY pzn
  ), ${removed}recorded AS (
    INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                              old_type, new_type, list_version, history_id, reason)
    SELECT ${apoId}, pzn, ${group}, ${at}, ${event}, ${actor.userName}, ${actor.subject}, coalesce(avp, before_avp), old_price, new_price,
           before_price_type, price_type, ${version}, ${historyId}, reason
      FROM moved WHERE effective ORDER BY pzn
  )${layered ? sql`, ${periodsSql({ apoId, group, version, at, actor, comesBack })}` : empty}${also ? sql`, ${also}` : empty}
  SELECT count(*) FILTER (WHERE effective)::int AS changed, count(price_type)::int AS listed,
         count(*) FILTER (WHERE listed AND price_type IS NULL)::int AS removed,
         coalesce(bool_or((before_price_type = 1) IS DISTINCT FROM (price_type = 1)), false) AS "newCounts",
         json_agg(json_build_object('pzn', pzn, 'issue', issue) ORDER BY pzn) FILTER (WHERE issue IS NOT NULL) AS issues,
         ${withMoves ? MOVES : NO_JSON} AS moves, ${layered && comesBack ? BENEATH_PERIODS : NO_JSON} AS beneath
    FROM moved`;
}

/** Keeps the periods in step; what is to come ends with a new exclusion or off the list (rules 17.4 and 17.5). */
function periodsSql({
  apoId,
  group,
  version,
  at,
  actor,
  comesBack,
}: Omit<StoredChange, 'event' | 'historyId' | 'layered'>): Sql {
  const runs = sql`coalesce(p.began_version = m.period_since, false)`;
  return sql`periods AS (
    UPDATE price_period p
       SET state = CASE WHEN ${runs} THEN 'running' ELSE 'ended' END,
           price = CASE WHEN ${runs} THEN m.manual_price ELSE p.price END,
           ends_on = CASE WHEN ${runs} THEN m.period_end ELSE p.ends_on END,
           base_type = CASE WHEN NOT ${runs} THEN m.before_base_type ELSE p.base_type END,
           base_price = CASE WHEN NOT ${runs} THEN m.before_base_price ELSE p.base_price END,
           edges = CASE WHEN p.state = 'ended' THEN p.edges || p.ended_version || ${version}::bigint ELSE p.edges END,
           ended_version = CASE WHEN NOT ${runs} THEN ${version}::bigint END,
           ended_at = CASE WHEN NOT ${runs} THEN ${at}::timestamptz END,
           ended_by = CASE WHEN NOT ${runs} THEN ${actor.userName} END
      FROM moved m
     WHERE p.apo_id = ${apoId} AND p.product_group = ${group} AND p.pzn = m.pzn AND m.issue IS NULL
       AND CASE p.state
             WHEN 'running' THEN (m.period_since, m.manual_price, m.period_end) IS DISTINCT FROM (p.began_version, p.price, p.ends_on)
             WHEN 'ended' THEN p.ends_on IS NOT NULL AND p.began_version = m.period_since
             ELSE m.price_type IS NULL OR m.price_type = 1 AND coalesce(m.before_base_type, m.before_price_type, 0) <> 1 AND NOT ${comesBack} END
  )`;
}

/** A change of one list, as the rows and the log have it. */
export type StoredChange = Target & {
  /** The list's new version. */
  readonly version: number;
  readonly at: Date;
  readonly event: string;
  readonly actor: Pick<Actor, 'userName' | 'subject'>;
  readonly historyId: string;
  /** Whether the list has periods that run or come, or gets some (rule 17.1). */
  readonly layered: boolean;
  /** Rows get back what they were, or what another list has (rule 19.3). */
  readonly comesBack?: boolean;
};

const BASE_BEFORE = effectiveSql(sql`before_base_type`, sql`before_calculated_price`, sql`before_base_price`);
const BASE_AFTER = effectiveSql(sql`base_type`, sql`calculated_price`, sql`base_price`);
/** Changed beneath a period of another price (rule 17.10). */
const BENEATH_PERIODS = sql`json_agg(pzn ORDER BY pzn) FILTER (
           WHERE NOT effective AND (before_base_type, ${BASE_BEFORE}) IS DISTINCT FROM (base_type, ${BASE_AFTER})
             AND (before_base_type, ${BASE_BEFORE}) IS DISTINCT FROM (before_price_type, before_manual_price))`;

/** Cheaper than reading them again. */
const NO_JSON = sql`NULL::json`;
const MOVES = sql`(
    SELECT json_build_object(${raw(centsArraySql('before', 'old_price'))},
                             ${raw(centsArraySql('after', 'new_price'))}, 'units', coalesce(json_agg(units), '[]'),
                             'vatPercent', coalesce(json_agg(vat_percent), '[]'))
      FROM moved LEFT JOIN product USING (pzn) WHERE effective AND old_price IS DISTINCT FROM new_price)`;

/** $1 pharmacy, $2 group, $3 version, $4 moment. */
export const RAISE_LIST = prepared(
  command(`
  UPDATE list_version SET version = $3, last_change = $4 WHERE apo_id = $1 AND product_group = $2`),
);

/** $1 pharmacy, $2 group. */
export const RECOUNT_LIST = command(`
  UPDATE list_version
     SET (item_count, negative_count) = (
           SELECT count(*) FILTER (WHERE price_type <> 1), count(*) FILTER (WHERE price_type = 1)
             FROM price_item WHERE apo_id = $1 AND product_group = $2)
   WHERE apo_id = $1 AND product_group = $2`);
