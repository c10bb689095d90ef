import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AdminOverview, PharmacyListEntry } from '@portal/contracts';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

let portal: TestPortal;
let main: SeededPharmacy;
let mirror: SeededPharmacy;
let other: SeededPharmacy;
let staff: Client;

beforeEach(async () => {
  portal = await startPortal('2026-03-20T09:00:00.000Z');
  main = await seedPharmacy(portal.database, 1);
  mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
  other = await seedPharmacy(portal.database, 3);
  await seedList(portal.database, main, 'OTC', [{ pzn: testPzn(1) }]);
  staff = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(() => portal.close());

const query = (sql: string) => portal.database.pool.query(sql);
const list = async (): Promise<PharmacyListEntry[]> => (await staff.get('/api/solvena/pharmacies')).body.pharmacies;
const packages = async (): Promise<AdminOverview['packages']> => (await staff.get('/api/admin/overview')).body.packages;
const seed = (pharmacy: SeededPharmacy, more: object = {}) =>
  seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: testPzn(1) }], more);

// Rule 11.7.
test('every change of an open package or a pharmacy is in the next answers', async () => {
  expect(await packages()).toEqual([]);
  const id = await seed(main);
  const [entry, alone] = await list();
  expect([entry?.lzdCount, entry?.pharmacies[0]?.lzdCount, alone?.lzdCount]).toEqual([1, 1, 0]);

  const changes: [string, object][] = [
    ['ready_for_approval = false', { locked: true }],
    ["held_at = '2026-03-20T08:00:00Z', held_rows = 7", { held: { at: '2026-03-20T08:00:00.000Z', rows: 7 } }],
    ['item_count = 9', { itemCount: 9 }],
    ["created_at = '2026-03-01T08:00:00Z'", { createdAt: '2026-03-01T08:00:00.000Z' }],
    ["product_group = 'FREIWAHL'", { productGroup: 'FREIWAHL' }],
    ["kind = 'MDP'", { kind: 'MDP' }],
    ["auto_action = 'approve', auto_action_at = '2026-03-20T08:00:00Z'", { overdue: true }],
    ["auto_action = 'delete'", { deadline: { at: '2026-03-20T08:00:00.000Z', action: 'delete' } }],
  ];
  for (const [change, shown] of changes) {
    await query(`UPDATE price_update SET ${change} WHERE id = ${id}`);
    expect((await packages())[0]).toMatchObject({ id, ...shown });
  }
  await query(`UPDATE pharmacy SET name = 'Adler', active = 3 WHERE apo_id = ${main.apoId}`);
  expect((await packages())[0]).toMatchObject({ pharmacy: 'Adler', cancelled: true, overdue: false, deadline: null });
  expect((await list()).map(({ name, mdpCount }) => [name, mdpCount])).toEqual([
    ['Adler', 1],
    ['Test-Apotheke 3', 0],
  ]);
  await query(`UPDATE pharmacy SET parent_apo_id = NULL WHERE apo_id = ${mirror.apoId}`);
  expect((await list()).map(({ apoId }) => apoId)).toEqual([main.apoId, mirror.apoId, other.apoId]);
  await query(`UPDATE price_update SET status = -1 WHERE id = ${id}`);
  expect(await packages()).toEqual([]);
  await query(`DELETE FROM pharmacy WHERE apo_id = ${other.apoId}`);
  expect((await list()).map(({ apoId }) => apoId)).toEqual([main.apoId, mirror.apoId]);
});

test('a change is found that was committed long after newer ones', async () => {
  await seed(main);
  await seed(other);
  // As if others had changed what the instance knows already, minutes after this one was given its version.
  await query(`UPDATE open_work SET version = version + 600000000 WHERE apo_id = ${other.apoId}`);
  expect(await packages()).toHaveLength(2);
  await query(`UPDATE price_update SET item_count = 5 WHERE apo_id = ${main.apoId}`);
  expect((await packages()).map(({ itemCount }) => itemCount).toSorted()).toEqual([1, 5]);
});

test('the list of pharmacies has an ETag that changes with it', async () => {
  const first = await staff.get('/api/solvena/pharmacies');
  const etag = String(first.headers.etag);
  const ask = () => staff.get('/api/solvena/pharmacies').set('If-None-Match', etag);
  expect((await ask()).status).toBe(304);
  await seed(other);
  expect((await ask()).status).toBe(200);
});

test('of several changes one after the other names and urgencies stay in order', async () => {
  const due = (id: number, day: string) =>
    query(
      `UPDATE price_update SET auto_action = 'approve', auto_action_at = '2026-04-${day}T08:00:00Z' WHERE id = ${id}`,
    );
  const order = async () => (await packages()).map(({ id }) => id);
  const [first, second] = [await seed(main), await seed(other)];
  await due(first, '10');
  await due(second, '20');
  expect(await order()).toEqual([first, second]);
  const third = await seed(other, { productGroup: 'FREIWAHL' });
  await due(third, '15');
  expect(await order()).toEqual([first, third, second]);
  await due(first, '30');
  expect(await order()).toEqual([third, second, first]);
  await due(third, '25');
  expect(await order()).toEqual([second, third, first]);

  expect((await list()).map(({ name }) => name)).toEqual(['Test-Apotheke 1', 'Test-Apotheke 3']);
  await query(`UPDATE pharmacy SET city = 'Ulm' WHERE apo_id = ${mirror.apoId}`);
  expect((await list())[0]?.pharmacies.map(({ city }) => city)).toEqual(['Ulm']);
  await query(`UPDATE pharmacy SET name = 'Zur Post' WHERE apo_id = ${main.apoId}`);
  expect((await list()).map(({ name }) => name)).toEqual(['Test-Apotheke 3', 'Zur Post']);
  await query(`UPDATE pharmacy SET parent_apo_id = ${other.apoId} WHERE apo_id = ${mirror.apoId}`);
  expect((await list()).map(({ pharmacies }) => pharmacies.map(({ apoId }) => apoId))).toEqual([[mirror.apoId], []]);
  await query(`DELETE FROM pharmacy WHERE apo_id = ${mirror.apoId}`);
  expect((await list()).map(({ pharmacies }) => pharmacies)).toEqual([[], []]);
});
