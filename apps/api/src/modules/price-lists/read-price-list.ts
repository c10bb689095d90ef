import { createHash } from 'node:crypto';
import type { Pharmacy, PriceList } from '@portal/contracts';
import { type Access, type ColumnDeclaration, PRODUCT_GROUPS, type ProductGroup, shownColumns } from '@portal/rules';
import type pg from 'pg';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { cellMembers, columnValues, differenceMembers } from '../../db/column-sql.ts';
import type { Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import type { ByteParts } from '../../db/byte-parts.ts';
import { readJsonParts } from '../../db/read-json.ts';
import { readPieces } from '../../db/read-pieces.ts';
import { readPharmacyFamily } from '../pharmacies/index.ts';
import { PRODUCT_COLUMNS, VERSIONS_JSON } from '../products/index.ts';

export type ListHead = Omit<PriceList, 'pricelist' | 'version'>;

const BLOCKS_LIST = `kind IN ${kindsSql('blocksList')}`;

const LIST_STATE = statement(
  { version: 'bigint?', products: 'bigint', blockEdit: 'bool', blocking: 'int[]', packages: 'text[]' },
  `SELECT (SELECT version FROM list_version WHERE apo_id = $1 AND product_group = $2) AS version,
          (SELECT version FROM product_master) AS products,
          coalesce(bool_or(${BLOCKS_LIST}), false) AS "blockEdit",
          coalesce(array_agg(id ORDER BY id) FILTER (WHERE NOT ${BLOCKS_LIST}), '{}') AS blocking,
          coalesce(array_agg(concat_ws(' ', id, created_at, item_count, delivery_hash) ORDER BY id)
                   FILTER (WHERE NOT ${BLOCKS_LIST}), '{}') AS packages
     FROM price_update WHERE apo_id = $1 AND product_group = $2 AND status = 0`,
);

/** The key changes with the answer; a package id may be reused after a restore (ADR 26). */
export async function readListState(
  db: Queryable,
  pharmacy: PharmacyContext,
  group: ProductGroup,
  access: Access,
): Promise<{ key: string; version: number; blockEdit: boolean; blocking: number[]; parentPharmacy: Pharmacy | null }> {
  const row = await askOne(db, LIST_STATE, [pharmacy.listApoId, group]);
  const parentPharmacy =
    pharmacy.parentApoId === null ? null : (await readPharmacyFamily(db, pharmacy.apoId, access)).main;
  const version = Number(row.version ?? 0);
  const state = { version, blockEdit: row.blockEdit, blocking: row.blocking, parentPharmacy };
  const key = createHash('sha256')
    .update(JSON.stringify([pharmacy.listApoId, group, row.products, row.packages, state]))
    .digest('base64url');
  return { key, ...state };
}

const BLOCKED_PZNS = statement(
  { pzn: 'text' },
  `SELECT DISTINCT pzn FROM price_update_item u WHERE apo_id = $1 AND update_id = ANY($2)
     AND NOT EXISTS (SELECT FROM price_update_outcome o WHERE o.apo_id = $1 AND o.update_id = u.update_id AND o.pzn = u.pzn)
    ORDER BY pzn`,
);

/** Products of open MDP and QDP packages that no part has approved: 'in Preisfreigabe' (rules 4.6 and 6.31). */
export async function readBlockedPzns(db: Queryable, apoId: number, updateIds: readonly number[]): Promise<string[]> {
  if (updateIds.length === 0) return [];
  const rows = await ask(db, BLOCKED_PZNS, [apoId, updateIds]);
  return rows.map((row) => row.pzn);
}

const isMarketPrice = ({ holds, shownOn }: ColumnDeclaration) =>
  holds === 'price' && shownOn?.includes('priceList') === true;
const MARKET_PRICES = columnValues('list', isMarketPrice);
const OTHERS = columnValues('list', (each) => !isMarketPrice(each));

/** Arrays, or texts for `pricesPiece`. */
const columnsSql = (columns: Record<string, string>, aggregate: (value: string) => string) =>
  Object.entries(columns)
    .map(([name, value]) => `'${name}', ${aggregate(value)}`)
    .join(', ');
const asArray = (value: string) => `coalesce(json_agg(${value}), '[]')`;
const asText = (value: string) => `coalesce(string_agg(coalesce((${value})::text, ''), ','), '')`;

/** The version and the rows of a list, `i` in their order: literals, since COPY takes no parameters. */
function ofList({ apoId, group }: ListKey): { version: string; listed: string } {
  if (!Number.isSafeInteger(apoId) || !PRODUCT_GROUPS.includes(group)) throw new RangeError('no pharmacy or group');
  const key = `apo_id = ${apoId} AND product_group = '${group}'`;
  return {
    version: `'version', coalesce((SELECT version FROM list_version WHERE ${key}), 0)`,
    listed: `i.apo_id = ${apoId} AND i.product_group = '${group}' ORDER BY i.pzn`,
  };
}
const GAP = 'pzn::int / 10 - lag(pzn::int / 10, 1, 0) OVER (ORDER BY pzn) AS gap';
/** Longer chunks compress better. */
const PRICES_PIECE_ROWS = 10_000;

type ListKey = { apoId: number; group: ProductGroup };

/** db/read-pieces.ts */
export function readListPieces(pool: pg.Pool, list: ListKey): Promise<ByteParts> {
  const { version: head, listed } = ofList(list);
  return readPieces(pool, [
    {
      head,
      columns: PRODUCT_COLUMNS,
      rows: `SELECT p.* FROM price_item i JOIN product p USING (pzn) WHERE ${listed}`,
    },
    {
      head,
      columns: columnsSql({ ...OTHERS, ...MARKET_PRICES }, asArray),
      rows: `SELECT * FROM price_item i WHERE ${listed}`,
    },
  ]);
}

/** ADR 73. */
export function readPricesPieces(pool: pg.Pool, list: ListKey): Promise<ByteParts> {
  const { version, listed } = ofList(list);
  const head = `${version}, 'products', ${VERSIONS_JSON}`;
  const keys = columnsSql({ pzn: 'gap', ...OTHERS }, asText);
  return readPieces(
    pool,
    [
      { head, columns: keys, rows: `SELECT *, ${GAP} FROM price_item i WHERE ${listed}` },
      { head, columns: columnsSql(MARKET_PRICES, asText), rows: `SELECT * FROM price_item i WHERE ${listed}` },
    ],
    PRICES_PIECE_ROWS,
  );
}

/** Rule 4.1. */
const ROW_OBJECTS = `coalesce(json_agg(json_build_object(${[
  ...cellMembers('product'),
  ...cellMembers('list'),
  ...differenceMembers('list', shownColumns('priceList'), 'coalesce(manual_price, calculated_price)'),
].join(', ')})), '[]')`;

export function readListRows(pool: pg.Pool, list: ListKey): Promise<ByteParts> {
  const { version, listed } = ofList(list);
  return readJsonParts(
    pool,
    `SELECT json_build_object(${version}, 'pricelist', (SELECT ${ROW_OBJECTS} FROM (
    SELECT * FROM price_item i JOIN product p USING (pzn) WHERE ${listed}) items))::text`,
  );
}
