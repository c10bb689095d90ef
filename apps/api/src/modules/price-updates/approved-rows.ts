import type { UpdateKind } from '@portal/rules';
import { BEFORE, BEFORE_COLUMNS, pricesOf, rowsSql } from '../price-writing/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { resolutionSql } from './resolve-sql.ts';

/** Package column → list column; what a package does not bring stays as it is. */
const REFERENCES = [
  ['avp', 'avp'],
  ['aep', 'aep'],
  ['vhp', 'vhp'],
  ['price_min', 'price_min'],
  ['ravp_regio', 'price_avg'],
  ['price_max', 'price_max'],
  ['pe_cluster', 'pe_cluster'],
  ['vh_cluster', 'vh_cluster'],
  ['units', 'units'],
] as const;

const DRAFT = {
  listType: 'i.price_type',
  listOwnPrice: 'i.manual_price',
  ownPrice: 'u.edited_price',
  permanent: 'u.edited_permanent',
  exclusion: 'u.edited_ignore',
  calculatedPrice: 'u.true_price',
};

/** An MDP adds no products to the list. */
const LISTED: Record<UpdateKind, string> = {
  MDP: 'i.product_group = $2',
  QDP: '(i.product_group = $2 OR i.pzn IS NULL)',
  LZD: '(i.product_group = $2 OR i.pzn IS NULL)',
};

/**
 * What an approval makes of the list, as SQL for `writeLists`; $9 is the package. Left out are inactive rows, products that
 * meanwhile belong to another group, and on an MDP those that have left the list. An LZD that resets replaces the list: what it
 * does not hold leaves (rules 6.5, 6.6 and 6.18).
 */
export function approvedRows({ kind, resetChoice }: Pick<UpdateRow, 'kind' | 'resetChoice'>): string[] {
  const loaded = rowsSql({
    pzn: 'u.pzn',
    from: `price_update_item u LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = u.pzn
           ${resolutionSql(kind, resetChoice, DRAFT)}
     WHERE u.apo_id = $1 AND u.update_id = $9 AND NOT u.inactive AND ${LISTED[kind]}`,
    after: {
      ...Object.fromEntries(REFERENCES.map(([from, to]) => [to, `coalesce(u.${from}, i.${to})`])),
      calculated_price: 'u.true_price',
      manual_price: 'r.after_manual',
      price_type: 'r.after_type',
    },
    reason: 'u.edited_reason',
    // Without a price an exclusion stays one.
    issue: `CASE WHEN r.issue <> 'exclusionNeedsPrice' THEN r.issue END`,
  });
  if (kind !== 'LZD' || resetChoice !== 0) return [loaded];
  const dropped = rowsSql({
    pzn: 'i.pzn',
    from: `price_item i
     WHERE i.apo_id = $1 AND i.product_group = $2
       AND NOT EXISTS (SELECT FROM price_update_item u WHERE u.apo_id = $1 AND u.update_id = $9 AND u.pzn = i.pzn AND NOT u.inactive)`,
    after: 'gone',
  });
  return [loaded, dropped];
}

/** How many rows an approval or its reopening is about at most; undefined where it is the whole list, as one that resets it. */
export function sizeOf({ resetChoice, itemCount }: Pick<UpdateRow, 'resetChoice' | 'itemCount'>): number | undefined {
  return resetChoice === 0 ? undefined : itemCount;
}

/** Keeps what each product was before, for reopening, and what became of it. */
export const STORE_OUTCOMES = `
  outcomes AS (
    INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, ${BEFORE_COLUMNS}, after_type, after_manual, effective)
    SELECT $1, $9, pzn, listed, ${BEFORE}, price_type, manual_price, effective FROM moved WHERE issue IS NULL
  )`;

/** What a reopening makes of the list: the rows as they were before the approval; new products leave, dropped ones return. */
export function reopenedRows(): string[] {
  const from = `price_update_outcome o LEFT JOIN price_item i ON i.apo_id = $1 AND i.product_group = $2 AND i.pzn = o.pzn
     WHERE o.apo_id = $1 AND o.update_id = $9`;
  return [
    rowsSql({ pzn: 'o.pzn', from: `${from} AND o.listed`, after: pricesOf('o') }),
    rowsSql({ pzn: 'o.pzn', from: `${from} AND NOT o.listed`, after: 'gone' }),
  ];
}
