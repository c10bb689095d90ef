import type { TillContents } from '@portal/contracts';
import { PRODUCT_GROUPS, type ProductGroup, type TillFileRow } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { textArray } from '../../db/plain-array.ts';
import { berlinDay, centsSql } from '../../db/price-columns.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { changesSql, storedPosition, type Position, versionArray } from '../till-sync/index.ts';
import { baseIssue, type TillBases, versionsSince } from './till-bases.ts';

/**
 * Changed since the last confirmed load, else the whole past of this and former lists: $5 whose, $6 groups, $7
 * versions.
 */
const TOUCHED = `touched AS MATERIALIZED (
     SELECT DISTINCT change.product_group, change.pzn FROM ${changesSql('product_group, pzn')}
      UNION
     SELECT c.product_group, c.pzn
       FROM unnest($5::int[], $6::text[], $7::bigint[]) AS former(apo_id, product_group, to_version)
       JOIN price_change c ON c.apo_id = former.apo_id AND c.product_group = former.product_group
                          AND c.list_version <= former.to_version)`;

const FILE_ROWS = statement<TillFileRow>(
  {
    pzn: 'text',
    productGroup: 'text',
    price: 'int?',
    avp: 'int?',
    type: 'int?',
    name: 'text',
    validFrom: 'text?',
  },
  `WITH ${TOUCHED}, told AS (
     SELECT i.pzn, i.product_group, ${EFFECTIVE_PRICE} AS price, i.avp, i.price_type, i.changed_at
       FROM price_item i
      WHERE i.apo_id = $1 AND i.product_group = ANY($8::text[]) AND ($9 OR i.pzn IN (SELECT pzn FROM touched))
      UNION ALL
     SELECT pzn, min(product_group), NULL, NULL, NULL, NULL FROM touched t
      WHERE NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.pzn = t.pzn) GROUP BY pzn)
   SELECT told.pzn, told.product_group AS "productGroup", ${centsSql('told.price')} AS price, ${centsSql('told.avp')} AS avp,
          told.price_type AS type, coalesce(p.name, '') AS name,
          ${berlinDay('told.changed_at')} AS "validFrom"
     FROM told LEFT JOIN product p USING (pzn) ORDER BY told.pzn COLLATE "C"`,
);

export type TillMoment = { readonly apoId: number; readonly position: Position; readonly bases: TillBases };

/**
 * In one snapshot with `moment`. Includes unlisted articles the till may still have (rule 9.17). `type` null: unlisted.
 */
export async function readFileRows(
  db: Queryable,
  moment: TillMoment,
  { productGroups, contents }: { productGroups: readonly ProductGroup[]; contents: TillContents },
): Promise<TillFileRow[]> {
  const values = await touchedValues(db, moment, productGroups);
  return ask(db, FILE_ROWS, [...values, productGroups, contents !== 'changes']);
}

const CORRECTION_ROWS = statement<TillFileRow>(
  {
    pzn: 'text',
    productGroup: 'text',
    price: 'int?',
    avp: 'int?',
    type: 'int?',
    name: 'text',
    validFrom: 'text?',
  },
  `SELECT t.pzn, t.product_group AS "productGroup", i.price, ${centsSql('i.avp')} AS avp, i.price_type AS type,
          coalesce(p.name, '') AS name, ${berlinDay('i.changed_at')} AS "validFrom"
     FROM unnest($2::text[], $3::text[]) AS t(pzn, product_group)
     LEFT JOIN (SELECT i.*, ${centsSql(EFFECTIVE_PRICE)} AS price FROM price_item i WHERE i.apo_id = $1 OFFSET 0) i USING (pzn)
     LEFT JOIN (SELECT pzn, name FROM product OFFSET 0) p USING (pzn) ORDER BY t.pzn COLLATE "C"`,
);

/** Rule 9.34. */
export async function readCorrectionRows(
  db: Queryable,
  listApoId: number,
  articles: readonly { readonly pzn: string; readonly productGroup: ProductGroup }[],
): Promise<TillFileRow[]> {
  const [pzns, groups] = [articles.map(({ pzn }) => pzn), articles.map(({ productGroup }) => productGroup)];
  return ask(db, CORRECTION_ROWS, [listApoId, textArray(pzns), textArray(groups)]);
}

const GONE = statement<{ productGroup: ProductGroup; gone: number }>(
  { productGroup: 'text', gone: 'int' },
  `WITH ${TOUCHED}
   SELECT t.product_group AS "productGroup", count(*)::int AS gone FROM touched t
    WHERE NOT EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.pzn = t.pzn) GROUP BY t.product_group`,
);

/** Unlisted articles that 'Alles' withdraws. */
export async function countGone(db: Queryable, moment: TillMoment): Promise<ReadonlyMap<ProductGroup, number>> {
  const rows = await ask(db, GONE, await touchedValues(db, moment, PRODUCT_GROUPS));
  return new Map(rows.map(({ productGroup, gone }) => [productGroup, gone]));
}

/** `$1` to `$7` of `TOUCHED`. */
async function touchedValues(
  db: Queryable,
  { apoId, position, bases }: TillMoment,
  productGroups: readonly ProductGroup[],
): Promise<unknown[]> {
  const { listApoId, versions } = position;
  const since = versionsSince(bases);
  const after = PRODUCT_GROUPS.map((group) => (productGroups.includes(group) ? since[group] : versions[group]));
  const withoutBase = productGroups.filter((group) => baseIssue(bases, group) !== null);
  const former = withoutBase.length > 0 ? await readFormerLists(db, apoId, listApoId) : [];
  const spans = former.flatMap((list) => withoutBase.map((group) => ({ ...list, group, to: list.versions[group] })));
  return [
    listApoId,
    PRODUCT_GROUPS,
    after,
    versionArray(versions),
    spans.map((span) => span.apoId),
    spans.map(({ group }) => group),
    spans.map(({ to }) => to),
  ];
}

const TILL_POSITIONS = statement(
  { position: 'text' },
  `SELECT DISTINCT position FROM till_file WHERE apo_id = $1 UNION SELECT cursor FROM till WHERE apo_id = $1 AND cursor IS NOT NULL`,
);

const FORMER_LISTS = statement<{ listApoId: number; productGroup: ProductGroup; version: string }>(
  { listApoId: 'int', productGroup: 'text', version: 'bigint' },
  `SELECT list_apo_id AS "listApoId", product_group AS "productGroup", version FROM former_list WHERE apo_id = $1`,
);

type FormerList = { readonly apoId: number; readonly versions: Record<ProductGroup, number> };
const NO_VERSIONS = { OTC: 0, FREIWAHL: 0, HILFSMITTEL: 0 };
const ALL_VERSIONS = {
  OTC: Number.MAX_SAFE_INTEGER,
  FREIWAHL: Number.MAX_SAFE_INTEGER,
  HILFSMITTEL: Number.MAX_SAFE_INTEGER,
};

/** Of a former mirror the main pharmacy's, up to the parting: later articles are not this pharmacy's to know. */
async function readFormerLists(db: Queryable, apoId: number, listApoId: number): Promise<FormerList[]> {
  const lists = new Map<number, FormerList['versions']>();
  for (const { position } of await ask(db, TILL_POSITIONS, [apoId])) {
    const stored = storedPosition(position);
    if (!stored) continue;
    const { versions } = stored;
    const known = lists.get(stored.listApoId) ?? NO_VERSIONS;
    const newest = (group: ProductGroup) => Math.max(known[group], versions[group]);
    lists.set(stored.listApoId, {
      OTC: newest('OTC'),
      FREIWAHL: newest('FREIWAHL'),
      HILFSMITTEL: newest('HILFSMITTEL'),
    });
  }
  for (const { listApoId: former, productGroup, version } of await ask(db, FORMER_LISTS, [apoId])) {
    const known = lists.get(former);
    if (known) lists.set(former, { ...known, [productGroup]: Number(version) });
  }
  lists.set(apoId, ALL_VERSIONS);
  lists.delete(listApoId);
  return [...lists].map(([id, versions]) => ({ apoId: id, versions }));
}
