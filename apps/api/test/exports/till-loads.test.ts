import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type TillFileEntry, type TillGroup } from '@portal/contracts';
import { TILL_PROFILES } from '@portal/rules';
import { MOST_CHANGES } from '../../src/modules/till-position/read-lacking.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const [A, B, C, D, E] = [1, 2, 3, 4, 5].map(testPzn) as [string, string, string, string, string];
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let sales: Client;
let next = 1;

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterAll(() => portal?.close());
beforeEach(async () => {
  pharmacy = await seedPharmacy(portal.database, next++);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: A, calculated: '9.99' },
    { pzn: B, calculated: '5.00' },
    { pzn: C, calculated: '5.00', type: 1 },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: D, calculated: '3.00' }]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});

const at = (of: SeededPharmacy) => `${of.apoId}/${of.token}`;
const download = (body: { productGroups?: string[]; contents?: string }, of = pharmacy, client = sales) =>
  client.post(`/api/price/clientpricelistdownload/${at(of)}`, { productGroups: ['OTC'], ...body });
/** The lines of a file, without its heading. */
const lines = async (...call: Parameters<typeof download>): Promise<string[]> => {
  const { status, body } = await download(...call);
  expect([status, body.message]).toEqual([200, undefined]);
  return body.data.split('\r\n').slice(1, -1);
};
const overview = async (of = pharmacy): Promise<{ files: TillFileEntry[]; groups: TillGroup[] }> => {
  const { body } = await sales.get(`/api/price/tillfiles/${at(of)}`);
  return ENDPOINTS.getTillFiles.answer.parse(body);
};
const newest = async (of = pharmacy) => (await overview(of)).files[0] as TillFileEntry;
const confirm = (id: number, loaded = true, client = sales, of = pharmacy) =>
  client.put(`/api/price/tillfiles/${at(of)}/${id}`, { loaded });
/** Downloads a file, and says that it is in the till. */
const load = async (...call: Parameters<typeof download>): Promise<{ id: number; lines: string[] }> => {
  const loaded = await lines(...call);
  const { id } = await newest(call[1]);
  expect((await confirm(id, true, sales, call[1])).status).toBe(200);
  return { id, lines: loaded };
};
const save = async (pzn: string, priceEdit: number | null, editedIgnore = false) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore };
  expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
const approve = async (kind: 'qdp' | 'lzd', of: SeededPharmacy, id: number, group = 'OTC') => {
  const { status, body } = await sales.put(`/api/price/approve/${kind}/${of.path}/${id}/${group}`, { products: [] });
  expect([status, body.message]).toEqual([200, undefined]);
};
const reset = async (...pzns: string[]) => {
  const rows = pzns.map((pzn) => ({ pzn, truePrice: '4.00' }));
  const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
  await approve('lzd', pharmacy, id);
};
const lacks = async (of = pharmacy) => (await sales.get(`/api/pharmacy/dashboard/${of.path}`)).body.tillLacks;
const events = async () =>
  (
    await portal.database.prisma.historyEntry.findMany({ where: { apoId: pharmacy.apoId }, orderBy: { id: 'asc' } })
  ).map(({ event, userName, productType }) => [event, userName, productType]);

describe('the files that were downloaded (rule 9.16)', () => {
  test('are noted with who, when and what, a double click once', async () => {
    await download({ productGroups: ['Freiwahl', 'OTC'] }, pharmacy, owner);
    await download({ productGroups: ['OTC', 'Freiwahl'] }, pharmacy, owner);
    const { files } = await overview();
    expect(files).toEqual([
      {
        id: expect.any(Number),
        createdAt: '2026-03-10T09:00:00.000Z',
        userName: 'Anna Berger',
        productGroups: ['OTC', 'FREIWAHL'],
        contents: 'all',
        profile: 'csv',
        extension: '.csv',
        rows: 4,
        withdrawn: 1,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        kept: true,
        leftOut: [],
        companion: null,
        loaded: null,
        reported: null,
        latest: false,
        refusal: null,
      },
    ]);
  });

  test('can be had again byte for byte, whatever price and profile are by then', async () => {
    const { body } = await download({});
    const { id } = await newest();
    await save(A, 1.11);
    await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { tillProfile: 'fixed' } });
    const again = await owner.get(`/api/price/tillfiles/${at(pharmacy)}/${id}`);
    expect([again.status, again.text]).toEqual([200, body.data]);
    expect(again.headers['content-disposition']).toBe(
      `attachment; filename="Preisliste_${pharmacy.apoId}_Test-Apotheke ${next - 1}.csv"`,
    );
    const other = await seedPharmacy(portal.database, next++);
    expect((await sales.get(`/api/price/tillfiles/${at(other)}/${id}`)).status).toBe(404);
  });

  test('are kept themselves for the newest twenty only', async () => {
    const { id } = await load({});
    for (let n = 1; n <= 20; n += 1) {
      await save(A, n);
      await download({});
    }
    expect((await overview()).files.map(({ kept }) => kept)).toEqual(Array.from({ length: 20 }, () => true));
    const gone = await sales.get(`/api/price/tillfiles/${at(pharmacy)}/${id}`);
    expect([gone.status, gone.body.message]).toEqual([409, expect.stringContaining('nicht mehr aufbewahrt')]);
    expect((await overview()).groups[0]).toMatchObject({ issue: null, changed: 1 });
  });
});

describe('a file that is not confirmed (rule 2.45)', () => {
  const told = async () => (await owner.get(`/api/pharmacy/dashboard/${pharmacy.path}`)).body.tillFile;

  test('stands on the start page until it is, or for seven days', async () => {
    expect(await told()).toBeNull();
    await download({});
    expect(await told()).toEqual({ createdAt: '2026-03-10T09:00:00.000Z' });
    await confirm((await newest()).id);
    expect(await told()).toBeNull();
    await save(A, 8.88);
    await download({});
    expect(await told()).not.toBeNull();
    portal.clock.set('2026-03-17T09:00:00.000Z');
    try {
      expect(await told()).toBeNull();
    } finally {
      portal.clock.set('2026-03-10T09:00:00.000Z');
    }
  });

  test('and cannot be confirmed is not asked for', async () => {
    await load({});
    await reset(A);
    await download({});
    expect(await told()).toBeNull();
  });
});

describe('what a file holds (rule 9.17)', () => {
  test('as specified only what is listed; such a file is no base once articles have left the list', async () => {
    await load({});
    await reset(A);
    expect(await lines({})).toEqual([`${A};4,00`]);
    const file = await newest();
    expect(file).toMatchObject({ contents: 'list', refusal: expect.stringContaining('alten Preis') });
    expect((await confirm(file.id)).status).toBe(409);
    expect(await lines({ contents: 'all' })).toEqual([`${A};4,00`, `${B};`, `${C};`]);
  });

  test('changes: each article that changed since the last confirmed load, once and as it is now', async () => {
    await load({ productGroups: ['OTC', 'FREIWAHL'] });
    await save(A, 8.88);
    await save(A, 7.77);
    await save(B, null, true);
    await save(D, 2.22);
    expect(await lines({ contents: 'changes' })).toEqual([`${A};7,77`, `${B};`]);
    expect(await lines({ contents: 'changes', productGroups: ['FREIWAHL'] })).toEqual([`${D};2,22`]);
    expect((await overview()).groups).toMatchObject([
      { productGroup: 'OTC', changed: 2, gone: 0, since: { userName: 'Tobias Sommer' }, issue: null },
      { productGroup: 'FREIWAHL', changed: 1 },
      { productGroup: 'HILFSMITTEL', changed: null, since: null, issue: 'never' },
    ]);
  });

  test('all: what the till may still have is withdrawn once it was loaded, and not again', async () => {
    await save(B, 6.66);
    await reset(A);
    const never = await lines({ contents: 'all' });
    expect(never).toEqual([`${A};4,00`, `${B};`, `${C};`]); // nothing was ever confirmed: all that left the list
    await load({ contents: 'all' });
    expect(await lines({ contents: 'all' })).toEqual([`${A};4,00`]);
    expect(await lines({ contents: 'changes' })).toEqual([]);
  });

  test('a list of 3,000 that is reset to 50: the file withdraws the other 2,950', async () => {
    const big = await seedPharmacy(portal.database, next++);
    const pzns = Array.from({ length: 3000 }, (_, n) => testPzn(100 + n));
    await seedList(
      portal.database,
      big,
      'OTC',
      pzns.map((pzn) => ({ pzn })),
    );
    await load({}, big);
    const rows = pzns.slice(0, 50).map((pzn) => ({ pzn, truePrice: '9.99' }));
    const id = await seedUpdate(portal.database, big, 'LZD', rows, { resetChoice: 0 });
    await approve('lzd', big, id);
    expect(await lines({}, big)).toHaveLength(50);
    const all = await lines({ contents: 'all' }, big);
    expect([all.length, all.filter((line) => line.endsWith(';')).length]).toEqual([3000, 2950]);
    // whose price stayed as it was needs no line
    const changes = await lines({ contents: 'changes' }, big);
    expect(changes.toSorted()).toEqual(all.filter((line) => line.endsWith(';')).toSorted());
    expect(await lacks(big)).toMatchObject({ groups: [{ productGroup: 'OTC', changed: 2950 }] });
  });

  test('an article that moved to another group is not withdrawn by its former group’s file', async () => {
    await load({ productGroups: ['OTC', 'FREIWAHL'] });
    await reset(A);
    const id = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: B, truePrice: '2.50' }], {
      productGroup: 'FREIWAHL',
    });
    await approve('qdp', pharmacy, id, 'FREIWAHL');
    expect(await lines({ contents: 'changes' })).toEqual([`${A};4,00`, `${C};`]);
    expect(await lines({ contents: 'all' })).toEqual([`${A};4,00`, `${C};`]);
    expect(await lines({ contents: 'changes', productGroups: ['FREIWAHL'] })).toEqual([`${B};2,50`]);
  });
});

describe('the confirmation that a file is in the till (rule 9.18)', () => {
  test('is noted once, with an entry in the history; so is taking it back', async () => {
    await download({});
    const { id } = await newest();
    const answers = await Promise.all([confirm(id), confirm(id, true, owner), confirm(id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await newest()).toMatchObject({ loaded: { at: '2026-03-10T09:00:00.000Z' }, latest: true });
    await Promise.all([confirm(id, false, owner), confirm(id, false, owner)]);
    expect(await newest()).toMatchObject({ loaded: null, latest: false });
    expect(await events()).toEqual([
      ['Preisdatei vom 10.03.2026 10:00 in die Kasse geladen (3 Artikel)', expect.any(String), 'OTC'],
      ['Bestätigung zurückgenommen: Preisdatei vom 10.03.2026 10:00 ist nicht in der Kasse', 'Anna Berger', 'OTC'],
    ]);
  });

  test('of an older file puts the till back to that file', async () => {
    const first = await load({});
    await save(A, 8.88);
    const second = await load({ contents: 'changes' });
    expect(second.lines).toEqual([`${A};8,88`]);
    expect((await confirm(first.id)).status).toBe(200);
    expect(await lines({ contents: 'changes' })).toEqual([`${A};8,88`]);
    // back again: the second was loaded before that
    expect((await confirm(second.id, false)).status).toBe(409);
    expect((await confirm(first.id, false)).status).toBe(200);
    expect(await lines({ contents: 'changes' })).toEqual([]);
  });

  test('of changes is refused when the load they build upon was taken back', async () => {
    const { id } = await load({});
    await save(A, 8.88);
    await download({ contents: 'changes' });
    const changes = await newest();
    await confirm(id, false);
    const refused = await confirm(changes.id);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('bauen auf einem Laden auf')]);
    expect((await newest()).refusal).toBe(refused.body.message);
  });

  test('changes are refused without one, with the reason', async () => {
    const refused = await download({ contents: 'changes' });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('noch kein Laden')]);
    await load({});
    expect((await download({ contents: 'changes', productGroups: ['OTC', 'FREIWAHL'] })).status).toBe(409);
  });
});

describe('what the till reports of a file (rules 9.42 and 9.43)', () => {
  const report = (id: number, count: number | null, more: object = {}, client = owner) =>
    client.put(`/api/price/tillfiles/${at(pharmacy)}/${id}`, { loaded: true, count, ...more });

  test('confirms it when it is that of its rows', async () => {
    await download({});
    const { id } = await newest();
    expect((await report(id, 3)).status).toBe(200);
    expect(await newest()).toMatchObject({
      loaded: { userName: 'Anna Berger' },
      reported: { count: 3, expected: 3, userName: 'Anna Berger', at: '2026-03-10T09:00:00.000Z' },
    });
    expect((await events()).map(([event]) => event)).toEqual([
      'Preisdatei vom 10.03.2026 10:00 in die Kasse geladen (3 Artikel, Kasse meldet 3)',
    ]);
  });

  test('or that which the file says of itself; the articles without a price are named as the difference', async () => {
    await download({});
    const plain = await newest();
    const counted = await report(plain.id, 2);
    expect([counted.status, counted.body.message]).toEqual([
      409,
      'Ihre Kasse meldet 2 Artikel, die Datei hat 3. Der Unterschied sind die Artikel ohne Preis (1). Zählt Ihre Kasse sie anders, bestätigen Sie trotzdem.',
    ]);
    const profile = { ...TILL_PROFILES.csv, totals: 'countLine' };
    await owner.put(`/api/pharmacy/tillprofile/${pharmacy.path}`, { name: 'own', profile });
    expect((await lines({})).at(-1)).toBe('ANZAHL;2');
    const { id } = await newest();
    expect((await report(id, 3)).status).toBe(409);
    expect((await report(id, 2)).status).toBe(200);
  });

  test('another count confirms nothing, says both numbers and what to do, and is noted once with who said it', async () => {
    await download({});
    const { id } = await newest();
    for (const client of [owner, sales]) {
      const { status, body } = await report(id, 1, {}, client);
      expect([status, body.message]).toEqual([
        409,
        expect.stringMatching(/^Ihre Kasse meldet 1 Artikel, die Datei hat 3\. .*noch einmal.*Kassenabgleich/),
      ]);
    }
    expect(await newest()).toMatchObject({
      loaded: null,
      latest: false,
      refusal: null,
      reported: { count: 1, expected: 3, userName: 'Anna Berger' },
    });
    // 'no number' does not get around it
    expect((await report(id, null)).status).toBe(409);
    expect(await lacks()).toBeNull();
    expect(await events()).toEqual([
      ['Preisdatei vom 10.03.2026 10:00 nicht bestätigt: Kasse meldet 1 statt 3 Artikel', 'Anna Berger', 'OTC'],
    ]);
  });

  test('loaded again and reported whole, it is confirmed; taken back, the report goes with it', async () => {
    await download({});
    const { id } = await newest();
    await report(id, 0);
    expect((await report(id, 3)).status).toBe(200);
    expect(await newest()).toMatchObject({ loaded: {}, reported: { count: 3, expected: 3 } });
    await confirm(id, false);
    expect(await newest()).toMatchObject({ loaded: null, reported: null });
    expect((await report(id, null)).status).toBe(200);
  });

  test('confirmed despite of it on purpose, which the history says', async () => {
    await download({});
    const { id } = await newest();
    await report(id, 1);
    expect((await report(id, null, { despite: true }, sales)).status).toBe(200);
    expect(await newest()).toMatchObject({
      loaded: { userName: 'Tobias Sommer' },
      reported: { count: 1, expected: 3, userName: 'Anna Berger' },
      latest: true,
    });
    expect((await events()).at(-1)).toEqual([
      'Preisdatei vom 10.03.2026 10:00 trotzdem als geladen bestätigt: Kasse meldet 1 statt 3 Artikel',
      'Tobias Sommer',
      'OTC',
    ]);
  });

  test('not despite of what rule 9.18 refuses, and then no count is noted', async () => {
    await load({});
    await reset(A);
    await download({});
    const { id } = await newest();
    expect((await report(id, 1, { despite: true })).status).toBe(409);
    expect(await newest()).toMatchObject({ contents: 'list', loaded: null, reported: null });
  });

  test('is a whole number', async () => {
    await download({});
    const { id } = await newest();
    for (const count of [-1, 1.5, 10_000_000, '3']) {
      expect((await report(id, count as number)).status).toBe(422);
    }
    expect(await newest()).toMatchObject({ loaded: null, reported: null });
  });
});

describe('how withdrawn articles are written (rule 9.44)', () => {
  const choose = async (of = pharmacy) => (await sales.get(`/api/price/tillfiles/${at(of)}`)).body.choose;

  test('is to be chosen before the first file; the specified call goes on without', async () => {
    expect(await choose()).toBe(true);
    expect(await lines({})).toEqual([`${A};9,99`, `${B};5,00`, `${C};`]);
    expect(await choose()).toBe(true);
    const { status } = await owner.put(`/api/pharmacy/tillprofile/${pharmacy.path}`, { name: 'csv' });
    expect([status, await choose()]).toEqual([200, false]);
    expect((await events()).map(([event]) => event)).toEqual([
      'Aufbau der Preisdatei geändert: Artikel ohne Preis als Zeile ohne Preis',
    ]);
    await owner.put(`/api/pharmacy/tillprofile/${pharmacy.path}`, { name: 'csv' });
    expect(await events()).toHaveLength(1);
  });

  test('is not asked after a confirmed load, by hand or by the sync job', async () => {
    await load({});
    expect(await choose()).toBe(false);
    const other = await seedPharmacy(portal.database, next++);
    await seedList(portal.database, other, 'OTC', [{ pzn: A }]);
    expect(await choose(other)).toBe(true);
    const service = await portal.as('till-sync', [`till_sync_${other.crmCompanyId}`]);
    const { body } = await service.get(`/api/till/v1/${other.crmCompanyId}/prices`);
    await service.post(`/api/till/v1/${other.crmCompanyId}/ack`, { cursor: body.cursor });
    expect(await choose(other)).toBe(false);
  });

  test('who does not know loads without them, hears which, and is asked again (rule 9.44)', async () => {
    const { body } = await owner.post(`/api/price/clientpricelistdownload/${at(pharmacy)}`, {
      productGroups: ['OTC'],
      withdrawn: 'omit',
    });
    expect([body.data.split('\r\n'), body.omitted]).toEqual([['PZN;VK', `${A};9,99`, `${B};5,00`, ''], [C]]);
    const made = await newest();
    expect([made.rows, made.withdrawn, made.leftOut]).toEqual([2, 0, [C]]);
    expect((await confirm(made.id)).status).toBe(200);
    const { groups, ...rest } = (await sales.get(`/api/price/tillfiles/${at(pharmacy)}`)).body;
    expect([rest.choose, rest.fetches, groups[0]?.issue]).toEqual([true, false, 'omitted']);
    const profile = { ...TILL_PROFILES.csv, withdrawn: 'omit' };
    await owner.put(`/api/pharmacy/tillprofile/${pharmacy.path}`, { name: 'own', profile });
    expect((await sales.get(`/api/price/tillfiles/${at(pharmacy)}`)).body).toMatchObject({
      choose: false,
      fetches: false,
    });
  });

  test('nor where nobody may choose: without pilot, or with a profile that cannot be saved again', async () => {
    const set = (data: object) => portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data });
    await set({ pilotAccess: false });
    expect(await choose()).toBe(false);
    await set({ pilotAccess: true, tillProfile: 'own', tillLayout: { ...TILL_PROFILES.csv, extension: '.bat' } });
    expect(await choose()).toBe(false);
  });
});

describe('lists that are exchanged (rule 9.19)', () => {
  test('only all is left, with the reason; it withdraws what the till had of the other list', async () => {
    const main = await seedPharmacy(portal.database, next++);
    await seedList(portal.database, main, 'OTC', [{ pzn: E, calculated: '1.11' }]);
    await seedList(portal.database, main, 'FREIWAHL', [{ pzn: D, calculated: '2.22' }]);
    const before = await load({ productGroups: ['OTC', 'FREIWAHL'] });
    const link = { pharmacy: main.apoId, shadowPharmacy: pharmacy.apoId };
    expect((await sales.post('/api/pharmacy/shadow', link)).status).toBe(200);

    expect((await overview()).groups[0]).toMatchObject({ issue: 'outdated', since: null, changed: null, gone: 3 });
    const refused = await download({ contents: 'changes' });
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('ausgetauscht')]);
    expect((await confirm(before.id, false)).status).toBe(200);
    expect((await confirm(before.id)).status).toBe(409);
    const whole = await load({ contents: 'all', productGroups: ['OTC', 'FREIWAHL'] });
    expect(whole.lines).toEqual([`${A};`, `${B};`, `${C};`, `${D};2,22`, `${E};1,11`]);

    expect((await sales.delete(`/api/pharmacy/shadow/${main.apoId}/${pharmacy.apoId}`)).status).toBe(200);
    expect(await lacks()).toMatchObject({ reload: true, groups: [] });
    await reset(A); // the copy of the main pharmacy's list goes
    expect(await lines({ contents: 'all' })).toEqual([`${A};4,00`, `${B};`, `${C};`, `${E};`]);
  });

  test('a former mirror learns nothing of what its former main pharmacy lists later', async () => {
    const main = await seedPharmacy(portal.database, next++);
    await seedList(portal.database, main, 'OTC', [{ pzn: E, calculated: '1.11' }]);
    const deliver = async (of: SeededPharmacy, productGroup: 'OTC' | 'FREIWAHL', ...pzns: string[]) => {
      const rows = pzns.map((pzn) => ({ pzn, truePrice: '4.00' }));
      await approve('qdp', of, await seedUpdate(portal.database, of, 'QDP', rows, { productGroup }), productGroup);
    };
    const unsaid = testPzn(10); // loaded by the sync job, never acknowledged
    const [laterOtc, laterFreiwahl, again] = [testPzn(11), testPzn(12), testPzn(13)] as [string, string, string];
    const link = { pharmacy: main.apoId, shadowPharmacy: pharmacy.apoId };
    const part = () => sales.delete(`/api/pharmacy/shadow/${main.apoId}/${pharmacy.apoId}`);
    expect((await sales.post('/api/pharmacy/shadow', link)).status).toBe(200);
    await lines({ contents: 'all', productGroups: ['OTC', 'FREIWAHL'] });
    await deliver(main, 'OTC', unsaid);
    const { body: stale } = await sales.get(`/api/price/tillfiles/${at(pharmacy)}`);
    expect((await part()).status).toBe(200);
    await deliver(main, 'OTC', laterOtc);
    await deliver(main, 'FREIWAHL', laterFreiwahl);
    await reset(A); // what was copied leaves the list again

    const groups = ['OTC', 'FREIWAHL'];
    const expected = [`${A};4,00`, `${B};`, `${C};`, `${D};`, `${E};`, `${unsaid};`];
    const isOwn = (line: string) => !line.startsWith(laterOtc) && !line.startsWith(laterFreiwahl);
    const whole = await lines({ contents: 'all', productGroups: groups });
    expect(whole.filter(isOwn)).toEqual(whole);
    expect(whole.toSorted()).toEqual(expected.toSorted());
    expect((await overview()).groups[0]).toMatchObject({ gone: 4 }); // B, C, E and the one that was never acknowledged
    // Nor by a file that it has from then, or by the sync job's cursor of then.
    expect((await confirm(stale.files[0].id)).status).toBe(409);
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    const { rows } = await portal.database.pool.query(
      'SELECT position FROM till_file WHERE apo_id = $1 ORDER BY id LIMIT 1',
      [pharmacy.apoId],
    );
    const since = (rows[0] as { position: string }).position;
    const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices?since=${since}`);
    expect([body.reload, body.prices.map(({ pzn }: { pzn: string }) => pzn)]).toEqual(['outdated', [A]]);

    // Linked once more and parted, it has had what was listed until then, and again nothing later.
    expect((await sales.post('/api/pharmacy/shadow', link)).status).toBe(200);
    expect((await part()).status).toBe(200);
    await deliver(main, 'OTC', again);
    await reset(A);
    const later = await lines({ contents: 'all', productGroups: groups });
    expect(later).toContain(`${laterOtc};`);
    expect(later.filter((line) => line.startsWith(again))).toEqual([]);
    // Nor where the parting was not noted: what the till is known to have had is all.
    await portal.database.pool.query('DELETE FROM former_list WHERE apo_id = $1', [pharmacy.apoId]);
    const without = await lines({ contents: 'all', productGroups: groups });
    expect(without).toEqual(expect.arrayContaining(expected));
    expect(without.filter((line) => line.startsWith(again))).toEqual([]);
  });
});

test('articles that a profile has left out are withdrawn as soon as the profile does so (rule 9.19)', async () => {
  const withdrawn = (treatment: 'omit' | 'empty') =>
    portal.database.prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { tillProfile: 'own', tillLayout: { ...TILL_PROFILES.csv, withdrawn: treatment } },
    });
  await withdrawn('omit');
  await load({});
  await reset(A);
  expect((await load({ contents: 'all' })).lines).toEqual([`${A};4,00`]);
  expect(await newest()).toMatchObject({ rows: 1, withdrawn: 0 });
  await withdrawn('empty');
  const refused = await download({ contents: 'changes' });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('Aufbau der Preisdatei')]);
  expect((await load({ contents: 'all' })).lines).toEqual([`${A};4,00`, `${B};`, `${C};`]);
  expect(await lines({ contents: 'changes' })).toEqual([]);
});

describe('what the till lacks (rule 9.20)', () => {
  test('says nothing until a load was confirmed, then how many articles of which group changed', async () => {
    await download({});
    await save(A, 8.88);
    expect(await lacks()).toBeNull();
    await load({ productGroups: ['OTC', 'FREIWAHL'] });
    expect(await lacks()).toEqual({
      at: '2026-03-10T09:00:00.000Z',
      userName: 'Tobias Sommer',
      reload: false,
      groups: [],
    });
    await save(A, 7.77);
    await save(B, 7.77);
    await save(D, 1.23);
    expect((await lacks()).groups).toEqual([
      { productGroup: 'OTC', changed: 2, account: 'files' },
      { productGroup: 'FREIWAHL', changed: 1, account: 'files' },
    ]);
  });

  test('asks for a whole file when more than 50,000 changes were never loaded', async () => {
    await load({});
    const { apoId } = pharmacy;
    await portal.database.pool.query(
      `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, old_price, new_price, old_type, new_type, list_version)
       SELECT $1, $2, 'OTC', now(), 'Preis geändert', 'System', 1, 2, 0, 0, 2 FROM generate_series(1, $3)`,
      [apoId, A, MOST_CHANGES],
    );
    await portal.database.pool.query(`UPDATE list_version SET version = 2 WHERE apo_id = $1`, [apoId]);
    expect(await lacks()).toMatchObject({ reload: false, groups: [{ productGroup: 'OTC', changed: 1 }] });
    await save(B, 1.23);
    expect(await lacks()).toMatchObject({ reload: true, groups: [] });
  });

  test('goes on beside a sync job, which is another till (rule 22.5)', async () => {
    await load({});
    portal.clock.set('2026-03-10T09:05:00Z');
    const service = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
    const { body } = await service.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
    await service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor });
    await save(A, 8.88);
    expect(await lacks()).toMatchObject({ groups: [{ productGroup: 'OTC', changed: 1, account: 'files' }] });
    portal.clock.set('2026-03-10T09:00:00Z');
  });
});
