import { createHash } from 'node:crypto';
import type { Pharmacy, PriceList } from '@portal/contracts';
import type { Access, ProductGroup } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { readPharmacyFamily } from '../pharmacies/read-pharmacies.ts';

/** Everything of the answer but the rows: small, and checked at every request. */
export type ListHead = Omit<PriceList, 'pricelist'>;

type HeadRow = { version: string | null; blockEdit: boolean; blocking: number[] };

/**
 * Version and locks of a list, with a key that changes whenever the answer would: the list's version, its open
 * packages and the main pharmacy shown on a mirror.
 */
export async function readListState(
  db: Queryable,
  pharmacy: PharmacyContext,
  group: ProductGroup,
  access: Access,
): Promise<{ key: string; version: number; blockEdit: boolean; blocking: number[]; parentPharmacy: Pharmacy | null }> {
  const { rows } = await db.query<HeadRow>(
    `SELECT (SELECT version FROM list_version WHERE apo_id = $1 AND product_group = $2) AS version,
            coalesce(bool_or(kind = 'LZD'), false) AS "blockEdit",
            coalesce(array_agg(id ORDER BY id) FILTER (WHERE kind IN ('MDP', 'QDP')), '{}') AS blocking
       FROM price_update WHERE apo_id = $1 AND product_group = $2 AND status = 0`,
    [pharmacy.listApoId, group],
  );
  const row = rows[0] as HeadRow;
  const parentPharmacy =
    pharmacy.parentApoId === null ? null : (await readPharmacyFamily(db, pharmacy.apoId, access)).main;
  const version = Number(row.version ?? 0);
  const state = { version, blockEdit: row.blockEdit, blocking: row.blocking, parentPharmacy };
  const key = createHash('sha256')
    .update(JSON.stringify([pharmacy.listApoId, group, state]))
    .digest('base64url');
  return { key, ...state };
}

/** Products of open MDP and QDP packages: 'in Preisfreigabe' (design 7.2). */
export async function readBlockedPzns(db: Queryable, updateIds: readonly number[]): Promise<string[]> {
  if (updateIds.length === 0) return [];
  const { rows } = await db.query<{ pzn: string }>(
    'SELECT DISTINCT pzn FROM price_update_item WHERE update_id = ANY($1) ORDER BY pzn',
    [updateIds],
  );
  return rows.map((row) => row.pzn);
}

const ITEMS = `
  SELECT i.pzn, p.name, p.content, p.producer, p.brand, p.norm_size, p.atc, i.pe_cluster, i.vh_cluster, i.units,
         i.avp, i.aep, i.vhp, i.price_min, i.price_avg, i.price_max, i.calculated_price, i.price_old, i.manual_price,
         i.changed_at, i.price_type
    FROM price_item i JOIN product p USING (pzn)
   WHERE i.apo_id = $1 AND i.product_group = $2 ORDER BY i.pzn`;

const cents = (column: string) => `coalesce(json_agg((${column} * 100)::int), '[]')`;
const plain = (column: string) => `coalesce(json_agg(${column}), '[]')`;

/** The columnar form, built by PostgreSQL in one pass: node only passes the text on (see bench/). */
const COLUMNS_SQL = `
  SELECT json_build_object(
    'pzn', ${plain('pzn')}, 'name', ${plain('name')}, 'content', ${plain('content')}, 'producer', ${plain('producer')},
    'brand', ${plain('brand')}, 'normSize', ${plain('norm_size')}, 'atc', ${plain('atc')},
    'peCluster', ${plain('pe_cluster')}, 'vhCluster', ${plain('vh_cluster')}, 'units', ${plain('units')},
    'avp', ${cents('avp')}, 'aep', ${cents('aep')}, 'vhp', ${cents('vhp')},
    'priceMin', ${cents('price_min')}, 'priceAvg', ${cents('price_avg')}, 'priceMax', ${cents('price_max')},
    'priceNew', ${cents('calculated_price')}, 'priceOld', ${cents('price_old')}, 'priceEdit', ${cents('manual_price')},
    'date', ${plain('floor(extract(epoch FROM changed_at))::bigint')}, 'negative', ${plain('price_type')})::text AS columns
  FROM (${ITEMS}) items`;

/** The columns of a list as JSON text. */
export async function readColumnsJson(db: Queryable, apoId: number, group: ProductGroup): Promise<string> {
  const { rows } = await db.query<{ columns: string }>(COLUMNS_SQL, [apoId, group]);
  return (rows[0] as { columns: string }).columns;
}

const difference = (reference: string) =>
  `round((coalesce(manual_price, calculated_price) - ${reference}) * 100 / nullif(${reference}, 0), 1)`;

/** The row form of Specification 3, one object an article, built by PostgreSQL too. */
const ROWS_SQL = `
  SELECT coalesce(json_agg(json_build_object(
    'pzn', pzn, 'name', name, 'content', content, 'producer', producer, 'brand', brand, 'normSize', norm_size,
    'atc', atc, 'peCluster', pe_cluster, 'vhCluster', vh_cluster, 'units', units, 'avp', avp, 'aep', aep, 'vhp', vhp,
    'priceMin', price_min, 'priceAvg', price_avg, 'priceMax', price_max, 'priceNew', calculated_price,
    'priceOld', price_old, 'priceEdit', manual_price,
    'date', to_char(changed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'negative', price_type,
    'diffAvp', ${difference('avp')}, 'diffAep', ${difference('aep')}, 'diffVhp', ${difference('vhp')},
    'diffRpMin', ${difference('price_min')}, 'diffRpAvg', ${difference('price_avg')},
    'diffRpMax', ${difference('price_max')})), '[]')::text AS list
  FROM (${ITEMS}) items`;

/** The rows of a list as JSON text. */
export async function readRowsJson(db: Queryable, apoId: number, group: ProductGroup): Promise<string> {
  const { rows } = await db.query<{ list: string }>(ROWS_SQL, [apoId, group]);
  return (rows[0] as { list: string }).list;
}

/** Puts head and rows together without parsing the rows. */
export function joinAnswer(head: ListHead, member: 'pricelist' | 'columns', json: string): string {
  return `${JSON.stringify(head).slice(0, -1)},"${member}":${json}}`;
}
