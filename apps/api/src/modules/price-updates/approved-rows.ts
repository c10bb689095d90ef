import { columnsWhere, isDelivered, PACKAGE_KINDS, resetsList } from '@portal/rules';
import sql, { empty, raw, type Sql } from 'sql-template-tag';
import { BEFORE, BEFORE_COLUMNS, pricesOf, rowsSql } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';

/** Set by the decision about the row, not by the package alone. */
const DECIDED: ReadonlySet<string> = new Set(['calculated_price', 'manual_price', 'price_type']);

/** What a package does not bring stays. */
const REFERENCES = columnsWhere(
  (each) =>
    each.list !== undefined && !DECIDED.has(each.list) && (isDelivered(each) || each.approvedFrom !== undefined),
).map(([, each]) => [each.approvedFrom ?? each.package, each.list] as const);

const DRAFT = {
  listType: 'i.price_type',
  listOwnPrice: 'i.manual_price',
  ownPrice: 'u.edited_price',
  permanent: 'u.edited_permanent',
  exclusion: 'u.edited_ignore',
  calculatedPrice: 'u.true_price',
};

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
export function approvedRows(update: Approved, pzns?: Sql): Sql[] {
  const { id, apoId, group, kind, resetChoice } = update;
  const loaded = rowsSql({
    pzn: 'u.pzn',
    from: sql`price_update_item u LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.pzn = u.pzn
           ${raw(resolutionSql(kind, resetChoice, DRAFT))}
     WHERE u.apo_id = ${apoId} AND u.update_id = ${id} AND NOT u.inactive AND ${listed(update)}
       ${update.parts > 0 ? sql`AND NOT ${isApprovedSql('u', update)}` : empty} ${pzns ? sql`AND u.pzn = ANY(${pzns})` : empty}`,
    after: {
      ...Object.fromEntries(REFERENCES.map(([from, to]) => [to, `coalesce(u.${from}, i.${to})`])),
      calculated_price: 'u.true_price',
      manual_price: 'r.after_manual',
      price_type: 'r.after_type',
    },
    reason: sql`u.edited_reason`,
    // Without a price an exclusion stays one.
    issue: `CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END`,
  });
  if (!resetsList({ kind, resetChoice })) return [loaded];
  const dropped = rowsSql({
    pzn: 'i.pzn',
    from: sql`price_item i
     WHERE i.apo_id = ${apoId} AND i.product_group = ${group}
       AND NOT EXISTS (SELECT FROM price_update_item u
                        WHERE u.apo_id = ${apoId} AND u.update_id = ${id} AND u.pzn = i.pzn AND NOT u.inactive)`,
    after: 'gone',
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
export function storeOutcomes({ id, apoId }: Pick<UpdateRow, 'id' | 'apoId'>, part: number): Sql {
  return sql`
  outcomes AS (
    INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, ${raw(BEFORE_COLUMNS)}, after_type, after_manual, effective, part)
    SELECT ${apoId}, ${id}, pzn, listed, ${raw(BEFORE)}, price_type, manual_price, effective, ${part}::smallint FROM moved WHERE issue IS NULL
  )`;
}

/**
 * New products leave, dropped ones return.
 * @param part its rows alone
 */
export function reopenedRows({ id, apoId, group }: Pick<UpdateRow, 'id' | 'apoId' | 'group'>, part?: number): Sql[] {
  const from = sql`price_update_outcome o
      LEFT JOIN price_item i ON i.apo_id = ${apoId} AND i.product_group = ${group} AND i.pzn = o.pzn
     WHERE o.apo_id = ${apoId} AND o.update_id = ${id} ${part === undefined ? empty : sql`AND o.part = ${part}`}`;
  return [
    rowsSql({ pzn: 'o.pzn', from: sql`${from} AND o.listed`, after: pricesOf('o') }),
    rowsSql({ pzn: 'o.pzn', from: sql`${from} AND NOT o.listed`, after: 'gone' }),
  ];
}
