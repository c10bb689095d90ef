import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dashboardSchema, type PharmacyListEntry, pharmacyListSchema, userDataSchema } from '@portal/contracts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

/** When `seedOpenUpdate` has its packages arrive. */
const SEEDED = '2026-03-09T08:00:00.000Z';
let portal: TestPortal;
let main: SeededPharmacy;
let mirror: SeededPharmacy;
let noPilot: SeededPharmacy;
let customer: Client;
let sales: Client;
beforeAll(async () => {
  portal = await startPortal();
  main = await seedPharmacy(portal.database, 1);
  mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
  noPilot = await seedPharmacy(portal.database, 3, { pilotAccess: false });
  await seedList(portal.database, main, 'OTC', [{ pzn: testPzn(1) }, { pzn: testPzn(2), type: 1 }]);
  await seedOpenUpdate(portal.database, main, 'MDP', 'OTC', [testPzn(1)]);
  await seedOpenUpdate(portal.database, main, 'LZD', 'FREIWAHL', [testPzn(3)], { readyForApproval: false });
  customer = await portal.as('Miriam Vogt', [
    'solvena_customer',
    `TP_user_${main.crmCompanyId}`,
    `TP_user_${mirror.crmCompanyId}`,
  ]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());

// Rules 1.8, 2.8 and 2.12.
test('staff see all pharmacies, mirrors below their main pharmacy, unreleased LZD counted', async () => {
  const { body } = await sales.get('/api/solvena/pharmacies');
  expect(pharmacyListSchema.parse(body)).toEqual(body);
  expect(body.pharmacies.map((row: { apoId: number }) => row.apoId)).toEqual([main.apoId, noPilot.apoId]);
  expect(body.pharmacies[0]).toMatchObject({
    mdpCount: 1,
    qdpCount: 0,
    lzdCount: 1,
    lzdActiveCount: 0,
    mdpSince: SEEDED,
    qdpSince: null,
    lzdSince: SEEDED,
    pharmacies: [{ apoId: mirror.apoId, mdpCount: 1, mdpSince: SEEDED }],
  });
});

test('customers see their own only, and no LZD before its release', async () => {
  const { body } = await customer.get('/api/solvena/pharmacies');
  expect(body.pharmacies).toHaveLength(1);
  expect(body.pharmacies[0]).toMatchObject({
    apoId: main.apoId,
    mdpCount: 1,
    lzdCount: 0,
    mdpSince: SEEDED,
    lzdSince: null,
  });
});

// Rule 2.8.
test('the list names the next deadline of a pharmacy and its mirrors, none in a cancelled one', async () => {
  const { pool } = portal.database;
  await pool.query(
    `UPDATE price_update SET auto_action = 'approve', auto_action_at = '2026-03-15T23:00:00Z' WHERE kind = 'MDP'`,
  );
  const qdp = await seedOpenUpdate(portal.database, main, 'QDP', 'FREIWAHL', [testPzn(3)]);
  await pool.query(
    `UPDATE price_update SET auto_action = 'delete', auto_action_at = '2026-03-14T23:00:00Z' WHERE id = $1`,
    [qdp],
  );
  const next = async (client: Client) => {
    const { body } = await client.get('/api/solvena/pharmacies');
    const [entry] = body.pharmacies as PharmacyListEntry[];
    return [entry?.nextDeadline, entry?.pharmacies[0]?.nextDeadline];
  };
  const deletion = { at: '2026-03-14T23:00:00.000Z', action: 'delete', kind: 'QDP' };
  expect(await next(sales)).toEqual([deletion, deletion]);
  expect(await next(customer)).toEqual([deletion, deletion]);
  await pool.query('UPDATE price_update SET status = -1 WHERE id = $1', [qdp]);
  const approval = { at: '2026-03-15T23:00:00.000Z', action: 'approve', kind: 'MDP' };
  expect(await next(sales)).toEqual([approval, approval]);
  await pool.query('UPDATE pharmacy SET active = 3 WHERE apo_id = $1', [main.apoId]);
  for (const client of [sales, customer]) expect(await next(client)).toEqual([null, null]);
  await pool.query('UPDATE pharmacy SET active = 1 WHERE apo_id = $1', [main.apoId]);
});

test("a mirror whose main pharmacy is not the user's own stands on its own, and the main one shows no token", async () => {
  const user = await portal.as('Only Mirror', [`TP_user_${mirror.crmCompanyId}`]);
  const { body } = await user.get('/api/solvena/pharmacies');
  expect(body.pharmacies).toMatchObject([{ apoId: mirror.apoId, pharmacies: [] }]);
  const dashboard = await user.get(`/api/pharmacy/dashboard/${mirror.path}`);
  expect(dashboard.body.parentPharmacy).toMatchObject({ apoId: main.apoId, token: '' });
});

test('the dashboard shows groups, counts without exclusions, and tasks by role', async () => {
  const forSales = (await sales.get(`/api/pharmacy/dashboard/${main.path}`)).body;
  expect(dashboardSchema.parse(forSales)).toEqual(forSales);
  expect(forSales.tpData.map((entry: { productGroup: string }) => entry.productGroup)).toEqual([
    'OTC',
    'FREIWAHL',
    'HILFSMITTEL',
  ]);
  expect(forSales.tpData[0]).toMatchObject({ count: 1, negative: 1, mdpId: expect.any(Number) });
  expect(forSales.tpData[1]).toMatchObject({ lzdId: expect.any(Number), readyToApprove: false, lzdPending: true });
  const forCustomer = (await customer.get(`/api/pharmacy/dashboard/${main.path}`)).body;
  expect(forCustomer.tpData[1]).toMatchObject({ lzdId: null, readyToApprove: false, lzdPending: true });
  expect(forCustomer.shadowPharmacies).toMatchObject([{ apoId: mirror.apoId }]);
});

test("a mirror shows its main pharmacy's groups and tasks", async () => {
  const { body } = await customer.get(`/api/pharmacy/dashboard/${mirror.path}`);
  expect(body.tpData[0]).toMatchObject({ count: 1, mdpId: expect.any(Number) });
  expect(body.parentPharmacy.apoId).toBe(main.apoId);
});

test('without pilot access the dashboard carries the card alone', async () => {
  const { body } = await sales.get(`/api/pharmacy/dashboard/${noPilot.path}`);
  expect(body).toMatchObject({ status: 'NO_PILOT', tpData: [], latestApprovals: [] });
});

test('product group info leaves out groups without articles', async () => {
  const { body } = await customer.get(`/api/price/productgroupinfo/${main.path}`);
  expect(body).toEqual({ status: 'OK', data: [{ productGroup: 'OTC', count: 1, negative: 1 }] });
});

test('user data name the person, the derived roles and the own pharmacies, with a lasting number', async () => {
  const first = (await customer.get('/api/solvena/userData')).body;
  expect(userDataSchema.parse(first)).toEqual(first);
  expect(first).toMatchObject({ user: { firstname: 'Miriam', lastname: 'Vogt' }, country: 'DE' });
  expect(first.roles).toContain('TP_pharmacy');
  expect(first.pharmacies).toHaveLength(2);
  expect((await customer.get('/api/solvena/userData')).body.id).toBe(first.id);
});

test('the runtime configuration is public', async () => {
  const { body } = await portal.anonymous.get('/api/config');
  expect(body).toMatchObject({
    timeZone: 'Europe/Berlin',
    kcRealm: 'test',
    environment: 'test',
    baseUrl: 'http://localhost:3000',
  });
});
