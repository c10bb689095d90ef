import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type AnswerOf, ENDPOINTS, type getTillCheck, type readTillColumns } from '@portal/contracts';
import { TILL_PROFILES } from '@portal/rules';
import { book, textRow } from '@portal/dev/workbooks/make-workbook.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const [A, B, C, D, E, X] = [1, 2, 3, 4, 5, 6].map(testPzn) as [string, string, string, string, string, string];
const COLUMNS = { pzncolumn: 'PZN', pricecolumn: 'VK' };
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
  portal.clock.set('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, next++);
  await seedList(portal.database, pharmacy, 'OTC', [
    { pzn: A, calculated: '9.99' },
    { pzn: B, calculated: '5.00' },
    { pzn: C, calculated: '5.00', type: 1 },
    { pzn: E, calculated: '7.00' },
  ]);
  await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: D, calculated: '3.00' }]);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});

const at = (of: SeededPharmacy) => `${of.apoId}/${of.token}`;
const send = (content: string | Buffer, { client = owner, of = pharmacy, name = 'Artikel.csv', fields = {} } = {}) =>
  upload(portal, client, `/api/price/tillcheck/${at(of)}`, { name, content }, { ...COLUMNS, ...fields });
const csv = (...rows: string[]) => `PZN;Artikel;VK\r\n${rows.map((row) => `${row}\r\n`).join('')}`;
const compare = async (...rows: string[]) => {
  const { status, body } = await send(csv(...rows));
  expect([status, body.message]).toEqual([200, undefined]);
  return ENDPOINTS.checkTill.answer.parse(body);
};
type Check = AnswerOf<typeof getTillCheck>;
const read = async (of = pharmacy, query = ''): Promise<Check> => {
  const { status, body } = await owner.get(`/api/price/tillcheck/${at(of)}${query}`);
  expect([status, body.message]).toEqual([200, undefined]);
  return ENDPOINTS.getTillCheck.answer.parse(body);
};
const told = async (of = pharmacy) =>
  (await read(of)).rows.map(({ pzn, verdict, till, approved, reason }) => [pzn, verdict, till, approved, reason]);
const save = async (pzn: string, priceEdit: number | null, editedIgnore = false) => {
  const row = { pzn, priceEdit, editedPermanent: false, editedIgnore };
  expect((await sales.put(`/api/price/${pharmacy.path}`, { products: [row] })).status).toBe(200);
};
const download = (body: object, client = owner, of = pharmacy) =>
  client.post(`/api/price/clientpricelistdownload/${at(of)}`, { productGroups: ['OTC', 'Freiwahl'], ...body });
const confirmNewest = async () => {
  const { body } = await owner.get(`/api/price/tillfiles/${at(pharmacy)}`);
  expect((await owner.put(`/api/price/tillfiles/${at(pharmacy)}/${body.files[0].id}`, { loaded: true })).status).toBe(
    200,
  );
};
/** Rule 9.36. */
const shown = async (of = pharmacy) => (await sales.get(`/api/pharmacy/dashboard/${of.path}`)).body.tillCheck;
const EQUAL = [`${A};Salbe;9,99`, `${B};Creme;5,00`, `${E};Gel;7,00`, `${D};Öl;3,00`];

describe('what the till has (rules 9.30 and 9.31)', () => {
  test('nothing is compared before somebody brings an export', async () => {
    expect(await read()).toEqual({ check: null, tills: [], mirror: false, rows: [], doubted: [], leftOut: [] });
    expect(await shown()).toBeNull();
  });

  test('a till with all prices', async () => {
    expect(await compare(...EQUAL)).toMatchObject({ rows: 4, deviations: 0, faulty: [], faultyTotal: 0, repeated: 0 });
    const { check, rows } = await read();
    expect(check).toEqual({
      takenAt: '2026-03-10T09:00:00.000Z',
      source: 'file',
      fileName: 'Artikel.csv',
      userName: 'Anna Berger',
      counts: { equal: 4, different: 0, missing: 0, only: 0, changedSince: 0, foreign: 0 },
      notCompared: [],
    });
    expect(rows).toEqual([]);
    expect(await shown()).toEqual({ takenAt: '2026-03-10T09:00:00.000Z', count: 0, missing: 0 });
    const equal = await read(pharmacy, '?rows=equal');
    expect(equal.rows.map(({ pzn, till, approved }) => [pzn, till, approved])).toEqual([
      [A, 999, 999],
      [B, 500, 500],
      [D, 300, 300],
      [E, 700, 700],
    ]);
  });

  test('another price, or none; an article nobody priced here is only counted', async () => {
    await compare(
      `${A};Salbe;8,99`,
      `${B};Creme;0,00`,
      `${E};Gel;7,00`,
      `${X};Fremdes;4,00`,
      `${C};Ausgeschlossen;1,23`,
    );
    expect(await told()).toEqual([
      [A, 'different', 899, 999, 'neverSent'],
      [B, 'different', null, 500, 'neverSent'],
    ]);
    expect((await read()).check?.counts).toMatchObject({ different: 2, missing: 0, only: 0, foreign: 2, equal: 1 });
    expect(await shown()).toMatchObject({ count: 2, missing: 1 });
    const history = await portal.database.prisma.historyEntry.findMany({ where: { apoId: pharmacy.apoId } });
    expect(history.map(({ event, userName }) => [event, userName])).toEqual([
      ['Kasse abgeglichen mit „Artikel.csv“: 1 Preis anders, 1 fehlt', 'Anna Berger'],
    ]);
  });

  test('an excluded article and one off the list that the till still has at a price of ours', async () => {
    await save(B, null, true);
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: A, truePrice: '9.99' }], { resetChoice: 0 });
    expect((await sales.put(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`, { products: [] })).status).toBe(200);
    portal.clock.set('2026-03-11T09:00:00Z');
    await compare(...EQUAL);
    const { rows } = await read();
    expect(rows.map(({ pzn, verdict, till, approved }) => [pzn, verdict, till, approved])).toEqual([
      [B, 'only', 500, null],
      [E, 'only', 700, null],
    ]);
  });

  test('what changes here afterwards is not the fault of the till; a price taken over settles its row', async () => {
    await compare(`${A};Salbe;8,99`, `${B};Creme;5,00`, `${E};Gel;6,00`, `${D};Öl;3,00`);
    expect(await shown()).toMatchObject({ count: 2 });
    portal.clock.set('2026-03-11T09:00:00Z');
    await save(B, 4.5);
    await save(A, 8.99);
    await save(E, 6.5);
    expect(await told()).toEqual([
      [B, 'changedSince', 500, 450, null],
      [E, 'different', 600, 650, 'neverSent'],
    ]);
    expect((await read()).check?.counts).toMatchObject({ different: 1, changedSince: 1, equal: 2 });
    expect(await shown()).toMatchObject({ count: 1 });
  });

  test('what a till sends of itself is compared like a file', async () => {
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    const prices = [A, B, D].map((pzn) => ({ pzn, price: 5 }));
    const { status } = await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/inventory`, { prices });
    expect(status).toBe(200);
    expect(await told()).toEqual([
      [A, 'different', 500, 999, 'neverSent'],
      [D, 'different', 500, 300, 'neverSent'],
      [E, 'missing', null, 700, 'neverSent'],
    ]);
    expect((await read()).check).toMatchObject({ source: 'till', fileName: null });
    expect(await shown()).toMatchObject({ count: 3 });
  });

  test('a mirror is compared with its main pharmacy’s prices', async () => {
    const mirror = await seedPharmacy(portal.database, next++, { parentApoId: pharmacy.apoId });
    const client = await portal.as('Mira Spiegel', [`TP_user_${mirror.crmCompanyId}`]);
    const { status } = await send(csv(`${A};Salbe;8,99`, ...EQUAL.slice(1)), { client, of: mirror });
    expect(status).toBe(200);
    const { body } = await client.get(`/api/price/tillcheck/${at(mirror)}`);
    expect([body.mirror, body.rows.length, body.rows[0].approved]).toEqual([true, 1, 999]);
    expect((await read()).check).toBeNull();
  });
});

describe('why (rule 9.32)', () => {
  test('a file that nobody confirmed, one that is in the till, and one from before the change', async () => {
    await download({ contents: 'all' });
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${A};Salbe;8,99`, ...EQUAL.slice(1));
    expect((await told())[0]?.[4]).toBe('notConfirmed');
    await confirmNewest();
    portal.clock.set('2026-03-10T11:00:00Z');
    await compare(`${A};Salbe;8,79`, ...EQUAL.slice(1));
    expect((await told())[0]?.[4]).toBe('changedAtTill');
    expect((await read()).rows[0]?.transfer).toEqual({
      via: 'file',
      at: '2026-03-10T09:00:00.000Z',
      contents: 'all',
    });
    await save(A, 9.5);
    portal.clock.set('2026-03-10T12:00:00Z');
    await compare(`${A};Salbe;9,99`, ...EQUAL.slice(1));
    expect((await told())[0]).toEqual([A, 'different', 999, 950, 'sentBefore']);
  });

  test('a price that the till had before the load was never loaded', async () => {
    await compare(`${A};Salbe;8,99`, ...EQUAL.slice(1));
    portal.clock.set('2026-03-10T09:30:00Z');
    await download({ contents: 'all' });
    await confirmNewest();
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${A};Salbe;8,99`, `${B};Creme;4,00`, `${E};Gel;7,00`, `${D};Öl;3,00`);
    const reasons = async () => (await told()).map(([pzn, , , , reason]) => [pzn, reason]);
    expect(await reasons()).toEqual([
      [A, 'neverLoaded'],
      [B, 'changedAtTill'],
    ]);
    portal.clock.set('2026-03-10T11:00:00Z');
    await compare(`${A};Salbe;8,99`, `${B};Creme;4,00`, `${D};Öl;3,00`);
    expect(await reasons()).toEqual([
      [A, 'neverLoaded'],
      [B, 'changedAtTill'],
      [E, 'changedAtTill'],
    ]);
  });

  test('what a first load left out was never loaded; an older price of ours was not taken over', async () => {
    await save(B, 5.5);
    await save(B, 5.8);
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
    expect((await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor })).status).toBe(200);
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${B};Creme;5,00`, `${E};Gel;7,00`, `${D};Öl;3,00`);
    const reasons = async () => (await told()).map(([pzn, verdict, , , reason]) => [pzn, verdict, reason]);
    expect(await reasons()).toEqual([
      [A, 'missing', 'neverLoaded'],
      [B, 'different', 'notTaken'],
    ]);
    await compare(`${D};Öl;3,00`, `${B};Creme;5,80`);
    expect(await reasons()).toEqual([
      [A, 'missing', 'neverLoaded'],
      [E, 'missing', 'changedAtTill'],
    ]);
  });

  test('the till refused it', async () => {
    await portal.database.pool.query(
      `INSERT INTO till_refused (apo_id, account, pzn, reason, told_at) VALUES ($1, 'files', $2, $3, $4)`,
      [pharmacy.apoId, A, 'Artikel gesperrt', '2026-03-09T09:00:00Z'],
    );
    await compare(`${A};Salbe;8,99`, ...EQUAL.slice(1));
    expect((await read()).rows[0]).toMatchObject({ reason: 'refused', refusal: 'Artikel gesperrt' });
  });

  test('the sync job had acknowledged it', async () => {
    const till = await portal.as('Kasse', [`till_sync_${pharmacy.crmCompanyId}`]);
    const { body } = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
    expect((await till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: body.cursor })).status).toBe(200);
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${A};Salbe;8,99`, ...EQUAL.slice(1));
    expect((await read()).rows[0]).toMatchObject({ reason: 'changedAtTill', transfer: { via: 'sync' } });
  });

  test('articles that an open update keeps, exclusions and locked lists say why their price stays', async () => {
    await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: A, truePrice: '9.50' }]);
    await save(B, null, true);
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${A};Salbe;8,99`, `${B};Creme;5,00`, `${E};Gel;6,00`, `${D};Öl;3,00`);
    const stays = async () => (await read()).rows.map(({ pzn, stays: why }) => [pzn, why]);
    expect(await stays()).toEqual([
      [A, 'blocked'],
      [B, 'excluded'],
      [E, null],
    ]);
  });
});

describe('reading the export (rule 9.33)', () => {
  test('lines that cannot be read are named; their articles are not missing in the till', async () => {
    const answer = await compare(`${A};Salbe;zwölf`, `x;Unfug;1,00`, `${B};Creme;5,00`, `${E};Gel;7,00`);
    expect(answer).toMatchObject({ rows: 2, faultyTotal: 2 });
    expect(answer.faulty.map(({ line, pzn }) => [line, pzn])).toEqual([
      [2, A],
      [3, null],
    ]);
    expect(await told()).toEqual([[A, 'missing', null, 999, 'unreadable']]);
  });

  test('a column of purchase prices is refused, and nothing is replaced', async () => {
    await compare(...EQUAL);
    const { status, body } = await send(`PZN;EK-Preis\r\n${A};4,00\r\n`, { fields: { pricecolumn: 'EK-Preis' } });
    expect([status, body.message]).toEqual([422, expect.stringContaining('Einkaufspreise')]);
    const wrong = await send(csv(`Salbe;${A};9,99`));
    expect([wrong.status, wrong.body.message]).toEqual([422, expect.stringContaining('keine einzige PZN')]);
    expect((await read()).check?.counts.equal).toBe(4);
  });

  test('a workbook is read as the import reads it', async () => {
    const content = book(
      [
        ['PZN', 'VK'],
        [A, '9,99'],
        [B, '4,00'],
      ]
        .map((row, at) => textRow(at + 1, row))
        .join(''),
    );
    const { status, body } = await send(content, { name: 'Artikel.xlsx' });
    expect([status, body.message]).toEqual([200, undefined]);
    expect((await read()).check?.counts).toMatchObject({ equal: 1, different: 1 });
  });
});

describe('an export without headings (rule 9.37)', () => {
  type Columns = AnswerOf<typeof readTillColumns>;
  const columnsOf = async (content: string | Buffer, fields = {}, name = 'Artikel.csv'): Promise<Columns> => {
    const path = `/api/price/tillcheck/${at(pharmacy)}/columns`;
    const { status, body } = await upload(portal, owner, path, { name, content }, fields);
    expect([status, body.message]).toEqual([200, undefined]);
    return ENDPOINTS.readTillColumns.answer.parse(body);
  };
  const counts = async (content: string | Buffer, fields: object, name?: string) => {
    const { status, body } = await send(content, { fields, ...(name ? { name } : {}) });
    expect([status, body.message]).toEqual([200, undefined]);
    return { faulty: body.faultyTotal, ...(await read()).check?.counts };
  };
  const BARE = `4711;${A};Salbe;12;9,99\r\n4712;${B};Creme;3;4,00\r\n4713;${E};Gel;0;7,00\r\n`;

  test('its columns are found by what they hold, named by letters, and can be changed', async () => {
    const found = await columnsOf(BARE);
    expect(found).toEqual({
      columns: ['A', 'B', 'C', 'D', 'E'],
      by: 'example',
      guessed: { pzncolumn: 'B', pricecolumn: 'E' },
      examples: ['4711', A, 'Salbe', '12', '9,99'].map((example, at) => ({ column: 'ABCDE'[at], example })),
    });
    expect(await counts(BARE, found.guessed)).toMatchObject({ faulty: 0, equal: 2, different: 1, missing: 0 });
    expect(await counts(BARE, { pzncolumn: 'B', pricecolumn: 'D' })).toMatchObject({ equal: 0, different: 3 });
  });

  test('several columns of prices are asked for', async () => {
    expect((await columnsOf(`${A};4,00;9,99\r\n${B};2,00;5,00\r\n`)).guessed).toEqual({ pzncolumn: 'A' });
  });

  test('a workbook, too', async () => {
    const rows = [
      [A, '9,99'],
      [B, '4,00'],
    ];
    const content = book(rows.map((row, at) => textRow(at + 1, row)).join(''));
    const { guessed, by } = await columnsOf(content, {}, 'Artikel.xlsx');
    expect([by, guessed]).toEqual(['example', { pzncolumn: 'A', pricecolumn: 'B' }]);
    expect(await counts(content, guessed, 'Artikel.xlsx')).toMatchObject({ equal: 1, different: 1 });
  });

  test('headings count where there are some', async () => {
    const { by, guessed } = await columnsOf(csv(...EQUAL));
    expect([by, guessed]).toEqual(['headings', { pzncolumn: 'PZN', pricecolumn: 'VK' }]);
  });

  test.each([
    ['no PZN', 'Salbe;9,99\r\nCreme;5,00\r\n'],
    ['no PZN below headings', 'Artikel;Betrag\r\nSalbe;9,99\r\n'],
    ['no price', `${A};Salbe\r\n${B};Creme\r\n`],
  ])('where nothing fits it is refused with what was sought: %s', async (_, content) => {
    const path = `/api/price/tillcheck/${at(pharmacy)}/columns`;
    const { status, body } = await upload(portal, owner, path, { name: 'Artikel.csv', content }, {});
    expect([status, body.message]).toEqual([
      422,
      expect.stringMatching(/Gesucht werden eine Spalte mit PZN .* Verkaufspreisen/),
    ]);
  });

  describe("by the pharmacy's own till file", () => {
    const chosen = (name: string) =>
      portal.database.pool.query('UPDATE pharmacy SET till_profile = $1 WHERE apo_id = $2', [name, pharmacy.apoId]);
    const FIXED = `${A}0000999\r\n${B}0000400\r\n${E}       \r\n`;

    test('fixed widths in cents are read as the profile says', async () => {
      await chosen('fixed');
      const found = await columnsOf(FIXED);
      expect(found).toMatchObject({ by: 'profile', columns: ['PZN', 'VK'], guessed: COLUMNS });
      expect(found.examples).toEqual([
        { column: 'PZN', example: A },
        { column: 'VK', example: '9,99' },
      ]);
      expect(await counts(FIXED, found.guessed)).toMatchObject({ faulty: 0, equal: 1, different: 2, missing: 0 });
    });

    test('a file of another form is read as a table, the same one if that is wanted', async () => {
      await chosen('fixed');
      expect(await columnsOf(BARE)).toMatchObject({ by: 'example', guessed: { pzncolumn: 'B', pricecolumn: 'E' } });
      const path = `/api/price/tillcheck/${at(pharmacy)}/columns`;
      const file = { name: 'Artikel.txt', content: FIXED };
      expect((await upload(portal, owner, path, file, { profile: 'leave' })).status).toBe(422);
    });
  });
});

describe('the correction file (rule 9.34)', () => {
  test('holds just what differs, at the prices of now, is noted and never counts as loaded', async () => {
    await save(B, null, true);
    portal.clock.set('2026-03-10T10:00:00Z');
    await compare(`${A};Salbe;8,99`, `${B};Creme;5,00`, `${E};Gel;7,00`, `${D};Öl;2,00`);
    const { status, body } = await download({ contents: 'corrections' });
    expect([status, body.data]).toEqual([200, `PZN;VK\r\n${A};9,99\r\n${B};\r\n${D};3,00\r\n`]);
    const { files } = (await owner.get(`/api/price/tillfiles/${at(pharmacy)}`)).body;
    expect(files[0]).toMatchObject({
      contents: 'corrections',
      productGroups: ['OTC', 'FREIWAHL'],
      rows: 3,
      withdrawn: 1,
      refusal: expect.stringContaining('neuer Kassenabgleich'),
    });
    const confirmed = await owner.put(`/api/price/tillfiles/${at(pharmacy)}/${files[0].id}`, { loaded: true });
    expect(confirmed.status).toBe(409);
    portal.clock.set('2026-03-10T11:00:00Z');
    await download({ contents: 'corrections', productGroups: ['OTC'] });
    expect((await told()).map(([pzn, , , , reason]) => [pzn, reason])).toEqual([
      [A, 'sentSince'],
      [B, 'sentSince'],
      [D, 'sentSince'],
    ]);
  });

  test('names the withdrawn articles that the profile leaves out of it', async () => {
    await portal.database.prisma.pharmacy.update({
      where: { apoId: pharmacy.apoId },
      data: { tillProfile: 'own', tillLayout: { ...TILL_PROFILES.csv, withdrawn: 'omit' } },
    });
    await save(B, null, true);
    await compare(`${A};Salbe;8,99`, `${B};Creme;5,00`, `${E};Gel;7,00`, `${D};Öl;3,00`);
    expect((await read()).leftOut).toEqual([B]);
    const { body } = await download({ contents: 'corrections' });
    expect([body.data, body.omitted]).toEqual([`PZN;VK\r\n${A};9,99\r\n`, [B]]);
    const { files } = (await owner.get(`/api/price/tillfiles/${at(pharmacy)}`)).body;
    expect(files[0]).toMatchObject({ contents: 'corrections', rows: 1, leftOut: [B] });
    await compare(`${A};Salbe;9,99`, `${B};Creme;5,00`, `${E};Gel;7,00`, `${D};Öl;3,00`);
    const refused = await download({ contents: 'corrections' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(`Bitte an der Kasse löschen: PZN ${B}.`),
    ]);
  });

  test('there is none where nothing differs', async () => {
    expect((await download({ contents: 'corrections' })).status).toBe(409);
    await compare(...EQUAL);
    const { status, body } = await download({ contents: 'corrections' });
    expect([status, body.message]).toEqual([409, expect.stringContaining('nichts zu korrigieren')]);
  });
});

test('others have no access, and without the pilot only staff', async () => {
  const stranger = await portal.as('Fremde', ['TP_admin_799999']);
  expect((await send(csv(...EQUAL), { client: stranger })).status).toBe(403);
  expect((await stranger.get(`/api/price/tillcheck/${at(pharmacy)}`)).status).toBe(403);
  const without = await seedPharmacy(portal.database, next++, {
    active: 0,
    userAccessActivated: false,
    pilotAccess: false,
  });
  const people = await portal.as('Ohne Pilot', [`TP_admin_${without.crmCompanyId}`]);
  expect((await send(csv(...EQUAL), { client: people, of: without })).status).toBe(403);
  expect((await people.get(`/api/price/tillcheck/${at(without)}`)).status).toBe(403);
  expect((await sales.get(`/api/price/tillcheck/${at(without)}`)).status).toBe(200);
});
