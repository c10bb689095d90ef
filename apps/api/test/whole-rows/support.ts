import { expect } from '@jest/globals';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { changesBetween, readTables, type Row } from './changes.ts';

/** When the list was last changed, when the tests begin. */
export const SEEDED = '2026-03-01T00:00:00.000Z';
export const NOW = '2026-03-10T09:00:00.000Z';

/** What a product costs and what is known of it; every column has a value of its own, so that none can stand in for another. */
export const REFERENCES = {
  avp: '12.50',
  aep: '5.10',
  vhp: '8.80',
  price_min: '7.77',
  price_avg: '9.10',
  price_max: '11.11',
  pe_cluster: 1,
  vh_cluster: 2,
  units: 40,
};
const ITEM = { calculated_price: '9.99', manual_price: null, price_type: 0, price_old: '9.49', ...REFERENCES };

/** What a package can say of a product, all of it other than what the list says. */
export const BROUGHT = {
  avp: '13.00',
  aep: '5.55',
  vhp: '9.09',
  price_min: '7.07',
  ravp_regio: '9.33',
  price_max: '12.12',
  pe_cluster: 2,
  vh_cluster: 0,
  units: 55,
};
/** The same as columns of the list. */
export const TAKEN = {
  avp: '13.00',
  aep: '5.55',
  vhp: '9.09',
  price_min: '7.07',
  price_avg: '9.33',
  price_max: '12.12',
  pe_cluster: 2,
  vh_cluster: 0,
  units: 55,
};

/** A portal with one pharmacy (500001), whose owner is Anna Berger; another pharmacy has a list too, which must not change. */
export async function openStage() {
  const portal = await startPortal(NOW);
  const pharmacy = await seedPharmacy(portal.database, 1);
  const bystander = await seedPharmacy(portal.database, 2);
  const stage = {
    portal,
    pharmacy,
    owner: await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]),
    deputy: await portal.as('Jonas Klein', [`TP_user_${pharmacy.crmCompanyId}`]),
    sales: await portal.as('Tobias Sommer', ['solvena_sales']),
    items: (group: string, items: Record<string, Row>, apoId = pharmacy.apoId) => putItems(portal, apoId, group, items),
    update: (kind: string, rows: Record<string, Row>, more: Row = {}) => putUpdate(portal, pharmacy, kind, rows, more),
    async close() {
      expect(await brokenInvariants(portal.database)).toEqual([]);
      await portal.close();
    },
  };
  await stage.items('FREIWAHL', { [testPzn(90)]: {}, [testPzn(91)]: { price_type: 1 } });
  await stage.items(
    'OTC',
    { [testPzn(1)]: {}, [testPzn(92)]: { price_type: 3, manual_price: '4.00' } },
    bystander.apoId,
  );
  return stage;
}
export type Stage = Awaited<ReturnType<typeof openStage>>;

/** What a call changes, in all tables. */
export async function changesOf(stage: { portal: TestPortal }, call: () => Promise<unknown>) {
  const before = await readTables(stage.portal.database);
  await call();
  return changesBetween(before, await readTables(stage.portal.database));
}

/** A call that must succeed. */
export async function ok(call: PromiseLike<{ status: number; body: unknown }>): Promise<Row> {
  const { status, body } = await call;
  expect([status, body]).toMatchObject([200, { status: 'OK' }]);
  return body as Row;
}

async function putItems(portal: TestPortal, apoId: number, group: string, items: Record<string, Row>): Promise<void> {
  const { pool } = portal.database;
  for (const pzn of Object.keys(items)) await putProduct(portal, pzn);
  const given = { ...ITEM, apo_id: apoId, product_group: group, changed_at: SEEDED, changed_version: 1 };
  for (const [pzn, item] of Object.entries(items)) await insert(portal, 'price_item', { ...given, pzn, ...item });
  const excluded = Object.values(items).filter((item) => item.price_type === 1).length;
  await pool.query(
    `INSERT INTO list_version (apo_id, product_group, version, item_count, negative_count, last_change)
     VALUES ($1, $2, 1, $3, $4, $5)`,
    [apoId, group, Object.keys(items).length - excluded, excluded, SEEDED],
  );
}

async function putUpdate(
  portal: TestPortal,
  { apoId }: SeededPharmacy,
  kind: string,
  rows: Record<string, Row>,
  more: Row,
): Promise<number> {
  const at = '2026-03-09T08:00:00.000Z';
  const head = { kind, apo_id: apoId, product_group: 'OTC', created_at: at, updated_at: at, ready_for_approval: true };
  const count = { item_count: Object.keys(rows).length, reset_choice: kind === 'LZD' ? 1 : null };
  const { id } = await insert(portal, 'price_update', { ...head, ...count, ...more });
  for (const [position, [pzn, row]] of Object.entries(rows).entries()) {
    await putProduct(portal, pzn);
    const given = { update_id: id, pzn, apo_id: apoId, position, true_price: '8.49', inactive: false };
    await insert(portal, 'price_update_item', { ...given, ...row });
  }
  return Number(id);
}

const putProduct = (portal: TestPortal, pzn: string) =>
  portal.database.pool.query(
    `INSERT INTO product (pzn, name, producer, product_group) VALUES ($1, $2, 'Muster Pharma GmbH', 'OTC') ON CONFLICT DO NOTHING`,
    [pzn, `Produkt ${pzn}`],
  );

/** @returns the row as it is stored */
async function insert(portal: TestPortal, table: string, row: Row): Promise<Row> {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const { rows } = await portal.database.pool.query<Row>(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')}) RETURNING *`,
    Object.values(row),
  );
  return rows[0] as Row;
}
