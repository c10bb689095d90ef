import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { COLUMNS_MEDIA_TYPE, ENDPOINTS, joinPieces, type PriceListPieces } from '@portal/contracts';
import { buildPriceListModel, csvText, lzdFormatFile, sortIndex } from '@portal/list-view';
import { packageFileName, TILL_PROFILES, type TillProfile } from '@portal/rules';
import { upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from '../support/seed.ts';

describe('the file', () => {
  let portal: TestPortal;
  let main: SeededPharmacy;
  let mirror: SeededPharmacy;
  let owner: Client;
  const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(testPzn) as [string, string, string, string, string];

  beforeAll(async () => {
    portal = await startPortal();
    const { database } = portal;
    main = await seedPharmacy(database, 1);
    mirror = await seedPharmacy(database, 2, { parentApoId: main.apoId });
    await seedList(database, main, 'OTC', [
      { pzn: d, calculated: '1234.50' },
      { pzn: a, calculated: '9.99' },
      { pzn: c, calculated: '5.00', type: 1 },
      { pzn: b, calculated: '5.00', manual: '4.05', type: 2 },
    ]);
    await seedList(database, main, 'FREIWAHL', [{ pzn: e, calculated: '3.00', manual: '2.90', type: 3 }]);
    owner = await portal.as('owner', [`TP_admin_${main.crmCompanyId}`]);
  });
  afterAll(() => portal?.close());

  const download = (client: Client, pharmacy: SeededPharmacy, productGroups: unknown) =>
    client.post(`/api/price/clientpricelistdownload/${pharmacy.apoId}/${pharmacy.token}`, { productGroups });

  const OTC = `${a};9,99\r\n${b};4,05\r\n${c};\r\n${d};1234,50\r\n`;

  describe('the till file (rules 9.1 and 9.2, clientpricelistdownload)', () => {
    test('holds the prices in force by PZN, an exclusion without a price', async () => {
      const { status, body } = await download(owner, main, ['OTC']);
      expect([status, body]).toEqual([200, { status: 'OK', data: `PZN;VK\r\n${OTC}`, extension: '.csv' }]);
    });

    test('takes any choice of groups in any letter case, each once', async () => {
      const both = await download(owner, main, ['Freiwahl', 'OTC', 'otc']);
      expect(both.body.data).toBe(`PZN;VK\r\n${OTC}${e};2,90\r\n`);
      const none = await download(owner, main, ['Hilfsmittel']);
      expect(none.body.data).toBe('PZN;VK\r\n');
    });

    test('refuses no group, an unknown one and a body without groups', async () => {
      for (const groups of [[], ['Sichtwahl'], undefined, 'OTC']) {
        expect((await download(owner, main, groups)).status).toBe(422);
      }
    });

    test('never holds a draft: prices of an open package stay out until it is approved', async () => {
      const update = await seedOpenUpdate(portal.database, main, 'MDP', 'OTC', [a]);
      await portal.database.pool.query(`UPDATE price_update_item SET edited_price = 1.11 WHERE update_id = $1`, [
        update,
      ]);
      expect((await download(owner, main, ['OTC'])).body.data).toBe(`PZN;VK\r\n${OTC}`);
    });

    test('gives a mirror the prices of its main pharmacy, in its own profile', async () => {
      const user = await portal.as('mirror user', [`TP_user_${mirror.crmCompanyId}`]);
      expect((await download(user, mirror, ['OTC'])).body.data).toBe(`PZN;VK\r\n${OTC}`);
      await portal.database.prisma.pharmacy.update({ where: { apoId: mirror.apoId }, data: { tillProfile: 'fixed' } });
      const { body } = await download(user, mirror, ['OTC']);
      expect(body).toEqual({
        status: 'OK',
        data: `${a}0000999\r\n${b}0000405\r\n${c}       \r\n${d}0123450\r\n`,
        extension: '.txt',
      });
    });

    test('writes nothing', async () => {
      expect(await portal.database.prisma.historyEntry.count()).toBe(0);
    });

    test('knows every profile that a pharmacy can have, and no other can be set', async () => {
      const set = (tillProfile: string) =>
        portal.database.pool.query('UPDATE pharmacy SET till_profile = $1 WHERE apo_id = $2', [
          tillProfile,
          mirror.apoId,
        ]);
      for (const profile of Object.keys(TILL_PROFILES)) await set(profile);
      await expect(set('unknown')).rejects.toThrow('pharmacy_till_profile');
    });
  });
});

describe('its profile', () => {
  const [a, b] = [1, 2].map(testPzn) as [string, string];
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  let till: Client;
  let next = 0;

  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal?.close());
  beforeEach(async () => {
    portal.clock.set('2026-03-10T09:00:00Z');
    pharmacy = await seedPharmacy(portal.database, ++next);
    owner = await portal.as('Olga Owner', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
    till = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
    await seedList(portal.database, pharmacy, 'OTC', [
      { pzn: a, calculated: '9.99', avp: '12.00', name: 'Größe → 5' },
      { pzn: b, calculated: '5.00', type: 1, name: 'Ohne Preis' },
    ]);
  });

  /** AVP and name beside the price, in an encoding of DOS. */
  const OWN: TillProfile = {
    ...TILL_PROFILES.csv,
    columns: [
      { field: 'pzn', heading: 'Nr', width: null },
      { field: 'name', heading: 'Text', width: null },
      { field: 'avp', heading: 'AVP', width: null },
      { field: 'price', heading: 'VK', width: null },
    ],
    separator: '|',
    decimals: 'point',
    encoding: 'cp850',
    withdrawn: 'omit',
  };
  const path = (of = pharmacy) => `/api/pharmacy/tillprofile/${of.path}`;
  const set = (choice: object, client = owner) => client.put(path(), choice);
  const read = async (client = owner, of = pharmacy) =>
    ENDPOINTS.getTillSettings.answer.parse((await client.get(path(of)).expect(200)).body);
  const events = async () => {
    const entries = await portal.database.prisma.historyEntry.findMany({ where: { apoId: pharmacy.apoId } });
    return entries.map(({ event, userName }) => [event, userName]);
  };

  describe('the profile of a till (rules 9.8 and 9.12)', () => {
    test('comes with rows of the own list for a preview, and with the letters of its names', async () => {
      const { rows, nameCharacters, ...chosen } = await read();
      expect(chosen).toEqual({ name: 'csv', profile: TILL_PROFILES.csv });
      expect(rows).toMatchObject([
        { pzn: a, productGroup: 'OTC', price: 999, avp: 1200, type: 0, name: 'Größe → 5' },
        { pzn: b, price: null, type: 1 },
      ]);
      expect(Array.from(nameCharacters).toSorted()).toEqual(['ß', 'ö', '→']);
    });

    test('is used by the download, whose encoding is told where it is not UTF-8', async () => {
      await set({ name: 'own', profile: OWN }).expect(200);
      expect(await read()).toMatchObject({ name: 'own', profile: OWN });
      const { body } = await owner.post(`/api/price/clientpricelistdownload/${pharmacy.path}`, {
        productGroups: ['OTC'],
      });
      expect(body).toEqual({
        status: 'OK',
        data: `Nr|Text|AVP|VK\r\n${a}|Größe → 5|12.00|9.99\r\n`,
        extension: '.csv',
        encoding: 'cp850',
      });
    });

    test('ends with count and sum, or has a companion, as the profile says (rules 9.40 and 9.41)', async () => {
      const download = () =>
        owner.post(`/api/price/clientpricelistdownload/${pharmacy.path}`, { productGroups: ['OTC'] }).expect(200);
      const { body: plain } = await download();
      await set({ name: 'own', profile: { ...TILL_PROFILES.csv, totals: 'sumLine' } }).expect(200);
      const { body: lined } = await download();
      expect(lined).toEqual({ ...plain, data: `${plain.data}SUMME;1;9,99\r\n` });
      await set({ name: 'own', profile: { ...TILL_PROFILES.fixed, totals: 'numbersFile' } }).expect(200);
      const { body } = await download();
      expect(body).toMatchObject({ extension: '.txt', companion: '0000000100000000000999\r\n' });
      expect(body.data).toBe(`${a}0000999\r\n${b}       \r\n`);
      // kept beside its file
      const { body: noted } = await owner.get(`/api/price/tillfiles/${pharmacy.apoId}/${pharmacy.token}`);
      expect(noted.files.map(({ companion }: { companion: string | null }) => companion)).toEqual([
        body.companion,
        null,
        null,
      ]);
      expect((await events()).map(([event]) => event)).toContainEqual(
        expect.stringContaining('Anzahl und Summe SUMME mit Anzahl und Summe als letzte Zeile (bisher: keine)'),
      );
      await set({ name: 'own', profile: { ...TILL_PROFILES.csv, totals: '{count}' } }).expect(422);
    });

    test('is told to the sync job with a version that changes with it', async () => {
      const asked = async () => (await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/profile`).expect(200)).body;
      const first = await asked();
      expect(first).toEqual({ status: 'OK', profile: TILL_PROFILES.csv, version: expect.any(String) });
      await set({ name: 'own', profile: OWN }).expect(200);
      const second = await asked();
      expect(second.profile).toEqual(OWN);
      expect(second.version).not.toBe(first.version);
      await set({ name: 'csv' }).expect(200);
      expect(await asked()).toEqual(first);
    });

    test('leaves what differs in the history, once', async () => {
      for (const choice of [{ name: 'csv' }, { name: 'fixed' }, { name: 'fixed' }]) await set(choice).expect(200);
      expect(await events()).toEqual([
        ['Aufbau der Preisdatei geändert: Artikel ohne Preis als Zeile ohne Preis', 'Olga Owner'],
        [
          'Aufbau der Preisdatei geändert: Spalten PZN (8), Verkaufspreis (7) (bisher: PZN, Verkaufspreis); ' +
            'Überschriften keine (bisher: PZN, VK); Trennzeichen feste Breiten (bisher: Semikolon); ' +
            'Dezimalzeichen Cent ohne Dezimalzeichen (bisher: Komma); Dateiendung .txt (bisher: .csv)',
          'Olga Owner',
        ],
      ]);
    });

    test('with faults is refused by the field, and nothing is stored', async () => {
      const columns = [OWN.columns[0], OWN.columns[0]];
      const { status, body } = await set({
        name: 'own',
        profile: { ...OWN, columns, separator: ',', decimals: 'comma' },
      });
      expect([status, body.reason]).toEqual([422, 'invalid_request']);
      expect(JSON.stringify(body)).toContain('Es fehlt die Spalte VK.');
      await set({ name: 'other' }).expect(422);
      expect(await read()).toMatchObject({ name: 'csv' });
      expect(await events()).toEqual([]);
    });

    test.each(['.bat', '.hta', '.ps1', '.exe', '.csv2'])('no new one ends on %s (rule 9.10)', async (extension) => {
      const { status, body } = await set({ name: 'own', profile: { ...OWN, extension } });
      expect([status, body.message]).toEqual([
        422,
        expect.stringContaining('Preisdateien enden auf .csv, .txt, .dat, .asc, .prn, .inv oder .imp.'),
      ]);
      expect(await events()).toEqual([]);
    });

    test('no new one has markup in a heading', async () => {
      const columns = OWN.columns.map((column) => ({ ...column, heading: '<hta:application>' }));
      expect((await set({ name: 'own', profile: { ...OWN, columns } })).status).toBe(422);
    });

    test('one that was stored with another ending keeps writing, by hand and for the sync job, until it is changed', async () => {
      const profile = {
        ...OWN,
        extension: '.bat',
        columns: OWN.columns.map((column) => ({ ...column, heading: 'a<b' })),
      };
      await portal.database.prisma.pharmacy.update({
        where: { apoId: pharmacy.apoId },
        data: { tillProfile: 'own', tillLayout: profile as object },
      });
      expect(await read()).toMatchObject({ name: 'own', profile });
      const { body } = await owner.post(`/api/price/clientpricelistdownload/${pharmacy.path}`, {
        productGroups: ['OTC'],
      });
      expect(body).toMatchObject({ status: 'OK', extension: '.bat' });
      const asked = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/profile`).expect(200);
      expect(asked.body.profile.extension).toBe('.bat');
      expect((await set({ name: 'own', profile: { ...profile, decimals: 'comma' } })).status).toBe(422);
      await set({ name: 'own', profile: OWN }).expect(200);
    });

    test('a mirror has one of its own for the list of its main pharmacy', async () => {
      const mirror = await seedPharmacy(portal.database, ++next, { parentApoId: pharmacy.apoId });
      const user = await portal.as('Mira Mirror', ['solvena_customer', `TP_user_${mirror.crmCompanyId}`]);
      await user.put(path(mirror), { name: 'fixed' }).expect(200);
      const { name, rows } = await read(user, mirror);
      expect([name, rows.length]).toEqual(['fixed', 2]);
      expect(await read()).toMatchObject({ name: 'csv' });
    });
  });

  describe('prices with details for the sync job (rule 9.8)', () => {
    const page = async (query: Record<string, string>) =>
      (
        await till
          .get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`)
          .query({ details: 'true', ...query })
          .expect(200)
      ).body;

    test('have AVP, type, name and day, in the whole list and in changes', async () => {
      const whole = await page({});
      expect(whole.prices[0]).toEqual({
        pzn: a,
        productGroup: 'OTC',
        price: 9.99,
        withdrawn: false,
        avp: 12,
        priceType: 0,
        name: 'Größe → 5',
        validFrom: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
      });
      // half past eleven in the evening of UTC is the next day in Berlin
      portal.clock.set('2026-03-10T23:30:00Z');
      const row = { pzn: a, priceEdit: 8.5, editedPermanent: true, editedIgnore: false };
      await owner.put(`/api/price/${pharmacy.path}`, { products: [row] }).expect(200);
      const changes = await page({ since: whole.cursor });
      expect(changes.prices).toEqual([
        {
          pzn: a,
          productGroup: 'OTC',
          price: 8.5,
          withdrawn: false,
          avp: 12,
          priceType: 3,
          name: 'Größe → 5',
          validFrom: '2026-03-11',
        },
      ]);
    });
  });

  describe('a name whose letters came as two characters each', () => {
    test('is told letter by letter, as the file has it (rule 9.11)', async () => {
      const pzn = testPzn(9);
      await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn, calculated: '1.00', name: 'Ma\u0308use \u03b1' }]);
      expect(Array.from((await read()).nameCharacters).toSorted()).toEqual(['ß', 'ä', 'ö', 'α', '→']);
    });
  });
});

describe('an LZD taken again', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;

  beforeAll(async () => {
    portal = await startPortal('2026-03-10T09:00:00Z');
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [
      { pzn: testPzn(1), name: '=Zink; "Salbe"', calculated: '9.99', aep: '5.00' },
      { pzn: testPzn(2), calculated: '5.00', manual: '4.05', type: 2 },
      { pzn: testPzn(3), calculated: '5.00', manual: '4.10', type: 3, avp: null },
      { pzn: testPzn(4), calculated: '5.00', type: 1 },
    ]);
    await portal.database.pool.query(
      `UPDATE price_item SET vhp = 4.44, price_min = 3.33, price_avg = 3.50, price_max = 6.66, pe_cluster = 1, vh_cluster = 2, units = 7
      WHERE pzn = $1`,
      [testPzn(1)],
    );
  });
  afterAll(() => portal?.close());

  test('a list in LZD format, uploaded unchanged as an update and approved, changes nothing (rule 10.8)', async () => {
    const staff = await portal.as('sales', ['solvena_sales']);
    const { pool } = portal.database;
    const stored = async () => (await pool.query('SELECT * FROM price_item ORDER BY pzn')).rows;
    const products = async () => (await pool.query('SELECT * FROM product ORDER BY pzn')).rows;
    const before = [await stored(), (await products()).map(({ product_group: _new, ...product }) => product)];

    const list = await staff.get(`/api/price/${pharmacy.path}/OTC`).set('Accept', COLUMNS_MEDIA_TYPE);
    const model = buildPriceListModel(
      joinPieces(JSON.parse(list.text ?? String(list.body)) as PriceListPieces).columns,
    );
    const content = csvText(lzdFormatFile(model, sortIndex(model, 'name')));
    const about = { group: 'OTC', apoId: pharmacy.apoId, pharmacyName: 'Test_Apotheke 1' } as const;
    const name = packageFileName('LZD', { ...about, day: { year: 2026, month: 3, day: 10 } });
    const sent = await upload(
      portal,
      staff,
      `/api/price/lzd/upload/${pharmacy.path}`,
      { name, content },
      { resetChoice: '1' },
    );
    expect(sent.body).toMatchObject({ status: 'OK', rows: 3, leftOutTotal: 0 });

    const { id } = sent.body as { id: number };
    const released = await staff.post(`/api/price/initapproval/lzd/${pharmacy.apoId}/${id}`);
    expect(released.status).toBe(200);
    const approved = await staff.put(`/api/price/approve/lzd/${pharmacy.path}/${id}/OTC`, {
      products: [1, 2, 3].map((n) => ({ pzn: testPzn(n), editedPrice: null })),
    });
    expect(approved.body).toMatchObject({ status: 'OK' });
    expect([await stored(), (await products()).map(({ product_group: _new, ...product }) => product)]).toEqual(before);
    expect((await pool.query('SELECT count(*)::int AS changes FROM price_change')).rows).toEqual([{ changes: 0 }]);
  });
});
