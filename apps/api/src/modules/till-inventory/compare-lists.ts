import {
  type Cents,
  compareTillArticle,
  isTillDeviation,
  noTillCounts,
  PRICE_TYPE,
  PRODUCT_GROUPS,
  type ProductGroup,
  type TillCounts,
  type TillDeviation,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { ask, statement, typed } from '../../db/statement.ts';
import { createTurns } from '../../http/turns.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import { changesSql, isCurrent, parseCursor, type Position, versionArray } from '../till-sync/index.ts';
import type { HeldRows } from './held-rows.ts';

export type ComparedArticle = {
  readonly pzn: string;
  readonly productGroup: ProductGroup;
  readonly verdict: TillDeviation | 'changedSince';
  /** Undefined: not in the till; null: without a price there. */
  readonly till: Cents | null | undefined;
  readonly approved: Cents | null;
  readonly since: Date | null;
  /** The list version that its state when the till was read is of. */
  readonly version: number;
  readonly listed: boolean;
  readonly excluded: boolean;
  readonly period: boolean;
  /** The price before; undefined where not known. */
  readonly former: Cents | null | undefined;
};

/** Approved prices of groups that the inventory has no row of. Rule 9.46. */
type NotCompared = { readonly productGroup: ProductGroup; readonly count: number };

export type Comparison = {
  readonly counts: TillCounts;
  readonly articles: readonly ComparedArticle[];
  readonly notCompared: readonly NotCompared[];
};

const HELD = `held AS MATERIALIZED (
     SELECT lpad(h.pzn::text, 8, '0') AS pzn, h.cents FROM unnest($5::int[], $6::int[]) AS h(pzn, cents))`;
const LISTED = `SELECT i.*, ${centsSql(EFFECTIVE_PRICE)} AS now FROM price_item i WHERE i.apo_id = $1 OFFSET 0`;

/** $3 and $4: versions of the moment and of now. */
const DIFFERING = statement(
  {
    pzn: 'text',
    held: 'bool',
    till: 'int?',
    before: 'int?',
    now: 'int?',
    productGroup: typed<ProductGroup | null>('text?'),
    type: 'int?',
    version: 'bigint?',
    former: 'int?',
    hasFormer: 'bool',
    since: 'time?',
    period: 'bool',
  },
  `WITH ${HELD}, first_later AS MATERIALIZED (
     SELECT pzn, min(id) AS id FROM ${changesSql('pzn, id')} GROUP BY pzn
   ), later AS MATERIALIZED (
     SELECT c.pzn, c.product_group, c.old_price, former.list_version, former.old_price AS former_price
       FROM first_later JOIN price_change c USING (pzn, id)
       LEFT JOIN LATERAL (SELECT b.list_version, b.old_price FROM price_change b WHERE b.apo_id = $1 AND b.pzn = c.pzn AND b.id < c.id
                           ORDER BY b.id DESC LIMIT 1) former ON true
      WHERE c.apo_id = $1
   )
   SELECT pzn, h.pzn IS NOT NULL AS held, h.cents AS till,
          CASE WHEN l.pzn IS NULL THEN i.now ELSE ${centsSql('l.old_price')} END AS before, i.now,
          coalesce(i.product_group, l.product_group) AS "productGroup", i.price_type AS type,
          CASE WHEN l.pzn IS NULL THEN i.changed_version ELSE l.list_version END AS version,
          ${centsSql('CASE WHEN l.pzn IS NULL THEN b.old_price ELSE l.former_price END')} AS former,
          l.list_version IS NOT NULL OR l.pzn IS NULL AND b.list_version IS NOT NULL AS "hasFormer", i.changed_at AS since,
          i.period_since IS NOT NULL AS period
     FROM held h FULL JOIN (${LISTED}) i USING (pzn) LEFT JOIN later l USING (pzn)
     LEFT JOIN LATERAL (SELECT c.list_version, c.old_price FROM price_change c
                         WHERE c.apo_id = $1 AND c.pzn = i.pzn AND c.list_version = i.changed_version ORDER BY c.id DESC LIMIT 1) b ON l.pzn IS NULL
    WHERE h.cents IS DISTINCT FROM i.now ORDER BY pzn`,
);

/** Of articles without a price that the till has at a price of the portal: when that ended. */
const WITHDRAWN = statement(
  { pzn: 'text', productGroup: typed<ProductGroup>('text'), version: 'bigint', former: 'int?', since: 'time' },
  `SELECT DISTINCT ON (pzn) pzn, past.product_group AS "productGroup", past.list_version AS version,
          ${centsSql('past.old_price')} AS former, past.created_at AS since
     FROM unnest($2::text[], $3::int[]) AS t(pzn, cents)
     CROSS JOIN LATERAL (
       SELECT c.id, c.product_group, c.list_version, c.created_at, c.old_price,
              bool_or(${centsSql('c.new_price')} = t.cents OR ${centsSql('c.old_price')} = t.cents OR t.cents = 0) OVER () AS ours
         FROM price_change c WHERE c.apo_id = $1 AND c.pzn = t.pzn OFFSET 0) past
    WHERE past.ours ORDER BY pzn, past.id DESC`,
);

type Moment = {
  readonly position: Position;
  readonly cursor: string | null;
  /** Articles whose price here the till has acknowledged after that. */
  readonly overruled?: ReadonlySet<string>;
  /** The inventory itself. */
  readonly rows?: HeldRows;
};

const GROUPS = statement(
  { productGroup: typed<ProductGroup>('text') },
  `SELECT DISTINCT product_group AS "productGroup" FROM price_item
    WHERE apo_id = $1 AND pzn IN (SELECT lpad(h.pzn::text, 8, '0') FROM unnest($2::int[]) AS h(pzn))`,
);

/** Of the list, by the rows of an inventory. */
export async function readGroupsHeld(db: Queryable, listApoId: number, { pzns }: Pick<HeldRows, 'pzns'>) {
  return new Set((await ask(db, GROUPS, [listApoId, plainArray(pzns)])).map(({ productGroup }) => productGroup));
}

/** In one snapshot with `position`, which the lists are at. Rules 9.30 and 9.31. */
export async function compareWithLists(
  db: Queryable,
  { pzns, cents }: HeldRows,
  { position, cursor, overruled, rows: inventory = { pzns, cents } }: Moment,
): Promise<Comparison> {
  const { listApoId } = position;
  const groups = await readGroupsHeld(db, listApoId, inventory);
  const skipped = new Map<ProductGroup, number>();
  const after = await readVersionsThen(db, cursor, position);
  const rows = await ask(db, DIFFERING, [
    listApoId,
    PRODUCT_GROUPS,
    versionArray(after),
    versionArray(position.versions),
    plainArray(pzns),
    plainArray(cents),
  ]);
  const unpriced = rows.filter(({ till, before, now }) => till !== null && before === null && now === null);
  const texts = textArray(unpriced.map(({ pzn }) => pzn));
  const withdrawn = new Map(
    (await ask(db, WITHDRAWN, [listApoId, texts, plainArray(unpriced.map(({ till }) => till))])).map((row) => [
      row.pzn,
      row,
    ]),
  );
  const counts = noTillCounts();
  const articles: ComparedArticle[] = [];
  const turns = createTurns();
  let priced = 0;
  for (const { pzn, held, till: price, before, now, type, former, hasFormer, ...row } of rows) {
    const till = held ? price : undefined;
    if (price !== null) priced++;
    const group = row.productGroup;
    if (!held && group !== null && !groups.has(group)) {
      skipped.set(group, (skipped.get(group) ?? 0) + 1);
      continue;
    }
    const gone = withdrawn.get(pzn);
    const isOverruled = overruled?.has(pzn) ?? false;
    const verdict = compareTillArticle({
      till,
      before: isOverruled ? (till ?? null) : before,
      now,
      ours: gone !== undefined,
    });
    // Acknowledged as withdrawn.
    if (!verdict || (isOverruled && verdict === 'only')) continue;
    counts[verdict]++;
    const productGroup = row.productGroup ?? gone?.productGroup;
    if (!(isTillDeviation(verdict) || verdict === 'changedSince') || productGroup === undefined) continue;
    articles.push({
      pzn,
      productGroup,
      verdict,
      till,
      approved: now,
      since: gone?.since ?? row.since,
      version: Number(gone?.version ?? row.version ?? 0),
      former: gone ? gone.former : hasFormer ? former : undefined,
      listed: type !== null,
      excluded: type === PRICE_TYPE.exclusion,
      period: row.period,
    });
    await turns.give();
  }
  counts.equal += cents.filter((price) => price !== null).length - priced;
  const notCompared = PRODUCT_GROUPS.flatMap((productGroup) => {
    const count = skipped.get(productGroup);
    return count === undefined ? [] : [{ productGroup, count }];
  });
  return { counts, articles, notCompared };
}

/** The present ones after the list was exchanged or restored: nothing is known of before. */
export async function readVersionsThen(
  db: Queryable,
  cursor: string | null,
  present: Position,
): Promise<Position['versions']> {
  const parsed = cursor === null ? undefined : parseCursor(cursor);
  if (!parsed || parsed === 'former' || !(await isCurrent(db, parsed.to, present))) return present.versions;
  return parsed.to.versions;
}

const EQUAL = statement(
  {
    pzn: 'text',
    name: 'text',
    content: 'text?',
    productGroup: typed<ProductGroup>('text'),
    till: 'int',
    since: 'time',
  },
  `SELECT i.pzn, p.name, p.content, i.product_group AS "productGroup", h.cents AS till, i.changed_at AS since
     FROM (SELECT lpad(h.pzn::text, 8, '0') AS pzn, h.cents FROM unnest($2::int[], $3::int[]) AS h(pzn, cents)) h
     JOIN price_item i ON i.apo_id = $1 AND i.pzn = h.pzn JOIN product p ON p.pzn = i.pzn
    WHERE ${centsSql(EFFECTIVE_PRICE)} = h.cents ORDER BY i.pzn`,
);

export function readEqualArticles(db: Queryable, listApoId: number, { pzns, cents }: HeldRows) {
  return ask(db, EQUAL, [listApoId, plainArray(pzns), plainArray(cents)]);
}
