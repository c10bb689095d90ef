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
  type SortedPrices,
  priceLookup,
} from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { centsSql } from '../../db/price-columns.ts';
import { intsOf, packed, pznText } from '../../db/int-arrays.ts';
import { ask, askOne, type RowOf, statement, typed } from '../../db/statement.ts';
import { createTurns, type Turns } from '../../http/turns.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';
import type { Overruled } from '../till-position/index.ts';
import { changesSql, type Position, sameVersions, changesSpan, currentPosition } from '../till-sync/index.ts';

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
  readonly groups: ReadonlySet<ProductGroup>;
};

const LISTED = `SELECT i.*, ${centsSql(EFFECTIVE_PRICE)} AS now FROM price_item i WHERE i.apo_id = $1`;

/** Of these articles. $3 and $4: versions of the moment and of now. */
const DIFFERING = statement(
  {
    pzns: 'bytes',
    before: 'bytes',
    now: 'bytes',
    groups: 'bytes',
    types: 'bytes',
    versions: 'bytes',
    former: 'bytes',
    hasFormer: 'bytes',
    since: 'bytes',
    periods: 'bytes',
  },
  `WITH asked AS MATERIALIZED (
     SELECT lpad(pzn::text, 8, '0') AS pzn FROM unnest($5::int[]) AS asked(pzn)
   ), first_later AS MATERIALIZED (
     SELECT pzn, min(id) AS id FROM ${changesSql('pzn, id')} GROUP BY pzn
   ), later AS MATERIALIZED (
     SELECT c.pzn, c.product_group, c.old_price, former.list_version, former.old_price AS former_price
       FROM first_later JOIN price_change c USING (pzn, id)
       LEFT JOIN LATERAL (SELECT b.list_version, b.old_price FROM price_change b WHERE b.apo_id = $1 AND b.pzn = c.pzn AND b.id < c.id
                           ORDER BY b.id DESC LIMIT 1) former ON true
      WHERE c.apo_id = $1 AND c.pzn IN (SELECT pzn FROM asked)
   )
   SELECT ${packed('pzn::int')} AS pzns, ${packed('before')} AS before, ${packed('now')} AS now, ${packed('place')} AS groups,
          ${packed('price_type::int')} AS types, ${packed('version')} AS versions, ${packed('former')} AS former,
          ${packed('has_former::int')} AS "hasFormer", ${packed('since')} AS since, ${packed('period::int')} AS periods
     FROM (SELECT pzn,
          CASE WHEN l.pzn IS NULL THEN i.now ELSE ${centsSql('l.old_price')} END AS before, i.now,
          array_position($2::text[], coalesce(i.product_group, l.product_group)) - 1 AS place, i.price_type,
          CASE WHEN l.pzn IS NULL THEN i.changed_version ELSE l.list_version END AS version,
          ${centsSql('CASE WHEN l.pzn IS NULL THEN b.old_price ELSE l.former_price END')} AS former,
          l.list_version IS NOT NULL OR l.pzn IS NULL AND b.list_version IS NOT NULL AS has_former,
          (extract(epoch FROM i.changed_at) * 1000)::bigint AS since, i.period_since IS NOT NULL AS period
     FROM asked LEFT JOIN (${LISTED} OFFSET 0) i USING (pzn) LEFT JOIN later l USING (pzn)
     LEFT JOIN LATERAL (SELECT c.list_version, c.old_price FROM price_change c
                         WHERE c.apo_id = $1 AND c.pzn = i.pzn AND c.list_version = i.changed_version ORDER BY c.id DESC LIMIT 1) b ON l.pzn IS NULL
    ORDER BY pzn) differing`,
);

/** In the order of PZNs. */
const PRICES = statement(
  { pzns: 'bytes', cents: 'bytes', groups: 'bytes' },
  `SELECT ${packed('pzn')} AS pzns, ${packed('now')} AS cents, ${packed('place')} AS groups
     FROM (SELECT pzn::int, now, array_position($2::text[], product_group) - 1 AS place FROM (${LISTED}) i ORDER BY pzn) sorted`,
);

const LATER = statement({ pzn: 'text' }, `SELECT DISTINCT pzn FROM ${changesSql('pzn')}`);

/** Hides 80,000 elements from planning, which would take longer than the statement. */
const NAMED = 'ARRAY(SELECT unnest($2::text[]))';

const EVER = statement(
  { pzn: 'text' },
  `SELECT DISTINCT pzn FROM price_change WHERE apo_id = $1 AND pzn = ANY(${NAMED})`,
);

/** Of articles without a price that the till has at a price of the portal: when that ended. */
const WITHDRAWN = statement(
  { pzn: 'text', productGroup: typed<ProductGroup>('text'), version: 'bigint', former: 'int?', since: 'time' },
  `SELECT DISTINCT ON (pzn) pzn, past.product_group AS "productGroup", past.list_version AS version,
          ${centsSql('past.old_price')} AS former, past.created_at AS since
     FROM (SELECT c.*, bool_or(${centsSql('c.new_price')} = t.cents OR ${centsSql('c.old_price')} = t.cents OR t.cents = 0)
                         OVER (PARTITION BY c.pzn) AS ours
             FROM unnest($2::text[], $3::int[]) AS t(pzn, cents)
             JOIN (SELECT * FROM price_change WHERE apo_id = $1 AND pzn = ANY(${NAMED})) c USING (pzn)) past
    WHERE past.ours ORDER BY pzn, past.id DESC`,
);

type Moment = {
  readonly position: Position;
  readonly cursor: string | null;
  /** Articles whose price here the till has acknowledged after that. */
  readonly overruled?: Overruled;
  /** The inventory itself. */
  readonly rows?: SortedPrices;
};

/** In one snapshot with `position`, which the lists are at. Rules 9.30 and 9.31. */
export async function compareWithLists(
  db: Queryable,
  held: SortedPrices,
  { position, cursor, overruled, rows: inventory = held }: Moment,
): Promise<Comparison> {
  const { listApoId } = position;
  const sides = differingOf(await readPrices(db, listApoId), held, inventory);
  const after = await readVersionsThen(db, cursor, position);
  const span = changesSpan(listApoId, after, position.versions);
  const foreign = priceLookup(sides.foreign);
  const isForeign = (pzn: string) => foreign(pzn) !== undefined;
  const later = sameVersions(after, position.versions) ? [] : await ask(db, LATER, span);
  const wereListed = later.map(({ pzn }) => pzn).filter(isForeign);
  const turns = createTurns();
  const asked = plainArray([...sides.differing, ...wereListed.map(Number)]);
  const rows = await columnsOf(await askOne(db, DIFFERING, [...span, asked]), turns);
  const tillOf = priceLookup(held);
  const foreignTexts = sides.foreign.pzns.map(pznText);
  const changed = await ask(db, EVER, [listApoId, textArray(foreignTexts)]);
  const known = new Set([...wereListed, ...changed.map(({ pzn }) => pzn)]);
  const isUnpriced = (at: number) => rows.before[at] === null && rows.now[at] === null;
  const unpriced = rows.pzns.flatMap((pzn, at) => (isUnpriced(at) ? [pznText(pzn as number)] : []));
  const compared = new Set(wereListed);
  const left = [...known].filter((pzn) => !compared.has(pzn));
  const asPriced = [...unpriced, ...left];
  const prices = plainArray(asPriced.map((pzn) => tillOf(pzn) ?? null));
  const gone = await ask(db, WITHDRAWN, [listApoId, textArray(asPriced), prices]);
  const withdrawn = new Map(gone.map((row) => [row.pzn, row]));
  const counts = noTillCounts();
  // All others never had a price here.
  const said = overruled ? foreignTexts.filter((pzn) => !known.has(pzn) && overruled.has(pzn)).length : 0;
  counts.changedSince += said;
  counts.foreign += sides.foreign.pzns.length - known.size - said;
  const skipped = new Map<ProductGroup, number>();
  const articles: ComparedArticle[] = [];
  for (const { pzn, before, now, type, former, hasFormer, ...row } of eachOf(rows, left)) {
    await turns.give();
    const till = tillOf(pzn);
    const group = row.productGroup;
    if (till === undefined && group !== null && !sides.groups.has(group)) {
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
  }
  articles.sort((one, other) => (one.pzn < other.pzn ? -1 : 1));
  counts.equal += sides.equal;
  const notCompared = PRODUCT_GROUPS.flatMap((productGroup) => {
    const count = skipped.get(productGroup);
    return count === undefined ? [] : [{ productGroup, count }];
  });
  return { counts, articles, notCompared, groups: sides.groups };
}

type Columns = Readonly<Record<keyof RowOf<typeof DIFFERING>, readonly (number | null)[]>>;

async function columnsOf(sent: RowOf<typeof DIFFERING>, turns: Turns): Promise<Columns> {
  const columns = {} as Record<keyof Columns, (number | null)[]>;
  for (const name of Object.keys(sent) as (keyof Columns)[]) {
    await turns.give();
    columns[name] = intsOf(sent[name]);
  }
  return columns;
}

/** One at a time: 20,000 at once are work for the garbage collector. */
function* eachOf(columns: Columns, left: readonly string[]) {
  const { pzns, before, now, groups, types, versions, former, hasFormer, since, periods } = columns;
  for (const [at, pzn] of pzns.entries()) {
    const [group, changedAt] = [groups[at] ?? null, since[at] ?? null];
    yield {
      pzn: pznText(pzn as number),
      before: before[at] ?? null,
      now: now[at] ?? null,
      productGroup: group === null ? null : (PRODUCT_GROUPS[group] ?? null),
      type: types[at] ?? null,
      version: versions[at] ?? null,
      former: former[at] ?? null,
      hasFormer: hasFormer[at] === 1,
      since: changedAt === null ? null : new Date(changedAt),
      period: periods[at] === 1,
    };
  }
  yield* left.map(notListed);
}

const notListed = (pzn: string) => ({
  pzn,
  before: null,
  now: null,
  productGroup: null,
  type: null,
  version: null,
  former: null,
  hasFormer: false,
  since: null,
  period: false,
});

async function readPrices(db: Queryable, listApoId: number): Promise<ListedPrices> {
  const { pzns, cents, groups } = await askOne(db, PRICES, [listApoId, PRODUCT_GROUPS]);
  return { pzns: intsOf(pzns) as number[], cents: intsOf(cents), groups: intsOf(groups) as number[] };
}

type ListedPrices = SortedPrices & { readonly groups: readonly number[] };
type Sides = {
  /** Listed articles that the till has at another price, or not. */
  readonly differing: readonly number[];
  readonly foreign: SortedPrices;
  readonly equal: number;
  /** That the inventory has a row of. */
  readonly groups: ReadonlySet<ProductGroup>;
};

/** In one walk. */
function differingOf(list: ListedPrices, held: SortedPrices, inventory: SortedPrices): Sides {
  const differing: number[] = [];
  const foreign = { pzns: [] as number[], cents: [] as number[] };
  const groups = new Set<ProductGroup>();
  let [equal, at, named] = [0, 0, 0];
  const takeForeign = (upTo: number) => {
    for (; (held.pzns[at] ?? Infinity) < upTo; at++) {
      const price = held.cents[at];
      if (price === null || price === undefined) continue;
      foreign.pzns.push(held.pzns[at] as number);
      foreign.cents.push(price);
    }
  };
  for (const [index, pzn] of list.pzns.entries()) {
    takeForeign(pzn);
    while ((inventory.pzns[named] ?? Infinity) < pzn) named++;
    if (inventory.pzns[named] === pzn) groups.add(PRODUCT_GROUPS[list.groups[index] as number] as ProductGroup);
    const now = list.cents[index] ?? null;
    const till = held.pzns[at] === pzn ? (held.cents[at++] ?? null) : null;
    if (till !== now) differing.push(pzn);
    else if (now !== null) equal++;
  }
  takeForeign(Infinity);
  return { differing, foreign, equal, groups };
}

/** The present ones after the list was exchanged or restored: nothing is known of before. */
export async function readVersionsThen(
  db: Queryable,
  cursor: string | null,
  present: Position,
): Promise<Position['versions']> {
  return (await currentPosition(db, cursor, present))?.versions ?? present.versions;
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

export function readEqualArticles(db: Queryable, listApoId: number, { pzns, cents }: SortedPrices) {
  return ask(db, EQUAL, [listApoId, plainArray(pzns), plainArray(cents)]);
}
