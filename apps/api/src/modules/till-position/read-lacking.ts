import { type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { berlinDay } from '../../db/price-columns.ts';
import { ask, askOne, statement, typed } from '../../db/statement.ts';
import { changesSql, sameVersions, changesSpan } from '../till-sync/index.ts';
import { isLackedSql } from './lacked-sql.ts';
import { accountsOf, loadedVersions, loadsOf, type TillLoads, type TillPosition } from './read-till-position.ts';

/** Entries of all groups together; beyond it a whole file is due. */
export const MOST_CHANGES = 50_000;

/** Of pharmacy `$1`, at most `$5` entries. */
const entriesSql = (columns: string) =>
  `change AS MATERIALIZED (SELECT change.* FROM ${changesSql(`product_group, pzn, id, old_price${columns}`)} LIMIT $5)`;
const READ = '(SELECT count(*) FROM change)::int AS read';
const LACKED = `lacked AS (
     SELECT first.* FROM (SELECT DISTINCT ON (pzn, product_group) * FROM change ORDER BY pzn, product_group, id) first
       LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = first.pzn WHERE ${isLackedSql('first')})`;

const COUNTS = statement(
  { read: 'int', productGroup: typed<ProductGroup | null>('text?'), lacking: 'int' },
  `WITH ${entriesSql('')}, ${LACKED}
   SELECT ${READ}, lacked.product_group AS "productGroup", count(lacked.pzn)::int AS lacking
     FROM (VALUES (1)) one LEFT JOIN lacked ON true GROUP BY lacked.product_group`,
);

/**
 * Prices that a till lacks, by group (rule 22.2); none without a load or where the whole list is due.
 * @returns null: more than `most` entries since
 */
export async function countLacking(
  db: Queryable,
  { present }: TillPosition,
  loads: TillLoads,
  most: number,
): Promise<ReadonlyMap<ProductGroup, number> | null> {
  const span = spanOf(present, loads);
  if (!span) return new Map();
  const rows = await ask(db, COUNTS, [...span, most + 1]);
  if (rows.some(({ read }) => read > most)) return null;
  return new Map(rows.flatMap(({ productGroup, lacking }) => (productGroup ? [[productGroup, lacking]] : [])));
}

export type LackedPrice = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  /** The day in Berlin of the first change that the till lacks. */
  readonly since: string;
};

const LIST = statement(
  { read: 'int', pzns: 'text[]', groups: typed<ProductGroup[]>('text[]'), since: 'text[]' },
  `WITH ${entriesSql(', created_at')}, ${LACKED}
   SELECT ${READ}, coalesce(array_agg(pzn ORDER BY pzn), '{}') AS pzns, coalesce(array_agg(product_group ORDER BY pzn), '{}') AS groups,
          coalesce(array_agg(${berlinDay('created_at')} ORDER BY pzn), '{}') AS since FROM lacked`,
);

/**
 * What any till lacks, as `readLacking` says it of one (rule 22.5).
 */
export async function readLackingOfAny(db: Queryable, till: TillPosition): Promise<readonly LackedPrice[] | null> {
  const any = new Map<string, LackedPrice>();
  for (const account of accountsOf(till)) {
    const lacking = await readLacking(db, till, loadsOf(till, account));
    if (!lacking) return null;
    for (const price of lacking) {
      const known = any.get(price.pzn);
      if (!known || price.since < known.since) any.set(price.pzn, price);
    }
  }
  return [...any.values()].sort((a, b) => (a.pzn < b.pzn ? -1 : 1));
}

/** The same by article, ascending by PZN; null: more than MOST_CHANGES entries. */
export async function readLacking(
  db: Queryable,
  { present }: TillPosition,
  loads: TillLoads,
): Promise<readonly LackedPrice[] | null> {
  const span = spanOf(present, loads);
  if (!span) return [];
  const { read, pzns, groups, since } = await askOne(db, LIST, [...span, MOST_CHANGES + 1]);
  if (read > MOST_CHANGES) return null;
  return pzns.map((each, at) => ({
    pzn: each,
    productGroup: groups[at] as ProductGroup,
    since: since[at] as string,
  }));
}

/** `$5` the article; counts only where it is not among them. */
const LACKS = statement(
  { lacks: 'bool' },
  `WITH change AS MATERIALIZED (SELECT change.* FROM ${changesSql('product_group, pzn, id, old_price', 'pzn = $5')}), ${LACKED}
   SELECT EXISTS (SELECT FROM lacked)
       OR (SELECT count(*) FROM (SELECT FROM ${changesSql('pzn')} LIMIT ${MOST_CHANGES + 1}) entry) > ${MOST_CHANGES} AS lacks`,
);

/** One article; true where `readLacking` says null. */
export async function lacksPrice(
  db: Queryable,
  { present }: TillPosition,
  loads: TillLoads,
  pzn: string,
): Promise<boolean> {
  const span = spanOf(present, loads);
  return span !== undefined && (await askOne(db, LACKS, [...span, pzn])).lacks;
}

/** Undefined: the loads are at the present versions. */
function spanOf({ listApoId, versions }: TillPosition['present'], loads: TillLoads): unknown[] | undefined {
  const loaded = loadedVersions(loads, versions);
  return sameVersions(loaded, versions) ? undefined : changesSpan(listApoId, loaded, versions);
}
