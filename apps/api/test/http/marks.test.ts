import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { upload } from '../intake/support.ts';
import { newTill, pull } from '../till-sync/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

// Rule 13.15: one line of marks took a normal form minutes.

const MARKS = '\u0301\u0323';
const A = testPzn(1);
const TOO_LONG = 'Zeile 1: Die Zeile ist zu lang. Erlaubt sind höchstens 10.000 Zeichen.';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let till: Client;
let engine: Client;
let owner: Client;

beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: A, calculated: '12.34' }]);
  await portal.database.pool.query("UPDATE pharmacy SET till_profile = 'fixed'");
  till = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});
afterAll(() => portal?.close());

const tillPath = (call: string) => `/api/till/v1/${pharmacy.crmCompanyId}/${call}`;
/** While another call is answered. */
async function sendInventory(content: string | Buffer) {
  const sent = till
    .post(tillPath('inventory'))
    .set('Content-Type', 'text/csv')
    .set('Content-Encoding', typeof content === 'string' ? 'identity' : 'gzip')
    .send(content);
  const [{ status, body }, other] = await Promise.all([sent, owner.get('/api/solvena/userData')]);
  expect(other.status).toBe(200);
  return [status, body.message];
}
const deliver = (content: string) =>
  upload(portal, engine, `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, { name: 'MDP.csv', content });

describe('an inventory', () => {
  test('of one line of marks is refused by its line, and in 236 bytes for its compression', async () => {
    const content = MARKS.repeat(50_000);
    expect(await sendInventory(content)).toEqual([422, TOO_LONG]);
    const small = gzipSync(content, { level: 9 });
    expect(small.length).toBeLessThan(300);
    expect(await sendInventory(small)).toEqual([413, 'Der Inhalt der Anfrage ist zu stark komprimiert.']);
  });

  test('of 15 MB of marks in lines is refused by its lines', async () => {
    const line = `${A}0001234${MARKS.repeat(4_900)}\r\n`;
    expect(await sendInventory(line.repeat(750))).toEqual([
      422,
      'Zeile 1: Die Zeile hat mehr als 8 Akzente an einem Buchstaben.',
    ]);
  });

  test.each([
    ['line breaks', '\n', 'Die Datei hat zu viele Zeilen.'],
    ['carriage returns', '\r', 'Die Datei hat zu viele Zeilen.'],
    ['quotes', '"', TOO_LONG],
    ['semicolons', ';', TOO_LONG],
    ['blanks', ' ', TOO_LONG],
  ])('of %s is refused', async (_, sign, message) => {
    expect(await sendInventory(sign.repeat(900_000))).toEqual([422, message]);
  });
});

describe('a package', () => {
  test.each([
    [
      20_000,
      'Eine Spaltenüberschrift ist zu lang. Erlaubt sind höchstens 500 Zeichen. Ist die erste Zeile der Datei die Kopfzeile?',
    ],
    [5, 'Eine Spaltenüberschrift hat mehr als 8 Akzente an einem Buchstaben.'],
  ])('with a heading of 2 x %i marks is refused', async (count, message) => {
    const { status, body } = await deliver(`PZN;TruePrice neu;x${MARKS.repeat(count)}\r\n${A};9,99;1\r\n`);
    expect([status, body.errors]).toEqual([
      422,
      [{ line: 1, column: null, value: expect.stringMatching(/^x\p{M}{8}…?$/u), message }],
    ]);
  });

  test('is taken in with the marks of its names cut, and says so', async () => {
    const { status, body } = await deliver(`PZN;TruePrice neu;Produkt\r\n${A};9,99;Salbe${'\u0323'.repeat(30)}\r\n`);
    expect([status, body.notes]).toEqual([
      200,
      ['Ein Feld hat mehr als 8 Akzente an einem Buchstaben (Zeile 2, „Produkt“). Die übrigen sind weggelassen.'],
    ]);
    const { rows } = await portal.database.pool.query('SELECT name FROM product WHERE pzn = $1', [A]);
    expect(rows).toEqual([{ name: `Salb\u1eb9${'\u0323'.repeat(7)}` }]);
  });
});

test('4,500 refusals of a till with 2,000 marks each are kept with three', async () => {
  const { cursor } = await pullAll();
  const refused = Array.from({ length: 4_500 }, (_, at) => ({
    pzn: testPzn(at + 1),
    reason: `x${MARKS.repeat(1_000)}`,
  }));
  const [answer, other] = await Promise.all([
    till.post(tillPath('ack'), { cursor, refused }),
    owner.get('/api/solvena/userData'),
  ]);
  expect([answer.status, other.status]).toEqual([200, 200]);
  const { rows } = await portal.database.pool.query(
    'SELECT count(*)::int, max(length(reason)) AS longest FROM till_refused',
  );
  expect(rows).toEqual([{ count: 4_500, longest: 4 }]);
});

test('what a person types is refused', async () => {
  const name = `Meine Ansicht${'\u0301'.repeat(9)}`;
  const { status, body } = await owner.put(`/api/price/views/${pharmacy.path}/priceList`, { name, view: null });
  expect([status, body.message]).toEqual([
    422,
    'Die Anfrage ist fehlerhaft: name: Erlaubt sind höchstens 8 Akzente an einem Buchstaben.',
  ]);
});

async function pullAll() {
  const state = newTill();
  await pull(state, till, pharmacy.crmCompanyId);
  return state;
}
