import { createHash } from 'node:crypto';
import { type Pharmacy, PRICE_LIST_WIRE_NAMES as WIRE, type PriceList } from '@portal/contracts';
import { type Access, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type pg from 'pg';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { readJsonBytes } from '../../db/read-json.ts';
import { readPieces } from '../../db/read-pieces.ts';
import { readPharmacyFamily } from '../pharmacies/index.ts';

/** Everything of the answer but rows and version: small, and checked at every request. */
export type ListHead = Omit<PriceList, 'pricelist' | 'version'>;

type HeadRow = {
  version: string | null;
  products: string;
  blockEdit: boolean;
  blocking: number[];
  packages: string[];
};

const LIST_STATE = statement<HeadRow>(
  { version: 'bigint?', products: 'bigint', blockEdit: 'bool', blocking: 'int[]', packages: 'text[]' },
  `SELECT (SELECT version FROM list_version WHERE apo_id = $1 AND product_group = $2) AS version,
          (SELECT version FROM product_master) AS products,
          coalesce(bool_or(kind = 'LZD'), false) AS "blockEdit",
          coalesce(array_agg(id ORDER BY id) FILTER (WHERE kind IN ('MDP', 'QDP')), '{}') AS blocking,
          coalesce(array_agg(concat_ws(' ', id, created_at, item_count, delivery_hash) ORDER BY id)
                   FILTER (WHERE kind IN ('MDP', 'QDP')), '{}') AS packages
     FROM price_update WHERE apo_id = $1 AND product_group = $2 AND status = 0`,
);

/**
 * Version and locks of a list, with a key that changes whenever the answer would: the versions of the list and of the
 * product master, its open packages and the main pharmacy shown on a mirror. A package's number alone would not do: after a
 * restore another one may get it (ADR 26).
 */
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

const BLOCKED_PZNS = statement<{ pzn: string }>(
  { pzn: 'text' },
  'SELECT DISTINCT pzn FROM price_update_item WHERE apo_id = $1 AND update_id = ANY($2) ORDER BY pzn',
);

/** Products of open MDP and QDP packages: 'in Preisfreigabe' (rule 4.6). */
export async function readBlockedPzns(db: Queryable, apoId: number, updateIds: readonly number[]): Promise<string[]> {
  if (updateIds.length === 0) return [];
  const rows = await ask(db, BLOCKED_PZNS, [apoId, updateIds]);
  return rows.map((row) => row.pzn);
}

const cents = (column: string) => `coalesce(json_agg((${column} * 100)::int), '[]')`;
const plain = (column: string) => `coalesce(json_agg(${column}), '[]')`;

const ITEM_COLUMNS = `
  'peCluster', ${plain('pe_cluster')}, 'vhCluster', ${plain('vh_cluster')}, 'units', ${plain('units')},
  'avp', ${cents('avp')}, 'aep', ${cents('aep')}, 'vhp', ${cents('vhp')},
  'priceMin', ${cents('price_min')}, 'priceAvg', ${cents('price_avg')}, 'priceMax', ${cents('price_max')},
  'calculatedPrice', ${cents('calculated_price')}, 'formerPrice', ${cents('price_old')},
  'ownPrice', ${cents('manual_price')},
  'date', ${plain('floor(extract(epoch FROM changed_at))::bigint')}, 'priceType', ${plain('price_type')}`;
const PRODUCT_COLUMNS = `
  'pzn', ${plain('pzn')}, 'name', ${plain('name')}, 'content', ${plain('content')}, 'producer', ${plain('producer')},
  'brand', ${plain('brand')}, 'normSize', ${plain('norm_size')}, 'atc', ${plain('atc')}`;

const VERSION =
  "'version', coalesce((SELECT version FROM list_version WHERE apo_id = :apo AND product_group = ':group'), 0)";
const LISTED = "i.apo_id = :apo AND i.product_group = ':group' ORDER BY i.pzn";

/** A list by columns and in pieces (db/read-pieces.ts): every writer raises its version. */
export function readListPieces(pool: pg.Pool, apoId: number, group: ProductGroup): Promise<Buffer> {
  const of = (sql: string) => ofList(sql, apoId, group);
  return readPieces(pool, [
    {
      head: of(VERSION),
      columns: PRODUCT_COLUMNS,
      rows: of(`SELECT p.* FROM price_item i JOIN product p USING (pzn) WHERE ${LISTED}`),
    },
    { head: of(VERSION), columns: ITEM_COLUMNS, rows: of(`SELECT * FROM price_item i WHERE ${LISTED}`) },
  ]);
}

function ofList(sql: string, apoId: number, group: ProductGroup): string {
  if (!Number.isSafeInteger(apoId) || !PRODUCT_GROUPS.includes(group)) throw new RangeError('no pharmacy or group');
  return sql.replaceAll(':apo', String(apoId)).replaceAll(':group', group);
}

const difference = (reference: string) =>
  `round((coalesce(manual_price, calculated_price) - ${reference}) * 100 / nullif(${reference}, 0), 1)`;

/** The row form of rule 4.1, one object an article, built by PostgreSQL too. */
const ROW_OBJECTS = `coalesce(json_agg(json_build_object(
    'pzn', pzn, 'name', name, 'content', content, 'producer', producer, 'brand', brand, 'normSize', norm_size,
    'atc', atc, 'peCluster', pe_cluster, 'vhCluster', vh_cluster, 'units', units, 'avp', avp, 'aep', aep, 'vhp', vhp,
    'priceMin', price_min, 'priceAvg', price_avg, 'priceMax', price_max,
    '${WIRE.calculatedPrice}', calculated_price, '${WIRE.formerPrice}', price_old, '${WIRE.ownPrice}', manual_price,
    'date', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), '${WIRE.priceType}', price_type,
    'diffAvp', ${difference('avp')}, 'diffAep', ${difference('aep')}, 'diffVhp', ${difference('vhp')},
    'diffRpMin', ${difference('price_min')}, 'diffRpAvg', ${difference('price_avg')},
    'diffRpMax', ${difference('price_max')})), '[]')`;

/** Version and rows of a list as the bytes of one JSON object. */
export function readListRows(pool: pg.Pool, apoId: number, group: ProductGroup): Promise<Buffer> {
  const sql = `SELECT json_build_object(${VERSION}, 'pricelist', (SELECT ${ROW_OBJECTS} FROM (
    SELECT * FROM price_item i JOIN product p USING (pzn) WHERE ${LISTED}) items))::text`;
  return readJsonBytes(pool, ofList(sql, apoId, group));
}
