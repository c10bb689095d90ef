import { type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { keepByState } from '../../db/keep-by-state.ts';
import { berlinDay } from '../../db/price-columns.ts';
import { askOne, statement, typed } from '../../db/statement.ts';
import { changesSql, sameVersions, changesSpan } from '../till-sync/index.ts';
import { isLackedSql } from './lacked-sql.ts';
import { accountsOf, loadedVersions, loadsOf, type TillLoads, type TillPosition } from './read-till-position.ts';

/** Entries of all groups together; beyond it a whole file is due. */
export const MOST_CHANGES = 50_000;

export type LackedPrice = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  /** The day in Berlin of the first change that the till lacks. */
  readonly since: string;
};

/** Of pharmacy `$1`, at most `$5` entries. */
const LIST = statement(
  { read: 'int', pzns: 'text[]', groups: typed<ProductGroup[]>('text[]'), since: 'text[]' },
  `WITH change AS MATERIALIZED (
     SELECT change.* FROM ${changesSql('product_group, pzn, id, old_price, created_at')} LIMIT $5),
   lacked AS (
     SELECT DISTINCT ON (first.pzn) first.*
       FROM (SELECT DISTINCT ON (pzn, product_group) * FROM change ORDER BY pzn, product_group, id) first
       LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = first.pzn WHERE ${isLackedSql('first')}
      ORDER BY first.pzn, first.id)
   SELECT (SELECT count(*) FROM change)::int AS read, coalesce(array_agg(pzn ORDER BY pzn), '{}') AS pzns,
          coalesce(array_agg(product_group ORDER BY pzn), '{}') AS groups,
          coalesce(array_agg(${berlinDay('created_at')} ORDER BY pzn), '{}') AS since FROM lacked`,
);

/** Some 50 MB. */
const readOnce = keepByState<{ readonly prices: readonly LackedPrice[] | null }>(
  500_000,
  ({ prices }) => (prices?.length ?? 0) + 1,
);

/**
 * Prices that a till lacks, ascending by PZN (rule 22.2); none without a load or where the whole list is due. Once per state.
 * @returns null: more than `most` entries since
 */
export async function readLacking(
  db: Queryable,
  { present }: TillPosition,
  loads: TillLoads,
  most = MOST_CHANGES,
): Promise<readonly LackedPrice[] | null> {
  const { listApoId, versions } = present;
  const loaded = loadedVersions(loads, versions);
  if (sameVersions(loaded, versions)) return [];
  const span = [...changesSpan(listApoId, loaded, versions), most + 1];
  const { prices } = await readOnce(JSON.stringify(span), async () => {
    const { read, pzns, groups, since } = await askOne(db, LIST, span);
    if (read > most) return { prices: null };
    return {
      prices: pzns.map((pzn, at) => ({ pzn, productGroup: groups[at] as ProductGroup, since: since[at] as string })),
    };
  });
  return prices;
}

/** By group; null as `readLacking` says. */
export async function countLacking(
  db: Queryable,
  position: TillPosition,
  loads: TillLoads,
  most?: number,
): Promise<ReadonlyMap<ProductGroup, number> | null> {
  const lacking = await readLacking(db, position, loads, most);
  return lacking && countByGroup(lacking);
}

export function countByGroup(prices: Iterable<Pick<LackedPrice, 'productGroup'>>): ReadonlyMap<ProductGroup, number> {
  const counts = new Map<ProductGroup, number>();
  for (const { productGroup } of prices) counts.set(productGroup, (counts.get(productGroup) ?? 0) + 1);
  return counts;
}

/** What any of these accounts lacks, as `readLacking` says it of one (rule 22.5). */
export async function readLackingOfAny(
  db: Queryable,
  till: TillPosition,
  accounts = accountsOf(till),
): Promise<readonly LackedPrice[] | null> {
  // Those at the same versions share one list.
  const lists = new Set<readonly LackedPrice[]>();
  for (const account of accounts) {
    const lacking = await readLacking(db, till, loadsOf(till, account));
    if (!lacking) return null;
    lists.add(lacking);
  }
  const [only = [], ...others] = lists;
  if (others.length === 0) return only;
  const any = new Map(only.map((price) => [price.pzn, price]));
  for (const price of others.flat()) {
    const known = any.get(price.pzn);
    if (!known || price.since < known.since) any.set(price.pzn, price);
  }
  return [...any.values()].sort((a, b) => (a.pzn < b.pzn ? -1 : 1));
}
