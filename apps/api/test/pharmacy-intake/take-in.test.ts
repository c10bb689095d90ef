import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { csv, upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';
import { asCustomerCentre, events, known, record, send } from './support.ts';

let portal: TestPortal;
let crm: Client;
let next = 0;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  crm = await asCustomerCentre(portal);
});
afterAll(() => portal?.close());

const fresh = () => (next += 1);
const of = async (n: number) => (await known(crm)).find(({ apoId }) => apoId === 610_000 + n);

// Rules 23.1, 23.3 and 23.5.
test('a new pharmacy is there for staff, with a token that the portal made', async () => {
  const n = fresh();
  const { status, outcomes } = await send(crm, [record(n, { betriebsNr: 'BN123456' })]);
  expect([status, outcomes]).toEqual([
    200,
    [{ crmCompanyId: 810_000 + n, outcome: 'created', token: expect.stringMatching(/^[\w-]{32}$/) }],
  ]);
  const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  const { pharmacies } = (await sales.get('/api/solvena/pharmacies')).body as { pharmacies: object[] };
  expect(pharmacies).toContainEqual(
    expect.objectContaining({
      apoId: 610_000 + n,
      name: `Rosen-Apotheke ${n}`,
      zipcode: '10115',
      country: 'DE',
      betriebsNr: 'BN123456',
      active: 0,
      contractStatus: 0,
      userAccessActivated: false,
      userEmails: null,
      token: outcomes[0]?.token,
    }),
  );
  expect(await events(portal, n)).toEqual([{ event: 'Apotheke angelegt', userName: 'Kundencenter' }]);
});

test('a new pharmacy needs nothing else for its first calculation: uploaded, released and approved by its owner', async () => {
  const n = fresh();
  const [made] = (await send(crm, [record(n)])).outcomes;
  const path = `${810_000 + n}/${made?.token}`;
  const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  const name = `ZumDurchsehen_OTC_${610_000 + n}_Rosen-Apotheke_10_03_2026.csv`;
  const file = { name, content: csv([[testPzn(1), '5,55']]) };
  const uploaded = await upload(portal, sales, `/api/price/lzd/upload/${path}`, file, { resetChoice: '0' });
  expect([uploaded.status, uploaded.body.rows]).toEqual([200, 1]);
  const { id } = uploaded.body as { id: number };
  const access = { pharmacyId: 810_000 + n, token: made?.token };
  expect((await sales.post('/api/solvena/activateUsers', access)).status).toBe(200);
  expect((await sales.post(`/api/price/initapproval/lzd/${610_000 + n}/${id}`)).status).toBe(200);
  const owner = await portal.as('Anna Berger', ['solvena_customer', `TP_admin_${810_000 + n}`]);
  const { status, body } = await owner.put(`/api/price/approve/lzd/${path}/${id}/OTC`, { products: [] });
  expect([status, body]).toEqual([200, expect.objectContaining({ loaded: 1, contractActivated: true })]);
  expect(await of(n)).toMatchObject({ active: 1, contract: { by: 'Anna Berger' }, lists: [{ articles: 1 }] });
});

// Rule 23.4.
describe('what is sent again', () => {
  test('changes nothing and answers the same token', async () => {
    const n = fresh();
    const first = await send(crm, [record(n)]);
    const second = await send(crm, [record(n)]);
    expect(second.outcomes).toEqual([
      { crmCompanyId: 810_000 + n, outcome: 'unchanged', token: first.outcomes[0]?.token },
    ]);
    expect(await events(portal, n)).toHaveLength(1);
  });

  test('and is older than what is known is not taken, also where nothing but the moment was newer', async () => {
    const n = fresh();
    await send(crm, [record(n)]);
    expect((await send(crm, [record(n, { changedAt: '2026-03-09T10:00:00Z' })])).outcomes[0]?.outcome).toBe(
      'unchanged',
    );
    const older = record(n, { name: 'Früher', changedAt: '2026-03-09T09:00:00+00:00' });
    expect((await send(crm, [older])).outcomes[0]?.outcome).toBe('unchanged');
    expect((await of(n))?.name).toBe(`Rosen-Apotheke ${n}`);
    const later = record(n, { name: 'Später', changedAt: '2026-03-09T11:00:01+01:00' });
    expect((await send(crm, [later])).outcomes[0]?.outcome).toBe('changed');
    expect((await of(n))?.name).toBe('Später');
  });

  test('twice in one call is taken one after the other, with the first state in the history', async () => {
    const n = fresh();
    await send(crm, [record(n)]);
    const { outcomes } = await send(crm, [
      record(n, { name: 'Eins', changedAt: '2026-03-09T09:00:00Z' }),
      record(n, { name: 'Zwei', changedAt: '2026-03-09T10:00:00Z' }),
      record(n, { name: 'Null', changedAt: '2026-03-09T08:30:00Z' }),
    ]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['changed', 'changed', 'unchanged']);
    expect((await events(portal, n)).at(-1)?.event).toBe(`Name geändert: Rosen-Apotheke ${n} → Zwei`);
  });
});

// Rule 23.2.
test('one bad row loses nothing of the others', async () => {
  const [a, b] = [fresh(), fresh()];
  const { status, outcomes } = await send(crm, [
    record(a),
    record(99, { name: 'x\u0000' + '\u0301'.repeat(9) }),
    null,
    'Apotheke',
    [],
    { crmCompanyId: 5 },
    record(b),
  ]);
  expect(status).toBe(200);
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'created',
    'refused',
    'refused',
    'refused',
    'refused',
    'refused',
    'created',
  ]);
  expect(outcomes[5]).toEqual({
    crmCompanyId: 5,
    outcome: 'refused',
    reason: 'invalid',
    field: 'apoId',
    message: 'ApoID fehlt.',
  });
});

// Rule 23.3.
describe('a number never changes hands', () => {
  test.each([
    ['crmCompanyId', 'apoId', (a: number) => record(a, { apoId: 699_001 })],
    ['apoId', 'crmCompanyId', (a: number) => record(a, { crmCompanyId: 899_001 })],
  ])('a known %s with another %s is refused', async (_, field, other) => {
    const n = fresh();
    await send(crm, [record(n)]);
    const { outcomes } = await send(crm, [other(n)]);
    expect(outcomes).toEqual([
      expect.objectContaining({ outcome: 'refused', reason: 'numberTaken', field, message: expect.any(String) }),
    ]);
    expect(outcomes[0]).not.toHaveProperty('token');
  });

  test('within a call too', async () => {
    const n = fresh();
    const { outcomes } = await send(crm, [record(n), record(n, { crmCompanyId: 899_002 })]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['created', 'refused']);
  });
});

// Rule 23.5.
describe('tokens', () => {
  test("are the customer centre's own where it gives one", async () => {
    const n = fresh();
    expect((await send(crm, [record(n, { token: 'eigenes-Token_1' })])).outcomes[0]?.token).toBe('eigenes-Token_1');
    expect((await send(crm, [record(n)])).outcomes[0]?.token).toBe('eigenes-Token_1');
  });

  test('are made anew for the pharmacy that renewToken names, whether or not the call carries it', async () => {
    const n = fresh();
    const old = (await send(crm, [record(n)])).outcomes[0]?.token;
    const query = `?renewToken=${810_000 + n}`;
    const [named] = (await send(crm, [record(n)], query)).outcomes;
    expect(named).toEqual({
      crmCompanyId: 810_000 + n,
      outcome: 'changed',
      token: expect.stringMatching(/^[\w-]{32}$/),
    });
    expect(named?.token).not.toBe(old);
    const [alone] = (await send(crm, [], query)).outcomes;
    expect(alone?.token).not.toBe(named?.token);
    expect((await send(crm, [record(n)])).outcomes[0]?.token).toBe(alone?.token);
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    expect((await sales.get(`/api/pharmacy/dashboard/${810_000 + n}/${old}`)).status).toBe(403);
    expect((await sales.get(`/api/pharmacy/dashboard/${810_000 + n}/${alone?.token}`)).status).toBe(200);
    expect((await events(portal, n)).map(({ event }) => event)).not.toContainEqual(
      expect.stringContaining(String(old)),
    );
  });

  test('of an unknown pharmacy cannot be renewed, nor one that the record gives itself', async () => {
    const n = fresh();
    expect((await send(crm, [], '?renewToken=899003')).outcomes).toEqual([
      expect.objectContaining({ crmCompanyId: 899_003, outcome: 'refused' }),
    ]);
    const both = await send(crm, [record(n, { token: 'eigenes' })], `?renewToken=${810_000 + n}`);
    expect(both.outcomes).toEqual([expect.objectContaining({ outcome: 'refused', field: 'token' })]);
  });
});

// Rule 23.3.
test("what is the portal's is taken with a new pharmacy and never again", async () => {
  const n = fresh();
  const paid = { active: 1, contractStatus: 1, userAccessActivated: true, userEmails: 'issued' };
  await send(crm, [record(n, paid)]);
  const theirs = { contractStatus: 1, userAccessActivated: true, userEmails: 'issued' };
  expect(await of(n)).toMatchObject({ ...theirs, active: 1 });
  const later = { active: 1, contractStatus: 0, userAccessActivated: false, userEmails: null };
  const { outcomes } = await send(crm, [record(n, { ...later, changedAt: '2026-03-09T09:00:00Z' })]);
  expect(outcomes[0]?.outcome).toBe('unchanged');
  expect(await of(n)).toMatchObject(theirs);
});

// Rule 23.6.
describe('active has two writers', () => {
  test('0 does not count while the contract is active', async () => {
    const n = fresh();
    await send(crm, [record(n, { active: 3, contractStatus: 1 })]);
    const { outcomes } = await send(crm, [record(n, { active: 0, changedAt: '2026-03-09T09:00:00Z' })]);
    expect(outcomes[0]?.outcome).toBe('unchanged');
    expect((await of(n))?.active).toBe(3);
  });

  test('what was said before an approval set it does not count, what is said later does', async () => {
    const n = fresh();
    await send(crm, [record(n, { active: 3, contractStatus: 1 })]);
    const approvedAt = new Date('2026-03-09T12:00:00Z');
    await portal.database.prisma.pharmacy.update({
      where: { apoId: 610_000 + n },
      data: { active: 1, activeChangedAt: approvedAt },
    });
    await send(crm, [record(n, { active: 3, name: 'Neu', changedAt: '2026-03-09T11:59:59Z' })]);
    expect(await of(n)).toMatchObject({ active: 1, name: 'Neu' });
    await send(crm, [record(n, { active: 3, name: 'Neu', changedAt: '2026-03-09T12:00:01Z' })]);
    expect(await of(n)).toMatchObject({ active: 3 });
  });
});

// Rule 23.10.
test('every change is in the history as Kundencenter', async () => {
  const n = fresh();
  await send(crm, [record(n)]);
  const other = {
    name: 'Linden-Apotheke',
    street: 'Am Ring 1',
    zipcode: '01067',
    city: 'Dresden',
    betriebsNr: 'BN1',
    pilotAccess: false,
    active: 3,
    changedAt: '2026-03-09T09:00:00Z',
  };
  await send(crm, [record(n, other)]);
  expect((await events(portal, n)).slice(1)).toEqual([
    {
      event: `Vertrag gekündigt; Name geändert: Rosen-Apotheke ${n} → Linden-Apotheke; Anschrift geändert: Marktplatz ${n}, 10115 Berlin → Am Ring 1, 01067 Dresden; Betriebsnummer geändert: keine → BN1; Zugriff auf den Pilot entzogen`,
      userName: 'Kundencenter',
    },
  ]);
});

test('more than a thousand are refused as a whole, a thousand are not', async () => {
  const many = Array.from({ length: 1_001 }, (_, at) => ({ crmCompanyId: at }));
  expect((await crm.put('/api/intake/pharmacies', { pharmacies: many })).status).toBe(422);
  const { status, outcomes } = await send(crm, many.slice(1));
  expect([status, outcomes.length]).toEqual([200, 1_000]);
});

test('calls at the same moment do not meet: one creates, the others find it', async () => {
  const n = fresh();
  const answers = await Promise.all(Array.from({ length: 6 }, () => send(crm, [record(n)])));
  expect(answers.map(({ outcomes }) => outcomes[0]?.outcome).toSorted()).toEqual([
    'created',
    ...Array.from({ length: 5 }, () => 'unchanged'),
  ]);
  expect(new Set(answers.map(({ outcomes }) => outcomes[0]?.token)).size).toBe(1);
});

test.each([[['pricing_engine']], [['solvena_admin']], [['till_sync_810001']]])('%j may not', async (roles) => {
  const client = await portal.as('Otto Andere', roles);
  expect((await client.put('/api/intake/pharmacies', { pharmacies: [] })).status).toBe(403);
  expect((await client.get('/api/intake/pharmacies')).status).toBe(403);
});

// The last one: it fills the first page of what is known. Rules 13.16 and 23.1.
test('as many as a call may have, with long addresses, are read in another process', async () => {
  const long = {
    street: 'Platz der Vereinten Nationen '.repeat(4).trim(),
    city: 'Königs Wusterhausen '.repeat(6).trim(),
  };
  const sent = Array.from({ length: 1_000 }, () => record(fresh(), long));
  expect(JSON.stringify(sent).length).toBeGreaterThan(256 * 1024);
  const { status, outcomes } = await send(crm, sent);
  expect([status, new Set(outcomes.map(({ outcome }) => outcome))]).toEqual([200, new Set(['created'])]);
  const last = await portal.database.prisma.pharmacy.findUnique({ where: { apoId: 610_000 + next } });
  expect(last).toMatchObject({ ...long, crmChangedAt: new Date('2026-03-09T08:00:00Z') });
});
