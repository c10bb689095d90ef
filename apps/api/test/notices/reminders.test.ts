import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { seedUpdate } from '../price-updates/support.ts';
import { testPzn } from '../support/seed.ts';
import { openStage, type Stage } from './support.ts';

// Reminders of an LZD by staff (rules 15.6 and 15.8).
let stage: Stage;
let lzd: number;
beforeEach(async () => {
  stage = await openStage('2026-03-10T09:00:00Z');
  lzd = await seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', [{ pzn: testPzn(1) }]);
});
afterEach(() => stage.close());

const WORDS = { title: 'Ihre Erstberechnung', text: 'Guten Morgen,\n\nhaben Sie <schon> geprüft?' };
const remind = (body: object = WORDS, id = lzd) =>
  stage.sales.post(`/api/admin/lzd/${stage.pharmacy.apoId}/${id}/reminder`, body);
const entry = async () => (await stage.sales.get('/api/admin/lzd/pipeline')).body.entries[0];

// Rule 15.5.
test('goes to confirmed addresses in the words of staff, and the pipeline keeps what, when and by whom', async () => {
  await stage.subscribe();
  expect((await remind()).body).toEqual({ status: 'OK', recipients: 1 });
  const [caught] = await stage.post();
  expect(caught?.mail.subject).toBe(WORDS.title);
  expect(caught?.mail.text).toContain('haben Sie <schon> geprüft?');
  expect(caught?.mail.html).toContain('<p>haben Sie &lt;schon&gt; geprüft?</p>');
  expect(caught?.mail.text).toContain('Die Neuberechnung OTC der Test-Apotheke 1:');
  expect(await entry()).toMatchObject({
    addresses: { confirmed: 1, unconfirmed: 0 },
    reminders: [{ sentAt: '2026-03-10T09:00:00.000Z', userName: 'Tobias Sommer', recipients: 1, ...WORDS }],
  });
});

test('shows a title that encodes a link as it was written', async () => {
  await stage.subscribe();
  const encoded = (text: string) => `utf-8?B?${Buffer.from(text).toString('base64')}?=`;
  const title = `=?${encoded('https://evil.example/login')} =?UTF-8?Q?=E2=80=AE?=`;
  expect((await remind({ ...WORDS, title })).status).toBe(200);
  const [caught] = await stage.post();
  expect(caught?.mail.subject).toBe(`= ?${encoded('https://evil.example/login')} = ?UTF-8?Q?=E2=80=AE?=`);
});

test('once a day, however many ask at once', async () => {
  await stage.subscribe();
  const statuses = (await Promise.all([remind(), remind(), remind()])).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409, 409]);
  expect(await stage.post()).toHaveLength(1);
  stage.portal.clock.set('2026-03-10T23:30:00Z'); // the next day in Berlin
  expect((await remind()).status).toBe(200);
});

test('says when there is no confirmed address, and refuses what is not open and released', async () => {
  expect((await remind()).body).toMatchObject({ message: 'Für diese Apotheke ist keine E-Mail-Adresse bestätigt.' });
  await stage.subscribe();
  const locked = { readyForApproval: false, productGroup: 'FREIWAHL' } as const;
  const closed = await seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', [{ pzn: testPzn(1) }], locked);
  expect((await remind(WORDS, closed)).status).toBe(409);
  expect((await remind(WORDS, 99_999)).status).toBe(404);
  expect(await stage.post()).toEqual([]);
});

test.each([
  ['an empty text', { ...WORDS, text: ' ' }],
  ['a link', { ...WORDS, text: 'Klicken Sie https://boese.example' }],
  ['a name of a server', { ...WORDS, text: 'Klicken Sie evil.example/login' }],
  ['a link the wrong way round', { ...WORDS, text: 'https:\\\\evil' }],
  ['a disarmed link', { ...WORDS, text: 'hxxp://evil' }],
  ['an address of mail', { ...WORDS, text: 'Schreiben Sie an mailto:x' }],
  ['a text that reads backwards', { ...WORDS, text: 'a\u202Eb' }],
  ['a line separator', { ...WORDS, title: 'a\u2028b' }],
  ['a link in the title', { ...WORDS, title: 'evil.example' }],
  ['a title of two lines', { ...WORDS, title: 'Ihre\r\nBcc: x@y.example' }],
  ['a long text', { ...WORDS, text: 'x'.repeat(1001) }],
])('refuses %s', async (_, body) => {
  await stage.subscribe();
  expect((await remind(body)).status).toBe(422);
});
