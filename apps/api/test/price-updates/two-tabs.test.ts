import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { UpdateKind } from '@portal/rules';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, readList, seedUpdate } from './support.ts';

const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
/** One person; the two tabs differ by the version they have loaded. */
let owner: Client;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }, { pzn: c }]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

const price = (pzn: string, editedPrice: number | null) => ({ pzn, editedPrice });

describe.each(['MDP', 'QDP', 'LZD'] as const)('%s in two tabs of one person', (kind: UpdateKind) => {
  let id: number;
  const call = (step: string) => `/api/price/${step}${kind.toLowerCase()}/${pharmacy.path}/${id}/OTC`;
  const load = async () => (await owner.get(call(''))).body as { version: number; listVersion: number };
  const save = (products: object[], version?: number) =>
    owner.put(call('save/'), { products, ...(version === undefined ? {} : { version }) });
  const approve = (products: object[], version?: number) =>
    owner.put(call('approve/'), { products, ...(version === undefined ? {} : { version }) });
  const drafts = async () =>
    (await portal.database.prisma.priceUpdateItem.findMany({ where: { updateId: id }, orderBy: { pzn: 'asc' } })).map(
      ({ editedPrice }) => editedPrice?.toString() ?? null,
    );
  const entries = () => portal.database.prisma.historyEntry.count();

  beforeEach(async () => {
    id = await seedUpdate(
      portal.database,
      pharmacy,
      kind,
      [a, b, c].map((pzn) => ({ pzn })),
    );
  });

  test('the same row in both is a conflict, another row is none, the version loaded again goes through', async () => {
    const { version } = await load();
    expect((await save([price(a, 1.11)], version)).status).toBe(200);
    const late = await save([price(a, 2.22), price(b, 3.33)], version);
    expect([late.status, late.body.reason, late.body.pzns]).toEqual([409, 'changed_by_somebody_else', [a]]);
    expect(late.body.message).toMatch(
      /^Einen Artikel haben Sie inzwischen selbst bearbeitet \(in einem anderen Fenster, oder/,
    );
    const deputy = await portal.as('Jonas Klein', [`TP_admin_${pharmacy.crmCompanyId}`]);
    const others = await deputy.put(call('save/'), { products: [price(a, 2.22)], version });
    expect([others.status, others.body.message]).toEqual([409, expect.stringMatching(/von jemand anderem bearbeitet/)]);
    expect(await drafts()).toEqual(['1.11', null, null]);
    expect((await save([price(b, 3.33)], version)).status).toBe(200);
    expect((await save([price(a, 2.22)], (await load()).version)).status).toBe(200);
    expect(await drafts()).toEqual(['2.22', '3.33', null]);
  });

  test('a draft taken back in one tab is a conflict in the other', async () => {
    await save([price(a, 1.11)], 1);
    const { version } = await load();
    expect((await save([price(a, null)], version)).status).toBe(200);
    expect((await save([price(a, 2.22)], version)).status).toBe(409);
    expect(await drafts()).toEqual([null, null, null]);
  });

  test('the same request again, as after a lost answer, is OK and leaves nothing', async () => {
    const { version } = await load();
    const first = await save([price(a, 1.11), price(b, null)], version);
    const [drafted, told] = [await drafts(), await entries()];
    const again = await save([price(a, 1.11), price(b, null)], version);
    expect([first.status, again.status, again.body.saved]).toEqual([200, 200, 0]);
    expect(again.body.version).toBe(first.body.version);
    expect([await drafts(), await entries()]).toEqual([drafted, told]);
  });

  test('nothing is approved that this tab has not seen, in rows it sends and in others', async () => {
    const { version } = await load();
    await save([price(a, 1.11)], version);
    for (const products of [[], [price(b, 3.33)], [price(a, 2.22)]]) {
      const refused = await approve(products, version);
      expect([refused.status, refused.body.pzns]).toEqual([409, [a]]);
      expect(refused.body.message).toMatch(/^Einen Artikel haben Sie inzwischen selbst bearbeitet/);
    }
    // What it sends is what is stored: it has seen the same.
    expect((await approve([price(a, 1.11)], version)).status).toBe(200);
    expect((await readList(portal.database, pharmacy.apoId))[a]).toMatchObject({ type: 2, manual: '1.11' });
  });

  test('without a version the last writer wins', async () => {
    await save([price(a, 1.11)]);
    expect((await save([price(a, 2.22)])).status).toBe(200);
    expect((await approve([])).status).toBe(200);
    expect((await readList(portal.database, pharmacy.apoId))[a]).toMatchObject({ type: 2, manual: '2.22' });
  });
});
