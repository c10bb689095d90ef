import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TILL_PROFILES } from '@portal/rules';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

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
    await portal.database.pool.query(`UPDATE price_update_item SET edited_price = 1.11 WHERE update_id = $1`, [update]);
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
