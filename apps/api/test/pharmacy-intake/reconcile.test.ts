import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, testPzn } from '../support/seed.ts';
import { asCustomerCentre, known, record, send } from './support.ts';

// Rule 23.11.

let portal: TestPortal;
let crm: Client;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  crm = await asCustomerCentre(portal);
});
afterAll(() => portal?.close());

test('the portal tells all that it knows of a pharmacy', async () => {
  const [outcome] = (await send(crm, [record(1, { active: 1, contractStatus: 1 }), record(2)])).outcomes;
  const { prisma } = portal.database;
  await prisma.pharmacy.update({ where: { apoId: 610_002 }, data: { parentApoId: 610_001 } });
  await seedList(portal.database, { apoId: 610_001 }, 'OTC', [{ pzn: testPzn(1) }, { pzn: testPzn(2), type: 1 }]);
  await prisma.priceUpdate.create({
    data: {
      kind: 'MDP',
      apoId: 610_001,
      productGroup: 'OTC',
      status: 1,
      itemCount: 1,
      createdAt: new Date('2026-03-01T08:00:00Z'),
      updatedAt: new Date('2026-03-02T08:00:00Z'),
      approvedAt: new Date('2026-03-02T08:00:00Z'),
      approver: 'Anna Berger',
    },
  });
  await prisma.till.create({ data: { apoId: 610_002, account: 'job', seenAt: new Date('2026-03-09T23:00:00Z') } });
  const lastApproval = { kind: 'MDP', productGroup: 'OTC', at: '2026-03-02T08:00:00.000Z', by: 'Anna Berger' };
  const lists = [{ productGroup: 'OTC', articles: 1, lastChange: null }];
  expect(await known(crm)).toEqual([
    {
      crmCompanyId: 810_001,
      apoId: 610_001,
      token: outcome?.token,
      name: 'Rosen-Apotheke 1',
      street: 'Marktplatz 1',
      zipcode: '10115',
      city: 'Berlin',
      country: 'DE',
      betriebsNr: null,
      active: 1,
      pilotAccess: true,
      changedAt: '2026-03-09T08:00:00.000Z',
      userAccessActivated: false,
      userEmails: null,
      contractStatus: 1,
      contract: null,
      mirrorOf: null,
      lists,
      lastApproval,
      tillAnsweredAt: null,
    },
    expect.objectContaining({
      crmCompanyId: 810_002,
      mirrorOf: 810_001,
      lists,
      lastApproval,
      tillAnsweredAt: '2026-03-09T23:00:00.000Z',
    }),
  ]);
});

test('page by page, each pharmacy once', async () => {
  await send(crm, [record(3), record(4), record(5)]);
  const seen: number[] = [];
  for (let after = 1, pages = 0; pages < 10; pages += 1) {
    const { body } = await crm.get(`/api/intake/pharmacies?limit=2&after=${after}`);
    const { pharmacies, next, now } = body as { pharmacies: { apoId: number }[]; next: number | null; now: string };
    expect(now).toBe('2026-03-10T09:00:00.000Z');
    seen.push(...pharmacies.map(({ apoId }) => apoId));
    if (next === null) break;
    after = next;
  }
  expect(seen).toEqual([610_001, 610_002, 610_003, 610_004, 610_005]);
});

test('only what has changed since a moment', async () => {
  const { rows } = await portal.database.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  // Milliseconds, of which the database knows the thousandth part too.
  const since = new Date((rows[0] as { now: Date }).now.getTime() + 1);
  while (Date.now() <= since.getTime()) await new Promise((resolve) => setImmediate(resolve));
  await send(crm, [record(4, { name: 'Anders', changedAt: '2026-03-09T09:00:00Z' }), record(5)]);
  const query = `?changedSince=${encodeURIComponent(since.toISOString())}`;
  expect((await known(crm, query)).map(({ apoId }) => apoId)).toEqual([610_004]);
});

test('a moment in any zone and with any fraction is one', async () => {
  for (const since of [
    '1111-02-20T20:01:01.1111111111111111+20:01',
    '0001-01-01T00:00:00Z',
    '9999-12-31T23:59:59-23:59',
  ]) {
    expect((await crm.get(`/api/intake/pharmacies?changedSince=${encodeURIComponent(since)}`)).status).toBe(200);
  }
});

test.each(['?changedSince=gestern', '?changedSince=0000-01-01T00:00:00Z', '?limit=0', '?limit=1001', '?after=x'])(
  '%s is refused',
  async (query) => {
    expect((await crm.get(`/api/intake/pharmacies${query}`)).status).toBe(400);
  },
);
