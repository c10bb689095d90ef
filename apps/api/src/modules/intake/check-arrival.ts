import {
  type Arrival,
  checkDelivery,
  type DeliveryBackground,
  type DeliveryLimits,
  type DeliveryRows,
  describeDeliveryDoubt,
  MAX_SAMPLED_ROWS,
  PACKAGE_KINDS,
  type ProductGroup,
  REPEATED_CHECKS,
  type UpdateKind,
} from '@portal/rules';
import type pg from 'pg';
import { raw, type Sql } from 'sql-template-tag';
import { askOne, composed } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { centsArraySql as cents } from '../../db/price-columns.ts';
import type { CheckedArrival, StagedRows } from './intake-types.ts';
import { deliveryBackgroundSql, listBeforeSql } from '../price-updates/index.ts';
import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

type Staged = { readonly kind: UpdateKind; readonly apoId: number; readonly group: ProductGroup };

/** Rule 20.2, under the list's lock. */
export async function checkArrival(
  connection: pg.PoolClient,
  staged: Staged,
  { rows: count, headings, isOpen }: StagedRows,
  limits: DeliveryLimits,
): Promise<CheckedArrival> {
  const question = composed<{
    rows: Columns;
    background: DeliveryBackground;
    sample: FlatSample;
    last: Arrival['last'];
    former: Arrival['former'];
  }>(
    { rows: 'json', background: 'json', sample: 'json', last: 'json?', former: 'json' },
    arrivalSql(staged, Math.max(1, Math.ceil(count / MAX_SAMPLED_ROWS))),
  );
  const { rows, background, sample, last, former } = await withoutNestedLoops(connection, () =>
    askOne(connection, question),
  );
  const { pzn, name, knownName, listedBefore, ...columns } = sample;
  const cellsOf = (of: 'file' | 'list') =>
    Object.fromEntries(MONEY_PAIRS.map(([column]) => [column, columns[`${of}.${column}`] ?? []])) as never;
  const checked = checkDelivery(
    { ...rows, changedAt: null },
    background,
    {
      sample: { pzn, name, knownName, listedBefore, file: cellsOf('file'), list: cellsOf('list') },
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
  const checks = checked.checks.map(({ check, result }) => {
    return { check, result, message: doubts.find((doubt) => doubt.check === check)?.message ?? null };
  });
  return {
    certificate: { colour: checked.colour, checks },
    doubts,
    arrival: { figures: checked.figures, doubts: doubts.filter(({ check }) => !REPEATED_CHECKS.includes(check)) },
  };
}

/** Stored of each package. */
const MAX_HEADINGS = 50;

/** The rows in `intake_row` with what the list and former packages say of them. */
export function arrivalSql(staged: Staged, everyNth: number): Sql {
  const { kind, apoId, group } = staged;
  // Not stored, and thus without a number.
  const update = { ...staged, id: 0, status: 0 };
  const list = listBeforeSql(update);
  const former = `FROM price_update WHERE apo_id = ${apoId} AND product_group = '${group}' AND kind = '${kind}' AND closed_how IS DISTINCT FROM 'deleted'`;
  const { addsProducts, mayResetList } = PACKAGE_KINDS[kind];
  return raw(
    `WITH last AS (SELECT id ${former} ORDER BY id DESC LIMIT 1)
     SELECT (SELECT json_build_object('pzn', coalesce(json_agg(pzn), '[]'), 'name', coalesce(json_agg(name), '[]'), ${MONEY},
               'priceTypeBefore', coalesce(json_agg(price_type), '[]')) FROM (
               SELECT r.pzn, r.name, r.true_price, r.true_price_old, coalesce(r.avp, i.avp) AS avp, coalesce(r.avp_old, i.avp) AS avp_old,
                      i.price_type, i.calculated_price, i.price
                 FROM intake_row r LEFT JOIN (
                   SELECT i.pzn, i.avp, i.price_type, i.calculated_price, ${EFFECTIVE_PRICE} AS price FROM ${list}) i USING (pzn)
                ORDER BY r.pzn) delivered) AS rows,
            ${deliveryBackgroundSql(update, 'NULL')}::jsonb || jsonb_build_object('listCount', (
              SELECT count(*) FROM ${list} AND ${EFFECTIVE_PRICE} IS NOT NULL)) AS background,
            (SELECT json_build_object(${SAMPLE})
               FROM (SELECT * FROM intake_row WHERE line % ${everyNth} = 0) r LEFT JOIN product p USING (pzn)
               LEFT JOIN (SELECT i.*, ${EFFECTIVE_PRICE} AS in_force FROM ${list}) l USING (pzn)) AS sample,
            ${addsProducts && !mayResetList ? 'NULL::json' : LAST(apoId, list)} AS last,
            (SELECT coalesce(json_agg(figures), '[]') FROM (
              SELECT arrival->'figures' AS figures ${former} AND arrival IS NOT NULL ORDER BY id DESC LIMIT 6) f) AS former`,
  );
}

/** Rule 20.6: articles that the list still has. */
const LAST = (apoId: number, list: string) => `(
              WITH item AS (
                SELECT u.position, r.pzn IS NOT NULL AS is_here FROM price_update_item u JOIN (SELECT pzn FROM ${list}) l USING (pzn)
                  LEFT JOIN intake_row r USING (pzn)
                 WHERE u.apo_id = ${apoId} AND u.update_id = (SELECT id FROM last) AND NOT u.inactive)
              SELECT json_build_object('rows', count(*), 'missing', count(*) FILTER (WHERE NOT is_here),
                       'missingAtEnd', count(*) FILTER (WHERE position > coalesce((SELECT max(position) FROM item WHERE is_here), 0)))
                FROM item WHERE EXISTS (SELECT FROM last) HAVING count(*) > 0)`;

type Columns = Omit<DeliveryRows, 'changedAt'> & {
  readonly pzn: readonly string[];
  readonly name: readonly (string | null)[];
};

const MONEY = [
  cents('before', 'price'),
  cents('calculatedBefore', 'calculated_price'),
  cents('statedBefore', 'true_price_old'),
  cents('calculatedPrice', 'true_price'),
  cents('avp', 'avp'),
  cents('formerAvp', 'avp_old'),
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

const SAMPLE = [
  `'pzn', coalesce(json_agg(r.pzn), '[]'), 'name', coalesce(json_agg(r.name), '[]'), 'knownName', coalesce(json_agg(p.name), '[]')`,
  cents('listedBefore', 'l.price_old'),
  ...MONEY_PAIRS.flatMap(([column, file, list]) => [
    cents(`file.${column}`, `r.${file}`),
    cents(`list.${column}`, `l.${list}`),
  ]),
].join(', ');

type FlatSample = Pick<Arrival['sample'], 'pzn' | 'name' | 'knownName' | 'listedBefore'> & {
  readonly [Column in `${'file' | 'list'}.${string}`]?: readonly (number | null)[];
};
