import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { LzdPipeline } from '@portal/contracts';
import { readPipeline } from '../src/modules/admin-overview/read-pipeline.ts';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

const PZN = testPzn(1);
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let owner: Client;

beforeEach(async () => {
  portal = await startPortal('2026-03-10T09:00:00.000Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: PZN }]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Ina Haber', ['solvena_customer', `TP_admin_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

const pipeline = async (): Promise<LzdPipeline> => (await sales.get('/api/admin/lzd/pipeline')).body;
const entryOf = async (id: number) => (await pipeline()).entries.find((entry) => entry.id === id);
const seedLzd = (more: object = {}, at = pharmacy) => seedUpdate(portal.database, at, 'LZD', [{ pzn: PZN }], more);
const at = (id: number, path = pharmacy.path) => `/api/price/lzd/${path}/${id}/OTC`;
const release = (id: number, of = pharmacy) => sales.post(`/api/price/initapproval/lzd/${of.apoId}/${id}`);

test('an LZD comes step by step: uploaded, released, opened, saved, approved (rule 6.28)', async () => {
  const id = await seedLzd({ readyForApproval: false, firstCalculation: true });
  expect(await pipeline()).toEqual({
    at: '2026-03-10T09:00:00.000Z',
    total: 1,
    entries: [
      {
        id,
        apoId: pharmacy.apoId,
        crmCompanyId: pharmacy.crmCompanyId,
        token: pharmacy.token,
        pharmacy: 'Test-Apotheke 1',
        city: 'Berlin',
        productGroup: 'OTC',
        itemCount: 1,
        firstCalculation: true,
        released: false,
        access: true,
        uploadedAt: '2026-03-09T08:00:00.000Z',
        releasedAt: null,
        openedAt: null,
        draftSavedAt: null,
        approvedAt: null,
        addresses: { confirmed: 0, unconfirmed: 0 },
        reminders: [],
      },
    ],
  });
  portal.clock.set('2026-03-11T09:00:00Z');
  expect((await release(id)).status).toBe(200);
  portal.clock.set('2026-03-12T09:00:00Z');
  expect((await release(id)).status).toBe(200);
  expect(await entryOf(id)).toMatchObject({ released: true, releasedAt: '2026-03-11T09:00:00.000Z', openedAt: null });

  expect((await sales.get(at(id))).status).toBe(200);
  expect(await entryOf(id)).toMatchObject({ openedAt: null });
  expect((await owner.get(at(id))).status).toBe(200);
  portal.clock.set('2026-03-13T09:00:00Z');
  const { body } = await owner.get(at(id));
  expect(await entryOf(id)).toMatchObject({ openedAt: '2026-03-12T09:00:00.000Z', draftSavedAt: null });

  const edit = { pzn: PZN, editedPrice: 7.77, editedPermanent: false, editedIgnore: false };
  const save = { products: [edit], version: body.version, listVersion: body.listVersion };
  const saved = await owner.put(`/api/price/save/lzd/${pharmacy.path}/${id}/OTC`, save);
  expect([saved.status, saved.body]).toMatchObject([200, { saved: 1 }]);
  expect(await entryOf(id)).toMatchObject({ draftSavedAt: '2026-03-13T09:00:00.000Z', approvedAt: null });
  portal.clock.set('2026-03-14T09:00:00Z');
  expect((await owner.put(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`, { products: [] })).status).toBe(200);
  expect(await entryOf(id)).toMatchObject({ approvedAt: '2026-03-14T09:00:00.000Z' });
  portal.clock.set('2026-04-13T09:00:01Z');
  expect(await entryOf(id)).toBeUndefined();
});

test('the first reading leaves the package as it is: no version, no history; who it was is not kept', async () => {
  const id = await seedLzd();
  const row = async () => (await portal.database.pool.query('SELECT * FROM price_update WHERE id = $1', [id])).rows[0];
  const before = await row();
  expect((await owner.get(at(id))).status).toBe(200);
  expect(await row()).toEqual({ ...before, opened_at: new Date('2026-03-10T09:00:00Z') });
  expect(await portal.database.prisma.historyEntry.count()).toBe(0);
});

test('reading waits for nobody: while somebody holds the package the next reading notes it', async () => {
  const id = await seedLzd();
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN');
  await connection.query('SELECT FROM price_update WHERE apo_id = $1 AND id = $2 FOR UPDATE', [pharmacy.apoId, id]);
  expect((await owner.get(at(id))).status).toBe(200);
  await connection.query('ROLLBACK');
  connection.release();
  expect(await entryOf(id)).toMatchObject({ openedAt: null });
  await owner.get(at(id));
  expect(await entryOf(id)).toMatchObject({ openedAt: '2026-03-10T09:00:00.000Z' });
});

test("a mirror's people, an unreleased LZD and other kinds note nothing", async () => {
  const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
  const id = await seedLzd();
  const reader = await portal.as('Mia Spiegel', ['solvena_customer', `TP_user_${mirror.crmCompanyId}`]);
  expect((await reader.get(at(id, mirror.path))).status).toBe(200);
  const locked = await seedLzd({ readyForApproval: false, productGroup: 'FREIWAHL' });
  expect((await owner.get(`/api/price/lzd/${pharmacy.path}/${locked}/FREIWAHL`)).status).toBe(403);
  const mdp = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
  expect((await owner.get(`/api/price/mdp/${pharmacy.path}/${mdp}/OTC`)).status).toBe(200);
  expect(await portal.database.prisma.priceUpdate.count({ where: { openedAt: { not: null } } })).toBe(0);
});

test('of several releases one fails by itself: the others are released', async () => {
  const without = await seedPharmacy(portal.database, 2, { userEmails: null });
  const third = await seedPharmacy(portal.database, 3);
  const locked = { readyForApproval: false };
  const ids = [await seedLzd(locked), await seedLzd(locked, without), await seedLzd(locked, third)] as const;
  const answers = [await release(ids[0]), await release(ids[1], without), await release(ids[2], third)];
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 200]);
  const { entries } = await pipeline();
  expect(entries.map(({ id, released, access }) => [id, released, access])).toEqual([
    [ids[0], true, true],
    [ids[1], false, false],
    [ids[2], true, true],
  ]);
});

test('open ones come first, the oldest first, then those approved lately; deleted ones and other kinds never', async () => {
  const day = (text: string) => new Date(`2026-03-${text}T08:00:00Z`);
  const young = await seedLzd({ createdAt: day('08') });
  const old = await seedLzd({ createdAt: day('02'), productGroup: 'FREIWAHL' });
  const approved = await seedLzd({
    createdAt: day('01'),
    status: 1,
    approver: 'Ina Haber',
    approvedAt: day('05'),
    productGroup: 'HILFSMITTEL',
  });
  await seedLzd({ status: 1, approver: 'Ina Haber', approvedAt: new Date('2026-02-08T09:00:00Z') });
  await seedLzd({ status: -1 });
  await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: PZN }]);
  expect((await pipeline()).entries.map(({ id }) => id)).toEqual([old, young, approved]);
  const first = await readPipeline(portal.database.pool, portal.clock.now(), 1);
  expect([first.entries.map(({ id }) => id), first.total]).toEqual([[old], 3]);
});

test('only staff see it', async () => {
  expect((await owner.get('/api/admin/lzd/pipeline')).status).toBe(403);
});
