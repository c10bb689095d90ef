import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { csv, upload } from '../intake/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, testPzn } from '../support/seed.ts';
import { asCustomerCentre, events, record, send } from './support.ts';

const PZN = testPzn(1);
const APO = 610_001;
let portal: TestPortal;
let crm: Client;
let sales: Client;
let owner: Client;
let path: string;

beforeEach(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  crm = await asCustomerCentre(portal);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Anna Berger', ['solvena_customer', 'TP_admin_810001']);
  const given = { active: 1, contractStatus: 1, userAccessActivated: true, userEmails: 'issued' };
  const [made] = (await send(crm, [record(1, given)])).outcomes;
  path = `810001/${made?.token}`;
  await seedList(portal.database, { apoId: APO }, 'OTC', [{ pzn: PZN }]);
});
afterEach(() => portal.close());

/** What the customer centre says, each time later than before. */
let minute = 0;
const say = (other: Record<string, unknown>) => {
  minute += 1;
  return send(crm, [
    record(1, { ...other, changedAt: `2026-03-09T${10 + (minute % 10)}:00:0${Math.trunc(minute / 10)}Z` }),
  ]);
};
const due = { autoActionAt: new Date('2026-03-14T23:00:00Z'), autoAction: 'approve' };
const packages = () =>
  portal.database.prisma.priceUpdate.findMany({
    where: { apoId: APO },
    orderBy: { id: 'asc' },
    select: { kind: true, status: true, autoActionAt: true, autoAction: true },
  });

// Rule 23.7.
test('a cancelled pharmacy is read by its people and its till, while the clock passes it over', async () => {
  await seedUpdate(portal.database, { apoId: APO }, 'MDP', [{ pzn: PZN }], due);
  await say({ active: 3 });
  portal.clock.set('2026-03-20T09:00:00Z');
  expect(await runDueActions(portal.deps)).toMatchObject({ approved: 0, skipped: 1 });
  expect((await owner.get(`/api/pharmacy/dashboard/${path}`)).body).toMatchObject({ status: 'OK' });
  const till = await portal.as('till', ['till_sync_810001']);
  expect((await till.get('/api/till/v1/810001/prices')).status).toBe(200);
});

test('standing rules rest: what arrives at a cancelled pharmacy stays as it was calculated', async () => {
  const rule = {
    from: 'price',
    percent: 10,
    amount: 0,
    endings: [],
    way: 'nearest',
    floorPercent: null,
    upToAvp: false,
  };
  const start = { name: 'Zehn mehr', productGroups: ['OTC'], rule, conditions: [], endsOn: null, withoutReview: false };
  expect((await owner.post(`/api/price/standing-rules/${path}`, start)).status).toBe(200);
  const engine = await portal.as('Pricing Engine', ['pricing_engine']);
  const drafts = async (name: string) => {
    const file = { name, content: csv([[PZN, '8,00']]) };
    const { body } = await upload(portal, engine, '/api/intake/mdp/810001/OTC', file);
    const items = await portal.database.prisma.priceUpdateItem.findMany({ where: { updateId: body.id } });
    return items.map(({ editedPrice }) => editedPrice?.toString() ?? null);
  };
  expect(await drafts('MDP-1.csv')).toEqual(['8.8']);
  await say({ active: 3 });
  expect(await drafts('MDP-2.csv')).toEqual([null]);
  await say({ active: 1 });
  expect(await drafts('MDP-3.csv')).toEqual(['8.8']);
});

test('mails rest, and the reminder of an LZD says why', async () => {
  const now = portal.clock.now();
  const address = { apoId: APO, address: 'anna@apotheke.example', confirmedAt: now };
  await portal.database.prisma.noticeAddress.create({ data: { ...address, createdAt: now, seenAt: now } });
  const id = await seedUpdate(portal.database, { apoId: APO }, 'LZD', [{ pzn: PZN }], {
    readyForApproval: true,
    releasedAt: now,
  });
  const remind = () =>
    sales.post(`/api/admin/lzd/${APO}/${id}/reminder`, { title: 'Bitte freigeben', text: 'Guten Tag' });
  await say({ active: 3 });
  const answer = await remind();
  expect([answer.status, answer.body.message]).toEqual([409, 'Die Apotheke ist gekündigt und bekommt keine E-Mails.']);
  await say({ active: 1 });
  expect((await remind()).status).toBe(200);
});

// Rule 23.8.
describe('back again', () => {
  test('what fell due counts from that day, what is still to come stays as it is', async () => {
    await seedUpdate(portal.database, { apoId: APO }, 'MDP', [{ pzn: PZN }], due);
    await portal.database.prisma.listVersion.create({ data: { apoId: APO, productGroup: 'FREIWAHL', qdpFlag: 0 } });
    await seedUpdate(portal.database, { apoId: APO }, 'QDP', [{ pzn: PZN }], {
      productGroup: 'FREIWAHL',
      autoActionAt: new Date('2026-03-22T23:00:00Z'),
      autoAction: 'delete',
    });
    await say({ active: 3 });
    portal.clock.set('2026-03-20T09:00:00Z');
    await say({ active: 1 });
    expect(await packages()).toEqual([
      // The end of the fifth day after the 20th, in Berlin.
      { kind: 'MDP', status: 0, autoActionAt: new Date('2026-03-25T23:00:00Z'), autoAction: 'approve' },
      { kind: 'QDP', status: 0, autoActionAt: new Date('2026-03-22T23:00:00Z'), autoAction: 'delete' },
    ]);
    expect(await runDueActions(portal.deps)).toMatchObject({ approved: 0, deleted: 0, skipped: 0 });
    expect((await events(portal, 1)).at(-1)).toEqual({ event: 'Kündigung zurückgenommen', userName: 'Kundencenter' });
  });

  test('by the approval of an LZD too, which the customer centre learns; what it said before does not cancel again', async () => {
    await seedUpdate(portal.database, { apoId: APO }, 'MDP', [{ pzn: PZN }], { ...due, productGroup: 'FREIWAHL' });
    await say({ active: 3 });
    portal.clock.set('2026-03-20T09:00:00Z');
    const id = await seedUpdate(portal.database, { apoId: APO }, 'LZD', [{ pzn: PZN }], { readyForApproval: true });
    expect((await owner.put(`/api/price/approve/lzd/${path}/${id}/OTC`, { products: [] })).status).toBe(200);
    expect((await packages())[0]?.autoActionAt).toEqual(new Date('2026-03-25T23:00:00Z'));
    const { pharmacies } = (await crm.get('/api/intake/pharmacies')).body as { pharmacies: object[] };
    expect(pharmacies).toMatchObject([{ active: 1, contract: null }]);
    const { rows } = await portal.database.pool.query(`SELECT payload FROM outbox WHERE kind = 'pharmacy'`);
    expect(rows).toEqual([
      {
        payload: {
          event: 'reactivated',
          at: '2026-03-20T09:00:00.000Z',
          by: 'Anna Berger',
          package: { kind: 'LZD', importId: id, productGroup: 'OTC' },
          pharmacy: { apoId: APO, crmCompanyId: 810_001 },
        },
      },
    ]);
    await say({ active: 3 });
    const dashboard = (await owner.get(`/api/pharmacy/dashboard/${path}`)).body as { pharmacy: { active: number } };
    expect(dashboard.pharmacy.active).toBe(1);
    expect((await events(portal, 1)).map(({ event }) => event)).toContain('Apotheke wieder aktiv');
  });
});

// Rule 23.9.
test('a new name and address are on every list and file afterwards, and without the pilot its people see the sentence', async () => {
  const sent = { active: 1, name: 'Linden-Apotheke', street: 'Am Ring 1', zipcode: '01067', city: 'Dresden' };
  await sales.get('/api/solvena/pharmacies');
  await say(sent);
  const named = { name: 'Linden-Apotheke', street: 'Am Ring 1', zipcode: '01067', city: 'Dresden' };
  const { pharmacies } = (await sales.get('/api/solvena/pharmacies')).body as { pharmacies: object[] };
  expect(pharmacies).toEqual([expect.objectContaining(named)]);
  const own = (await owner.get('/api/solvena/userData')).body as { pharmacies: object[] };
  expect(own.pharmacies).toEqual([expect.objectContaining(named)]);
  expect((await owner.get(`/api/price/pricelist/${path}/OTC`)).status).not.toBe(500);
  await say({ ...sent, pilotAccess: false });
  expect((await owner.get(`/api/pharmacy/dashboard/${path}`)).body).toMatchObject({ status: 'NO_PILOT' });
  expect((await owner.get(`/api/price/productgroupinfo/${path}`)).status).toBe(403);
});
