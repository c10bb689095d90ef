import { DELIVERY_EXAMPLES } from '@portal/contracts';
import {
  type Arrival,
  checkDelivery,
  type DeliveryBackground,
  type DeliveryLimits,
  type DeliveryRows,
  describeDeliveryDoubt,
  MAX_SAMPLED_ROWS,
  type MoneyColumn,
  PACKAGE_KINDS,
  type ProductGroup,
  REPEATED_CHECKS,
  type UpdateKind,
} from '@portal/rules';
import type pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { ask, askOne, composed, statement } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { arraySql, centsArraySql as cents, centsSql } from '../../db/price-columns.ts';
import type { CheckedArrival, ForeignRows, StagedRows } from './intake-types.ts';
import { deliveryBackgroundSql, listBeforeSql } from '../price-updates/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

type Staged = { readonly kind: UpdateKind; readonly apoId: number; readonly group: ProductGroup };

/** Rule 20.2, under the list's lock. */
export async function checkArrival(
  connection: pg.PoolClient,
  staged: Staged,
  { rows: count, headings, isOpen }: StagedRows,
  foreign: ForeignRows,
  limits: DeliveryLimits,
): Promise<CheckedArrival> {
  const question = composed<{
    rows: Columns;
    background: DeliveryBackground;
    sample: FlatSample;
    last: Arrival['last'];
    former: Arrival['former'];
    usual: FlatUsual;
    lastId: number | null;
    takenIn: Arrival['takenIn'];
  }>(
    {
      rows: 'json',
      background: 'json',
      sample: 'json',
      last: 'json?',
      former: 'json',
      usual: 'json',
      lastId: 'int?',
      takenIn: 'json',
    },
    arrivalSql(staged, Math.max(1, Math.ceil(count / MAX_SAMPLED_ROWS))),
  );
  const { rows, background, sample, last, former, usual, lastId, takenIn } = await withoutNestedLoops(connection, () =>
    askOne(connection, question),
  );
  const { pzn, name, content, producer, vat, listedBefore, avpOld, ...columns } = sample;
  const products = new Map(byPzn(await ask(connection, PRODUCTS, [pzn])));
  // What a doubted delivery called an article that nobody knew says nothing.
  const waiting = await ask(connection, WAITING_PRODUCTS, [staged.apoId, staged.group, pzn]);
  for (const { pzn: added, name: said } of waiting) if (products.get(added)?.name === said) products.delete(added);
  const known = pzn.map((each) => products.get(each));
  // Told by the list only where the product master does not know the article.
  const isUnknown = known.some((each, row) => vat[row] !== null && (each?.vat ?? null) === null);
  const usualVat = isUnknown ? (await ask(connection, PRODUCTS, [usual.pzn])).map((each) => each.vat) : [];
  const lastPrices =
    lastId === null ? new Map() : byPzn(await ask(connection, LAST_PRICES, [staged.apoId, lastId, pzn]));
  const inOtherGroup = known.filter((each) => each?.group && each.group !== staged.group).length;
  const cellsOf = (of: 'file' | 'list') =>
    Object.fromEntries(MONEY_PAIRS.map(([column]) => [column, columns[`${of}.${column}`] ?? []])) as never;
  const checked = checkDelivery(
    { ...rows, changedAt: null },
    background,
    {
      sample: {
        pzn,
        name,
        knownName: known.map((each) => each?.name ?? null),
        content,
        knownContent: known.map((each) => each?.content ?? null),
        producer,
        knownProducer: known.map((each) => each?.producer ?? null),
        vat,
        knownVat: known.map((each) => each?.vat ?? null),
        listedBefore,
        avpOld,
        lastPrice: pzn.map((each) => lastPrices.get(each)?.price ?? null),
        file: cellsOf('file'),
        list: cellsOf('list'),
        usual: Object.fromEntries(MONEY_PAIRS.map(([column]) => [column, usual[column] ?? []])) as never,
        usualVat,
      },
      isWhole: PACKAGE_KINDS[staged.kind].mayResetList,
      foreign: {
        ...foreign,
        inMaster: Math.round((inOtherGroup / Math.max(1, pzn.length)) * rows.pzn.length),
      },
      takenIn,
      headings: headings.known,
      unknownHeadings: headings.unknown.slice(0, MAX_HEADINGS),
      isOpen,
      last,
      former,
    },
    limits,
  );
  const nameAt = (row: number) => rows.name[row] ?? `PZN ${rows.pzn[row]}`;
  const doubts = checked.doubts.map((doubt) => {
    return { check: doubt.check, message: describeDeliveryDoubt(doubt, nameAt) };
  });
  const first = checked.checks.find(({ result }) => result === 'refused');
  const checks = checked.checks.map((each) => {
    const { check, result } = each;
    const message = doubts.find((doubt) => doubt.check === check)?.message ?? null;
    return { check, result, message, ...(each === first ? { examples: examplesOf(rows, nameAt) } : {}) };
  });
  return {
    certificate: { colour: checked.colour, checks },
    doubts,
    arrival: {
      colour: checked.colour,
      figures: checked.figures,
      doubts: doubts.filter(({ check }) => !REPEATED_CHECKS.includes(check)),
    },
  };
}

const PRODUCTS = statement(
  { pzn: 'text', name: 'text', content: 'text?', producer: 'text', vat: 'int?', group: 'text?' },
  `SELECT pzn, name, content, producer, vat_percent AS vat, product_group AS "group" FROM product WHERE pzn = ANY($1)`,
);
const LAST_PRICES = statement(
  { pzn: 'text', price: 'int' },
  `SELECT pzn, ${centsSql('true_price')} AS price FROM price_update_item WHERE apo_id = $1 AND update_id = $2 AND pzn = ANY($3)`,
);

const WAITING_PRODUCTS = statement(
  { pzn: 'text', name: 'text?' },
  `SELECT r->>'pzn' AS pzn, r->'after'->>'name' AS name
     FROM price_update u, jsonb_array_elements(u.product_changes->'rows') r
    WHERE u.apo_id = $1 AND u.product_group = $2 AND u.product_changes->>'state' IN ('held', 'dropped')
      AND jsonb_typeof(r->'before') = 'null' AND r->>'pzn' = ANY($3)`,
);

function byPzn<Row extends { readonly pzn: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.pzn, row]));
}

/** Of the changed prices those in the middle, by how much they change. */
function examplesOf({ before, calculatedPrice }: Columns, nameAt: (row: number) => string) {
  const changed = calculatedPrice.flatMap((after, row) => {
    const price = before[row];
    return price && after !== null && after !== price ? [{ row, before: price, after }] : [];
  });
  const sorted = changed.toSorted((a, b) => a.after / a.before - b.after / b.before || a.row - b.row);
  const from = Math.max(0, Math.floor((sorted.length - DELIVERY_EXAMPLES) / 2));
  return sorted.slice(from, from + DELIVERY_EXAMPLES).map(({ row, ...prices }) => ({ name: nameAt(row), ...prices }));
}

/** Tell what is usual on a list. */
const USUAL_ROWS = MAX_SAMPLED_ROWS / 2;

/** Stored of each package. */
const MAX_HEADINGS = 50;

/** The rows in `intake_row` with what the list and former packages say of them. */
export function arrivalSql(staged: Staged, everyNth: number): Sql {
  const { kind, apoId, group } = staged;
  // Not stored, and thus without a number.
  const update = { ...staged, id: 0, status: 0, parts: 0 };
  const list = listBeforeSql(update);
  const former = `FROM price_update WHERE apo_id = ${apoId} AND product_group = '${group}' AND kind = '${kind}' AND closed_how IS DISTINCT FROM 'deleted'`;
  const { addsProducts, mayResetList } = PACKAGE_KINDS[kind];
  return raw(
    `WITH last AS (SELECT id ${former} ORDER BY id DESC LIMIT 1),
          delivered AS MATERIALIZED (
            SELECT r.line, r.name, r.content, r.producer, r.vat_percent, r.avp_old, ${DELIVERED}, i.price_type, pzn
              FROM intake_row r LEFT JOIN (SELECT i.*, ${EFFECTIVE_PRICE} AS in_force FROM ${list}) i USING (pzn) ORDER BY pzn)
     SELECT (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), ${MONEY},
               'priceTypeBefore', coalesce(json_agg(price_type), '[]')) FROM delivered) AS rows,
            ${deliveryBackgroundSql(update, 'NULL')}::jsonb || jsonb_build_object('listCount', (
              SELECT coalesce(max(item_count), 0) FROM list_version WHERE apo_id = ${apoId} AND product_group = '${group}')) AS background,
            (SELECT json_build_object(${SAMPLE})
               FROM delivered d WHERE line % ${everyNth} = 0) AS sample,
            ${addsProducts && !mayResetList ? 'NULL::json' : LAST(apoId, list)} AS last,
            (SELECT coalesce(json_agg(figures), '[]') FROM (
              SELECT arrival->'figures' AS figures ${former} AND arrival IS NOT NULL ORDER BY id DESC LIMIT 6) f) AS former,
            (SELECT id FROM last) AS "lastId",
            (SELECT json_build_object(${USUAL}) FROM (SELECT i.*, ${EFFECTIVE_PRICE} AS in_force FROM ${list}) l
              WHERE abs(hashtext(pzn)) % greatest(1, (SELECT max(item_count) FROM list_version
                WHERE apo_id = ${apoId} AND product_group = '${group}') / ${USUAL_ROWS}) = 0) AS usual,
            (SELECT coalesce(json_agg(DISTINCT c->>'check'), '[]') FROM delivery d, json_array_elements(d.checks::json) c
              WHERE d.apo_id = ${apoId} AND d.product_group = '${group}' AND d.kind = '${kind}' AND d.state = 'taken'
                AND c->>'result' = 'refused') AS "takenIn"`,
  );
}

/** Rule 20.6: articles that the list still has. */
const LAST = (apoId: number, list: string) => `(
              WITH item AS MATERIALIZED (
                SELECT pzn, u.position, r.pzn IS NOT NULL AS is_here FROM price_update_item u LEFT JOIN intake_row r USING (pzn)
                 WHERE u.apo_id = ${apoId} AND u.update_id = (SELECT id FROM last) AND NOT u.inactive),
              here AS (SELECT count(*) AS rows, coalesce(max(position), 0) AS position FROM item WHERE is_here)
              SELECT json_build_object('rows', here.rows + count(gone.pzn), 'missing', count(gone.pzn),
                       'missingAtEnd', count(gone.pzn) FILTER (WHERE gone.position > here.position))
                FROM here LEFT JOIN (SELECT pzn, item.position FROM item JOIN (SELECT pzn FROM ${list}) l USING (pzn) WHERE NOT is_here) gone ON true
               WHERE EXISTS (SELECT FROM last) GROUP BY here.rows, here.position)`;

type Columns = Omit<DeliveryRows, 'changedAt'> & {
  readonly pzn: readonly string[];
  readonly name: readonly (string | null)[];
};

const MONEY = [
  cents('before', 'base_listed'),
  cents('calculatedBefore', 'price_listed'),
  cents('statedBefore', 'base_file'),
  cents('calculatedPrice', 'price_file'),
  cents('avp', 'coalesce(avp_file, avp_listed)'),
  cents('formerAvp', 'coalesce(avp_old, avp_listed)'),
  cents('aep', 'aep_file'),
  cents('formerAep', 'aep_listed'),
  cents('listedBefore', 'price_old'),
].join(', ');

/** In the file and on the list. */
const MONEY_PAIRS = [
  ['price', 'true_price', 'calculated_price'],
  ['base', 'true_price_old', 'in_force'],
  ['avp', 'avp', 'avp'],
  ['aep', 'aep', 'aep'],
  ['vhp', 'vhp', 'vhp'],
  ['umfeldMin', 'price_min', 'price_min'],
  ['umfeldAvg', 'ravp_regio', 'price_avg'],
  ['umfeldMax', 'price_max', 'price_max'],
] as const;

/** 'price_file', 'price_listed'. */
const nameOf = (column: string, of: 'file' | 'listed') => `${column.toLowerCase()}_${of}`;
const DELIVERED = [
  'i.price_old',
  ...MONEY_PAIRS.flatMap(([column, file, list]) => [
    `r.${file} AS ${nameOf(column, 'file')}`,
    `i.${list} AS ${nameOf(column, 'listed')}`,
  ]),
].join(', ');

const SAMPLE = [
  `'pzn', coalesce(json_agg(d.pzn), '[]'), 'name', coalesce(json_agg(d.name), '[]')`,
  ...['content', 'producer'].map((column) => arraySql(column, `d.${column}`)),
  arraySql('vat', 'vat_percent'),
  cents('avpOld', 'avp_old'),
  cents('listedBefore', 'price_old'),
  ...MONEY_PAIRS.flatMap(([column]) => [
    cents(`file.${column}`, nameOf(column, 'file')),
    cents(`list.${column}`, nameOf(column, 'listed')),
  ]),
].join(', ');

/** Of the list: 'price' is the one in force, as 'base'. */
const USUAL = [
  arraySql('pzn', 'pzn'),
  ...MONEY_PAIRS.map(([column, , listed]) => cents(column, column === 'price' ? 'in_force' : listed)),
].join(', ');

type FlatUsual = { readonly pzn: readonly string[] } & {
  readonly [Column in MoneyColumn]?: readonly (number | null)[];
};
type FlatSample = Pick<
  Arrival['sample'],
  'pzn' | 'name' | 'content' | 'producer' | 'vat' | 'avpOld' | 'listedBefore'
> & {
  readonly [Column in `${'file' | 'list'}.${string}`]?: readonly (number | null)[];
};
