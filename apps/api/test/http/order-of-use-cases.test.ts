import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { UPDATE_KINDS, type UpdateKind } from '@portal/rules';
import { csv, upload } from '../intake/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

/**
 * Rule 13.2: 401, malformed path 400, rights and visibility 403, unknown 404, known delivery, window and state 409, rows 422,
 * conflicts 409. Each call here is wrong in several ways at once; the first of them answers.
 */
const [a, b] = [1, 2].map(testPzn) as [string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let mirror: SeededPharmacy;
let owner: Client;
let sales: Client;
let engine: Client;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`, `TP_admin_${mirror.crmCompanyId}`]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
});
afterEach(() => portal.close());

const call = (kind: UpdateKind, id: number | string, step = '', of = pharmacy) =>
  `/api/price/${step}${kind.toLowerCase()}/${of.path}/${id}/OTC`;
/** Everything a person can do with a package; the rows are faulty and name what is not part of it. */
const ISSUEY = { products: [{ pzn: testPzn(99), editedPrice: -1 }], version: 0 };
const attempts = (client: Client, kind: UpdateKind, id: number, of = pharmacy) => ({
  read: client.get(call(kind, id, '', of)),
  save: client.put(call(kind, id, 'save/', of), ISSUEY),
  approve: client.put(call(kind, id, 'approve/', of), ISSUEY),
  reopen: client.delete(call(kind, id, 'approve/', of)),
  remove: client.delete(`/api/price/${kind.toLowerCase()}/${id}/${of.path}`),
});
async function answers(client: Client, kind: UpdateKind, id: number, of = pharmacy) {
  const all = Object.entries(attempts(client, kind, id, of)).map(async ([name, request]) => {
    const { status, text } = await request;
    return [name, { status, text }] as const;
  });
  return Object.fromEntries(await Promise.all(all)) as Record<string, { status: number; text: string }>;
}
const statuses = (of: Record<string, { status: number }>) =>
  Object.fromEntries(Object.entries(of).map(([name, { status }]) => [name, status]));

const CLOSED = { status: -1, closedReason: 'gelöscht von Tobias Sommer' };

describe.each(UPDATE_KINDS)('%s', (kind) => {
  test('what a customer may not see answers 403 to everything and gives nothing away', async () => {
    const hidden = [await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a }], CLOSED)];
    if (kind === 'LZD') {
      const locked = { readyForApproval: false };
      hidden.push(await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a }], { ...CLOSED, ...locked }));
      hidden.push(await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a }], locked));
    }
    for (const id of hidden) {
      const seen = await answers(owner, kind, id);
      expect(statuses(seen)).toEqual({ read: 403, save: 403, approve: 403, reopen: 403, remove: 403 });
      for (const { text } of Object.values(seen)) expect(text).not.toMatch(/Tobias|gelöscht|geschlossen/);
    }
  });

  test('staff see it; for them state goes before rows', async () => {
    const id = await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a }], CLOSED);
    expect(statuses(await answers(sales, kind, id))).toEqual({
      read: 200,
      save: 409,
      approve: 409,
      reopen: 409,
      remove: 409,
    });
  });

  test('an approved package: state goes before rows, and rights before state', async () => {
    const approved = { status: 1, approver: 'Anna Berger', approvedAt: new Date('2026-03-09T09:00:00Z') };
    const id = await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a }], approved);
    expect(statuses(await answers(owner, kind, id))).toEqual({
      read: 200,
      save: 409,
      approve: 409,
      reopen: 403,
      remove: 403,
    });
    // Nothing can be changed through a mirror.
    for (const person of [owner, sales]) {
      expect(statuses(await answers(person, kind, id, mirror))).toEqual({
        read: 200,
        save: 403,
        approve: 403,
        reopen: 403,
        remove: 403,
      });
    }
  });

  test('unknown is 404 after the right to the pharmacy, a malformed number 400 before it', async () => {
    const unknown = await answers(owner, kind, 999_999);
    expect(statuses(unknown)).toEqual({ read: 404, save: 404, approve: 404, reopen: 403, remove: 403 });
    expect(statuses(await answers(sales, kind, 999_999))).toEqual({
      read: 404,
      save: 404,
      approve: 404,
      reopen: 404,
      remove: 404,
    });
    expect((await owner.put(call(kind, 'x', 'save/'), ISSUEY)).status).toBe(400);
    expect((await portal.anonymous.put(call(kind, 'x', 'save/'), ISSUEY)).status).toBe(401);
  });

  test('rows go before conflicts', async () => {
    const draft = { price: '1.00', by: 'Somebody' };
    const id = await seedUpdate(portal.database, pharmacy, kind, [{ pzn: a, draft }, { pzn: b }], { version: 1 });
    const conflicting = { pzn: a, editedPrice: 2 };
    const late = (products: object[]) => owner.put(call(kind, id, 'save/'), { products, version: 1 });
    await owner.put(call(kind, id, 'save/'), { products: [{ pzn: a, editedPrice: 3 }], version: 1 });
    expect((await late([conflicting])).status).toBe(409);
    expect((await late([conflicting, { pzn: b, editedPrice: null, editedPermanent: true }])).status).toBe(422);
  });
});

describe('a delivery in the block window', () => {
  const IN_WINDOW = '2026-03-27T09:00:00Z';
  const file = { name: 'lzd.csv', content: csv([[a, '8,49']]) };
  const deliver = (client: Client, of: number, sent = file) =>
    upload(portal, client, `/api/intake/lzd/${of}/OTC`, sent, { resetChoice: '1' });

  test('that is known is answered as known, also while an MDP is open', async () => {
    const first = await deliver(engine, pharmacy.crmCompanyId);
    await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: a }]);
    portal.clock.set(IN_WINDOW);
    const again = await deliver(engine, pharmacy.crmCompanyId);
    expect([first.status, again.status, again.body.known, again.body.id]).toEqual([200, 200, true, first.body.id]);
  });

  test('rights, mirror and unknown pharmacy go before the window, the window before name and rows', async () => {
    portal.clock.set(IN_WINDOW);
    expect((await deliver(owner, pharmacy.crmCompanyId)).status).toBe(403);
    expect((await deliver(engine, mirror.crmCompanyId)).status).toBe(403);
    expect((await deliver(engine, 999_999)).status).toBe(404);
    const others = { name: `ZumDurchsehen_OTC_${mirror.apoId}_Apotheke_9_3_2026.csv`, content: file.content };
    const broken = { name: 'lzd.csv', content: 'PZN;TruePrice neu\r\nkeine;Zahl\r\n' };
    for (const sent of [file, others, broken]) {
      const { status, body } = await deliver(engine, pharmacy.crmCompanyId, sent);
      expect([status, body.reason]).toEqual([
        409,
        'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.',
      ]);
    }
    portal.clock.set('2026-03-10T09:00:00Z');
    expect((await deliver(engine, pharmacy.crmCompanyId, others)).status).toBe(422);
    expect((await deliver(engine, pharmacy.crmCompanyId, broken)).status).toBe(422);
  });

  test('an upload by hand: rights before the window, the window before the name', async () => {
    portal.clock.set(IN_WINDOW);
    const by = (client: Client, of: SeededPharmacy, name = 'anders.csv') =>
      upload(portal, client, `/api/price/lzd/upload/${of.path}`, { ...file, name }, { resetChoice: '1' });
    expect((await by(owner, pharmacy)).status).toBe(403);
    expect((await by(sales, mirror)).status).toBe(403);
    expect((await by(sales, pharmacy)).status).toBe(409);
    portal.clock.set('2026-03-10T09:00:00Z');
    expect((await by(sales, pharmacy)).status).toBe(422);
  });
});

test('the price list: rights, then state, then rows, then conflicts', async () => {
  const put = (client: Client, of: SeededPharmacy, products: object[], more = {}) =>
    client.put(`/api/price/${of.path}`, { products, ...more });
  const edit = (pzn: string, priceEdit: number | null, more = {}) => ({
    pzn,
    priceEdit,
    editedPermanent: false,
    editedIgnore: false,
    ...more,
  });
  const bad = edit(a, 1, { editedPermanent: true, editedIgnore: true });
  expect((await put(owner, mirror, [bad])).status).toBe(403);
  const lzd = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: a }]);
  expect((await put(owner, pharmacy, [bad])).status).toBe(409);
  await sales.delete(`/api/price/lzd/${lzd}/${pharmacy.path}`);
  expect((await put(owner, pharmacy, [edit(a, 5)], { version: 1 })).status).toBe(200);
  expect((await put(owner, pharmacy, [edit(a, 6), { ...bad, pzn: b }], { version: 1 })).status).toBe(422);
  expect((await put(owner, pharmacy, [edit(a, 6)], { version: 1 })).status).toBe(409);
});

test('a release: rights, mirror, unknown package, then state', async () => {
  const release = (client: Client, of: number, id: number) => client.post(`/api/price/initapproval/lzd/${of}/${id}`);
  const locked = { readyForApproval: false };
  const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: a }], locked);
  expect((await release(owner, pharmacy.apoId, id)).status).toBe(403);
  expect((await release(sales, mirror.apoId, id)).status).toBe(403);
  expect((await release(sales, pharmacy.apoId, 999_999)).status).toBe(404);
  await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { userEmails: null } });
  expect((await release(sales, pharmacy.apoId, id)).status).toBe(409);
});
