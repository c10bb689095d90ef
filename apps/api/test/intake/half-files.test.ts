import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { upload } from './support.ts';

// What a delivery says of itself has to agree with its file (rule 10.51).
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
const FILE = `PZN;TruePrice neu\n${a};8,49\n${b};9,49\n${c};6,34\n`;
const digest = (content: string, algorithm = 'sha256', as: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(content).digest(as);

beforeAll(async () => {
  portal = await startPortal();
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
});
afterAll(() => portal?.close());
let number = 0;
beforeEach(async () => {
  number += 1;
  pharmacy = await seedPharmacy(portal.database, number);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }, { pzn: c }]);
});

async function deliver(content: string, headers: Record<string, string> = {}) {
  const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
  const call = upload(portal, engine, path, { name: 'monthly.csv', content });
  for (const [name, value] of Object.entries(headers)) void call.set(name, value);
  const { status, body } = await call;
  const stored = await portal.database.prisma.priceUpdate.count({ where: { apoId: pharmacy.apoId } });
  expect(stored).toBe(status === 200 ? 1 : 0);
  return status === 200 ? body.rows : [status, body.message];
}
const trailed = (content: string, rows = 3, sum = digest(content)) => `${content}#ZEILEN;${rows};${sum}\n`;

// Rule 10.50.
test('a last price that may be cut off refuses the package and names the line', async () => {
  const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
  const { status, body } = await upload(portal, engine, path, { name: 'monthly.csv', content: FILE.slice(0, -2) });
  expect([status, body.errors]).toEqual([
    422,
    [{ line: 4, column: 'TruePrice neu', value: '6,3', message: FILE_TEXT.cutCell }],
  ]);
});

describe('a last line with rows and digest', () => {
  test.each([
    ['as it should be', trailed(FILE)],
    ['without a line break behind it', trailed(FILE).trimEnd()],
    ['without a digest', `${FILE}#ZEILEN;3\n`],
    ['in capitals', `${FILE}#ZEILEN;3;${digest(FILE).toUpperCase()}\r\n`],
    ['in quotes', `${FILE}"#ZEILEN";"3";"${digest(FILE)}"\n`],
    ['with blank lines around', trailed(`${FILE}\n`) + '\n\n'],
  ])('%s', async (_, content) => {
    expect(await deliver(content)).toBe(3);
  });

  test('counts rows that repeat and rows that are left out', async () => {
    const more = `${FILE}${a};8,49\n${testPzn(90)};5,00\n`;
    expect(await deliver(trailed(more, 5))).toBe(3);
  });

  test.each([
    ['other rows', trailed(FILE, 4), FILE_TEXT.rowsDiffer('4', '3')],
    ['another digest', trailed(FILE, 3, digest('other')), FILE_TEXT.digestDiffers],
    ['a price that was changed', trailed(FILE).replace('9,49', '9,94'), FILE_TEXT.digestDiffers],
    ['half a digest', trailed(FILE).slice(0, -10), FILE_TEXT.badTrailer],
    ['rows behind it', `${trailed(FILE)}${testPzn(4)};1,00\n`, FILE_TEXT.badTrailer],
    ['no number', `${FILE}#ZEILEN;viele\n`, FILE_TEXT.badTrailer],
  ])('with %s refuses the file', async (_, content, message) => {
    expect(await deliver(content)).toEqual([422, message]);
  });
});

describe('headers with rows and digest', () => {
  const content = `sha-256=:${digest(FILE, 'sha256', 'base64')}:`;

  test.each<[string, Record<string, string>]>([
    ['both', { 'Delivery-Rows': '3', 'Content-Digest': content }],
    ['SHA-512', { 'Content-Digest': `sha-512=:${digest(FILE, 'sha512', 'base64')}:` }],
    [
      'two digests, and one that is not known',
      { 'Content-Digest': `md5=:${digest(FILE, 'md5', 'base64')}:, ${content}` },
    ],
  ])('that agree: %s', async (_, headers) => {
    expect(await deliver(FILE, headers)).toBe(3);
  });

  test('are about all bytes, those of a last line too', async () => {
    const file = trailed(FILE);
    expect(await deliver(file, { 'Content-Digest': `sha-256=:${digest(file, 'sha256', 'base64')}:` })).toBe(3);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ['other rows', { 'Delivery-Rows': '1500' }, 422, FILE_TEXT.rowsDiffer('1.500', '3')],
    [
      'another digest',
      { 'Content-Digest': `sha-256=:${digest('other', 'sha256', 'base64')}:` },
      422,
      FILE_TEXT.digestDiffers,
    ],
    ['no number', { 'Delivery-Rows': 'viele' }, 400, 'Die Kopfzeile Delivery-Rows muss eine ganze Zahl sein.'],
    [
      'half a digest',
      { 'Content-Digest': 'sha-256=:abcd:' },
      400,
      'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
    ],
    [
      'half a digest beside a whole one',
      { 'Content-Digest': `${content}, sha-512=:abcd:` },
      400,
      'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
    ],
    [
      'a digest that is not known',
      { 'Content-Digest': 'md5=:XrY7u+Ae7tCTyyK7j1rNww==:' },
      400,
      'Die Kopfzeile Content-Digest muss die Form „sha-256=:BASE64:“ oder „sha-512=:BASE64:“ haben.',
    ],
  ])('that do not: %s', async (_, headers, status, message) => {
    expect(await deliver(FILE, headers)).toEqual([status, message]);
  });
});
