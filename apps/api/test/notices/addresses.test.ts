import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { forgetAddresses } from '../../src/modules/notices/index.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { INA, openStage, type Stage, tokenIn } from './support.ts';

// Who gets mails, and how that begins and ends (rules 15.1 and 15.2).
let stage: Stage;
beforeEach(async () => {
  stage = await openStage('2026-03-10T09:00:00Z');
});
afterEach(() => stage.close());

const path = (of = stage.pharmacy) => `/api/pharmacy/notices/${of.path}`;
const ask = (address = INA, client = stage.owner) => client.post(path(), { address });
const read = async (client = stage.owner) => (await client.get(path())).body;
const useLink = (what: 'confirm' | 'withdraw', token: string) =>
  stage.portal.anonymous.post(`/api/notices/${what}/${token}`);
const later = (days: number) =>
  stage.portal.clock.set(new Date(stage.portal.clock.now().getTime() + days * 86_400_000).toISOString());
const stored = () => stage.portal.database.prisma.noticeAddress.findMany({ orderBy: { id: 'asc' } });
const anLzd = (more: object = {}) =>
  seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', [{ pzn: testPzn(1) }], more);
const propose = (lzd: number, address: string) =>
  stage.sales.post(`/api/admin/lzd/${stage.pharmacy.apoId}/${lzd}/address`, { address });

test("the token's address is offered, confirmed by the link of one mail, and withdrawn by another", async () => {
  expect(await read()).toEqual({ mayAdd: true, offered: INA, own: null, proposed: [] });
  expect((await ask()).body).toEqual({ status: 'OK' });
  expect(await read()).toMatchObject({ own: { address: INA, confirmed: false } });
  const [mail, ...others] = await stage.post();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: [INA], mail: { subject: 'E-Mails zur Test-Apotheke 1 bestätigen' } });
  const token = tokenIn(mail!, 'bestaetigen');
  expect(mail?.mail.html).toContain(`href="http://localhost:3000/mail/bestaetigen#${token}"`);
  // The token stands in the mail alone.
  const { rows } = await stage.portal.database.pool.query('SELECT o.*, l.* FROM outbox o, notice_link l');
  expect(JSON.stringify(rows)).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(INA);

  // A mail scanner that follows the link changes nothing.
  expect((await stage.portal.anonymous.get(`/api/notices/confirm/${token}`)).status).toBe(405);
  expect(await read()).toMatchObject({ own: { confirmed: false } });
  const answer = await useLink('confirm', token);
  expect([answer.status, answer.body]).toEqual([200, { status: 'OK', valid: true }]);
  expect(await read()).toMatchObject({ own: { confirmed: true } });
  expect((await useLink('withdraw', token)).body).toEqual({ status: 'OK', valid: false });
  expect(await stored()).toHaveLength(1);

  await anLzd({ releasedAt: stage.portal.clock.now() });
  const [notice] = await stage.post();
  const withdrawal = tokenIn(notice!, 'abmelden');
  const headers = Object.fromEntries(notice!.mail.headers.map(({ key, value }) => [key, value]));
  expect(headers['list-unsubscribe']).toBe(`<http://localhost:3000/api/notices/withdraw/${withdrawal}>`);
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const opened = await stage.portal.anonymous.get(`/api/notices/withdraw/${withdrawal}`);
  expect([opened.status, opened.headers.location]).toEqual([303, `/mail/abmelden#${withdrawal}`]);
  expect(await stored()).toHaveLength(1);
  // As mail programs do it: a form, no cookie, no token.
  const oneClick = stage.portal.anonymous
    .post(`/api/notices/withdraw/${withdrawal}`)
    .unset('Cookie')
    .unset('X-XSRF-TOKEN')
    .type('form');
  expect((await oneClick.send('List-Unsubscribe=One-Click' as unknown as object)).status).toBe(200);
  expect(await stored()).toEqual([]);
  expect(await stage.portal.database.prisma.noticeLink.count()).toBe(0);
});

test('a link that is unknown, expired or of another purpose is answered alike, as not valid, and does nothing', async () => {
  await ask();
  const token = tokenIn((await stage.post())[0]!, 'bestaetigen');
  const good = await useLink('withdraw', token);
  later(8);
  const answers = [good, await useLink('confirm', token), await useLink('confirm', 'x'.repeat(43))];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    answers.map(() => [200, { status: 'OK', valid: false }]),
  );
  expect(await stored()).toMatchObject([{ confirmedAt: null }]);
  expect((await useLink('confirm', 'kurz')).status).toBe(400);
});

test('asking again for the same address sends one mail a day; another address takes its place', async () => {
  await ask();
  await ask('INA.HABER@portal.example');
  expect(await stage.post()).toHaveLength(1);
  await ask('buero@apotheke.example');
  expect((await stage.post()).map(({ to }) => to)).toEqual([['buero@apotheke.example']]);
  expect((await stored()).map(({ address }) => address)).toEqual(['buero@apotheke.example']);
  expect((await ask('keine Adresse')).status).toBe(422);
});

test('staff do not get mails of a pharmacy, a mirror has none, and a pharmacy sends 20 confirmations a day', async () => {
  expect(await read(stage.sales)).toMatchObject({ mayAdd: false });
  expect((await ask('tobias@portal.example', stage.sales)).status).toBe(409);
  const mirror = await seedPharmacy(stage.portal.database, 2, { parentApoId: stage.pharmacy.apoId });
  const people = await stage.portal.as('Mia Spiegel', [`TP_user_${mirror.crmCompanyId}`]);
  expect((await people.post(path(mirror), { address: INA })).status).toBe(403);
  const answers: number[] = [];
  for (let n = 1; n <= 21; n += 1) answers.push((await ask(`fremd${n}@portal.example`)).status);
  expect(answers).toEqual([...Array.from({ length: 20 }, () => 200), 409]);
});

test('sales propose with a release; without its confirmation nothing else comes, and it is deleted after seven days', async () => {
  const locked = await anLzd({ readyForApproval: false });
  expect((await propose(locked, 'chef@apotheke.example')).status).toBe(409);
  expect((await stage.owner.post(`/api/admin/lzd/${stage.pharmacy.apoId}/${locked}/address`, {})).status).toBe(403);
  const released = await anLzd({ releasedAt: stage.portal.clock.now(), productGroup: 'FREIWAHL' });
  expect((await propose(released, 'chef@apotheke.example')).status).toBe(200);
  expect((await propose(released, 'Chef@apotheke.example')).status).toBe(200);
  const mails = await stage.post();
  expect(mails.map(({ mail }) => mail.subject)).toEqual(['E-Mails zur Test-Apotheke 1 bestätigen']);
  expect(await read()).toMatchObject({ proposed: [{ masked: 'c…@apotheke.example', confirmed: false }] });
  later(2);
  expect(await stage.post()).toEqual([]);
  await forgetAddresses(stage.portal.deps);
  expect(await stored()).toHaveLength(1);
  later(5);
  await forgetAddresses(stage.portal.deps);
  expect(await stored()).toEqual([]);
});

test('a proposed address that is confirmed hears of the release, and the pharmacy can end it', async () => {
  const released = await anLzd({ releasedAt: stage.portal.clock.now() });
  await propose(released, 'chef@apotheke.example');
  await useLink('confirm', tokenIn((await stage.post())[0]!, 'bestaetigen'));
  const [mail] = await stage.post();
  expect(mail?.mail.subject).toBe('Test-Apotheke 1: Die Neuberechnung OTC wartet auf Ihre Freigabe');
  const [{ id }] = (await read()).proposed;
  const foreign = await stage.portal.as('Eva Fremd', ['TP_user_4711']);
  expect((await foreign.delete(`${path()}/${id}`)).status).toBe(403);
  expect((await stage.owner.delete(`${path()}/${id}`)).status).toBe(200);
  expect((await stage.owner.delete(`${path()}/${id}`)).status).toBe(404);
});

test('nobody ends mails of another person, or learns of them', async () => {
  await stage.subscribe();
  const deputy = await stage.portal.as('Jonas Klein', [`TP_user_${stage.pharmacy.crmCompanyId}`]);
  expect(await read(deputy)).toMatchObject({ own: null, proposed: [] });
  const [row] = await stored();
  expect((await deputy.delete(`${path()}/${row?.id}`)).status).toBe(404);
});

test('a sign-in without the right any more ends the mails; signing in with it keeps them for 90 days', async () => {
  await stage.subscribe();
  const signIn = (client: Client) => client.get('/api/solvena/userData');
  later(60);
  expect((await signIn(stage.owner)).status).toBe(200);
  later(89);
  await forgetAddresses(stage.portal.deps);
  expect(await stored()).toHaveLength(1);
  await anLzd({ releasedAt: stage.portal.clock.now() });
  expect(await stage.post()).toHaveLength(1);
  later(1);
  await anLzd({ releasedAt: stage.portal.clock.now(), productGroup: 'FREIWAHL' });
  expect(await stage.post()).toEqual([]);
  await forgetAddresses(stage.portal.deps);
  expect(await stored()).toEqual([]);

  await stage.subscribe();
  await signIn(await stage.portal.as('Ina Haber', ['solvena_customer', 'TP_user_4711']));
  expect(await stored()).toEqual([]);
});

test('a proposed address becomes that of the person whose token names it', async () => {
  const released = await anLzd({ releasedAt: stage.portal.clock.now() });
  await propose(released, 'Ina.Haber@portal.example');
  await useLink('confirm', tokenIn((await stage.post())[0]!, 'bestaetigen'));
  await stage.owner.get('/api/solvena/userData');
  expect(await read()).toMatchObject({ own: { address: 'Ina.Haber@portal.example', confirmed: true }, proposed: [] });
});

test('an address with umlauts in its domain is taken, in either spelling the same (rule 15.1)', async () => {
  expect((await ask('ina@löwen.example')).body).toEqual({ status: 'OK' });
  expect((await stored()).map(({ address }) => address)).toEqual(['ina@xn--lwen-5qa.example']);
  const [mail] = await stage.post();
  // as the mail library writes it to a server that takes it so
  expect(mail?.to).toEqual(['ina@löwen.example']);
  // the same one again: no second address, and no second mail on the same day
  expect((await ask('ina@xn--lwen-5qa.example')).body).toEqual({ status: 'OK' });
  expect(await stored()).toHaveLength(1);
  expect(await stage.post()).toEqual([]);
  expect((await ask('jürgen@portal.example')).status).toBe(422);
});
