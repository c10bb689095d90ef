import { columnsWhere, isDelivered, PACKAGE_KINDS, resetsList } from '@portal/rules';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { beneathOf, enteredOnPeriodSql, layerOf } from '../../db/price-columns.ts';
import { type EndedPeriod, imageOf, pricesOf, rowsSql, type StoredChange } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';

/** Set by the decision about the row, not by the package alone. */
const DECIDED: ReadonlySet<string> = new Set(['calculated_price', 'manual_price', 'price_type']);

/** What a package does not bring stays. */
const REFERENCES = columnsWhere(
  (each) =>
    each.list !== undefined && !DECIDED.has(each.list) && (isDelivered(each) || each.approvedFrom !== undefined),
).map(([, each]) => [each.approvedFrom ?? each.package, each.list] as [string, string]);

/** A correction of the period that runs is one of the row as shown; all others are of the row beneath (rule 17.4). */
function draftOf(layered: boolean) {
  const beneath = beneathOf('i', layered);
  const shown = (column: 'price_type' | 'manual_price') =>
    layered ? sql`CASE WHEN l.on_period THEN i.${raw(column)} ELSE ${beneath[column]} END` : beneath[column];
  return {
    listType: shown('price_type'),
    listOwnPrice: shown('manual_price'),
    ownPrice: sql`CASE WHEN NOT l.lapsed THEN u.edited_price END`,
    permanent: sql`CASE WHEN NOT l.lapsed THEN u.edited_permanent END`,
    exclusion: sql`CASE WHEN NOT l.lapsed THEN u.edited_ignore END`,
    calculatedPrice: sql`u.true_price`,
  };
}

/** The correction of a period that is over, another price or none, counts for nothing (rule 17.4). */
export const IS_LAPSED = sql`((u.edited_permanent OR u.edited_price IS NULL AND NOT u.edited_ignore) AND u.edited_period IS DISTINCT FROM i.period_since AND u.edited_period IS NOT NULL)`;

/** Row beneath and period after the approval; `r` from `resolutionSql`. */
function layeredResult({ kind, resetChoice }: Pick<UpdateRow, 'kind' | 'resetChoice'>, layered: boolean) {
  const result = { price_type: sql`r.after_type`, manual_price: sql`r.after_manual` };
  const { price, end, since } = layerOf('i');
  if (!layered || resetsList({ kind, resetChoice }))
    return { result, layer: { price: sql`NULL::numeric`, end, since } };
  const ends = PACKAGE_KINDS[kind].endsOwnPrices;
  const beneath = {
    type: ends ? sql`CASE i.base_type WHEN 2 THEN 0 ELSE i.base_type END` : sql`i.base_type`,
    price: ends ? sql`CASE WHEN i.base_type <> 2 THEN i.base_price END` : sql`i.base_price`,
  };
  const onPeriod = enteredOnPeriodSql(beneath, { type: result.price_type, price: result.manual_price });
  const either = (running: Sql, other: Sql) => sql`CASE WHEN l.on_period THEN ${running} ELSE ${other} END`;
  return {
    result: {
      price_type: either(onPeriod.price_type, result.price_type),
      manual_price: either(onPeriod.manual_price, result.manual_price),
    },
    layer: {
      price: either(onPeriod.period, sql`CASE WHEN r.after_type <> 1 OR r.base = 1 THEN ${price} END`),
      end,
      since,
    },
  };
}

/** Only some kinds add products to the list. */
function listed({ kind, group }: Pick<UpdateRow, 'kind' | 'group'>): Sql {
  const { addsProducts } = PACKAGE_KINDS[kind];
  return addsProducts ? sql`(i.product_group = ${group} OR i.pzn IS NULL)` : sql`i.product_group = ${group}`;
}

/** What of a package its rows are found by, and what becomes of them. */
type Approved = Pick<UpdateRow, 'id' | 'apoId' | 'group' | 'kind' | 'resetChoice' | 'parts'>;

/**
 * Without inactive rows, other groups' and parts'; a resetting LZD drops the rest (rules 6.5, 6.6, 6.18 and 6.31).
 * @param pzns SQL; the rows of a part
 */
export function approvedRows(
  update: Approved,
  { layered }: Pick<StoredChange, 'layered'> = { layered: true },
  pzns?: Sql,
): Sql[] {
  const { id, apoId, group, kind, resetChoice } = update;
  const { result, layer } = layeredResult(update, layered);
  const loaded = rowsSql({
    pzn: sql`u.pzn`,
    from: sql`price_update_item u LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = u.pzn
           CROSS JOIN LATERAL (SELECT coalesce(u.edited_period = i.period_since, false) AS on_period, coalesce(${IS_LAPSED}, false) AS lapsed) l
           ${resolutionSql(kind, resetChoice, draftOf(layered))}
     WHERE u.apo_id = ${apoId} AND u.update_id = ${id} AND NOT u.inactive AND ${listed(update)}
       ${update.parts > 0 ? sql`AND NOT ${isApprovedSql('u', update)}` : empty} ${pzns ? sql`AND u.pzn = ANY(${pzns})` : empty}`,
    after: {
      ...Object.fromEntries(REFERENCES.map(([from, to]) => [to, sql`coalesce(u.${raw(from)}, i.${raw(to)})`])),
      calculated_price: sql`u.true_price`,
      ...result,
    },
    layer,
    reason: sql`u.edited_reason`,
    // Without a price an exclusion stays one.
    issue: sql`CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END`,
    layered,
  });
  if (!resetsList({ kind, resetChoice })) return [loaded];
  const dropped = rowsSql({
    pzn: sql`i.pzn`,
    from: sql`price_item i
     WHERE i.apo_id = ${apoId} AND i.product_group = ${group}
       AND NOT EXISTS (SELECT FROM price_update_item u
                        WHERE u.apo_id = ${apoId} AND u.update_id = ${id} AND u.pzn = i.pzn AND NOT u.inactive)`,
    after: 'gone',
    layered,
  });
  return [loaded, dropped];
}

export function sizeOf({ resetChoice, itemCount }: Pick<UpdateRow, 'resetChoice' | 'itemCount'>): number | undefined {
  return resetChoice === 0 ? undefined : itemCount;
}

/** Whether a part has approved `alias.pzn` (rule 6.31). */
export function isApprovedSql(alias: string, { id, apoId, parts }: Pick<UpdateRow, 'id' | 'apoId' | 'parts'>): Sql {
  if (parts === 0) return sql`false`;
  return sql`EXISTS (SELECT FROM price_update_outcome o WHERE o.apo_id = ${apoId} AND o.update_id = ${id} AND o.pzn = ${raw(alias)}.pzn)`;
}

/** @param part 0: all that is left */
export function storeOutcomes(
  { id, apoId }: Pick<UpdateRow, 'id' | 'apoId'>,
  { layered }: Pick<StoredChange, 'layered'>,
  part: number,
): Sql {
  const { columns, before } = imageOf(layered);
  const [names, values] = layered
    ? [sql`, after_base_type, after_base_price`, sql`, base_type, base_price`]
    : [empty, empty];
  return sql`
  outcomes AS (
    INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, ${columns}, after_type, after_manual${names}, effective, part)
    SELECT ${apoId}, ${id}, pzn, listed, ${before}, price_type, manual_price${values}, effective, ${part}::smallint
      FROM moved WHERE issue IS NULL
  )`;
}

/**
 * New products leave, dropped ones return; so does the period above a row, with its price.
 * @param part its rows alone
 */
export function reopenedRows(
  { id, apoId, group }: Pick<UpdateRow, 'id' | 'apoId' | 'group'>,
  { version }: Pick<StoredChange, 'version'>,
  { back = [], part }: { back?: readonly EndedPeriod[]; part?: number },
): Sql[] {
  const running = back.filter(({ runs }) => runs).map((period) => period.id);
  const from = sql`price_update_outcome o
      LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = o.pzn
      LEFT JOIN (SELECT pzn, price, ends_on, coalesce(began_version, ${version}::bigint) AS since FROM price_period
                  WHERE apo_id = ${apoId} AND id = ANY(${running}::bigint[]) OFFSET 0) p ON p.pzn = o.pzn
     WHERE o.apo_id = ${apoId} AND o.update_id = ${id} ${part === undefined ? empty : sql`AND o.part = ${part}`}`;
  const now = layerOf('i');
  const layer = {
    price: sql`CASE WHEN p.pzn IS NOT NULL THEN p.price WHEN ${now.since} = o.period_since THEN o.manual_price ELSE ${now.price} END`,
    end: sql`coalesce(p.ends_on, ${now.end})`,
    since: sql`coalesce(p.since, ${now.since})`,
  };
  const after = { ...pricesOf('o'), ...beneathOf('o') };
  return [
    rowsSql({ pzn: sql`o.pzn`, from: sql`${from} AND o.listed`, after, layer }),
    rowsSql({ pzn: sql`o.pzn`, from: sql`${from} AND NOT o.listed`, after: 'gone' }),
  ];
}
