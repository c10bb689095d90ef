import { afterEach, beforeEach, expect, test } from '@jest/globals';
import supertest from 'supertest';
import { FIRST_LABEL_FORM } from '@portal/rules';
import { forgetPdfs } from '../../src/modules/pdf/index.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { bytesOf } from './read-pdf.ts';

// A tab opens its PDF by an address of the server's, which outlives the page it came from (rule 10.37).
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
beforeEach(async () => {
  portal = await startPortal('2026-03-10T09:05:00Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

const list = {
  template: 'pricelist',
  title: 'Preisliste',
  products: [{ pzn: testPzn(1), name: 'Zink', price: '9,99 EUR' }],
};
const order = (prefer?: string, body: object = list, path = 'OTC') => {
  const base = path === 'OTC' ? `/api/price/pdf/${pharmacy.path}/OTC` : `/api/price/labels/${pharmacy.path}/pdf`;
  const call = owner.post(base, body);
  return prefer ? call.set('Prefer', prefer) : call;
};
const open = (address: string) => bytesOf(supertest(portal.app).get(address));
const stored = async () => (await portal.database.pool.query('SELECT FROM pdf_link')).rowCount;

test.each([
  ['a list', list, 'OTC', `Preisliste_OTC_500001_2026-03-10.pdf`],
  [
    'labels',
    {
      labels: [{ pzn: testPzn(1), name: 'Zink', content: null, producer: null, effectivePrice: 999 }],
      form: FIRST_LABEL_FORM,
    },
    'labels',
    'Etiketten_500001_2026-03-10.pdf',
  ],
])('%s comes by an address that ends in its name and needs no sign-in', async (_what, body, path, name) => {
  const made = await order('respond-async, return=minimal', body, path);
  expect([made.status, made.text]).toEqual([201, '']);
  const address = made.headers['location'] as string;
  expect(address).toMatch(new RegExp(`^/api/price/pdf/file/500001/[\\w-]{43}/${name.replace('.', '\\.')}$`));
  const shown = await open(address);
  expect(shown.status).toBe(200);
  expect(shown.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${name}"`,
    'cache-control': 'no-store',
  });
  expect(shown.body.subarray(0, 5).toString()).toBe('%PDF-');
  // a tab may load it again
  expect((await open(address)).status).toBe(200);
  // what is stored does not open it
  const { rows } = await portal.database.pool.query('SELECT hash, file_name FROM pdf_link');
  expect(address).not.toContain(rows[0].hash);
});

test('without that wish the PDF itself is the answer, as specified, and nothing is stored', async () => {
  const made = await bytesOf(order());
  expect([made.status, made.headers['content-type'], made.headers['location']]).toEqual([
    200,
    'application/pdf',
    undefined,
  ]);
  expect(await stored()).toBe(0);
});

test('an address opens nothing when it is changed, of another pharmacy, or an hour old', async () => {
  const address = (await order('return=minimal')).headers['location'] as string;
  const [, ticket = ''] = /500001\/([\w-]{43})/.exec(address) ?? [];
  const other = await seedPharmacy(portal.database, 2);
  const changed = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`;
  for (const wrong of [address.replace(ticket, changed), address.replace('500001', String(other.apoId))]) {
    const answer = await supertest(portal.app).get(wrong);
    expect([answer.status, answer.body.message]).toEqual([
      404,
      'Dieses PDF gibt es nicht mehr. Bitte öffnen Sie es in TruePrice neu.',
    ]);
  }
  portal.clock.set('2026-03-10T10:04:59Z');
  expect((await open(address)).status).toBe(200);
  portal.clock.set('2026-03-10T10:05:00Z');
  expect((await supertest(portal.app).get(address)).status).toBe(404);
  // as Chromium asks for the page of a tab
  const tab = await supertest(portal.app).get(address).set('Accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
  expect([tab.status, tab.headers['content-type'], tab.text]).toEqual([
    404,
    'text/plain; charset=utf-8',
    'Dieses PDF gibt es nicht mehr. Bitte öffnen Sie es in TruePrice neu.',
  ]);
  await forgetPdfs({ database: portal.database, clock: portal.clock });
  expect(await stored()).toBe(0);
});

test('of a pharmacy the last ten are kept', async () => {
  const addresses: string[] = [];
  for (let second = 10; second <= 20; second++) {
    portal.clock.set(`2026-03-10T09:05:${second}Z`);
    addresses.push((await order('return=minimal')).headers['location'] as string);
  }
  expect(await stored()).toBe(10);
  expect((await supertest(portal.app).get(addresses[0] ?? '')).status).toBe(404);
  expect((await open(addresses.at(-1) ?? '')).status).toBe(200);
});
