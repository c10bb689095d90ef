import { afterEach, beforeEach, expect, test, describe } from '@jest/globals';
import { forgetAddresses, noteRights } from '../../src/modules/notices/index.ts';
import { seedUpdate } from '../price-updates/support.ts';
import type { Client } from '../support/portal.ts';
import { type SeededPharmacy, seedPharmacy, testPzn } from '../support/seed.ts';
import { INA, openStage, type Stage, tokenIn } from './support.ts';

describe('addresses', () => {
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
  const about = async (purpose: 'confirm' | 'withdraw', token: string) =>
    (await stage.portal.anonymous.get(`/api/notices/link/${token}?purpose=${purpose}`)).body;
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
    // The page names what the mail said, and no more of the address than a reminder needs.
    const named = { link: { pharmacy: 'Test-Apotheke 1', masked: 'i…@portal.example' } };
    expect(await about('confirm', token)).toEqual(named);
    expect(await about('withdraw', token)).toEqual({ link: null });
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
    for (const each of [token, 'x'.repeat(43)]) expect(await about('confirm', each)).toEqual({ link: null });
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
});

describe('limits', () => {
  // Limits and ends of mails, for calls at once and for one mailbox behind several rows (rules 15.1, 15.2 and 15.4).
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage('2026-03-01T09:00:00Z');
  });
  afterEach(() => stage.close());

  const SHARED = 'team@apotheke.example';
  const at = (of: SeededPharmacy) => `/api/pharmacy/notices/${of.path}`;
  const ask = (address: string, client = stage.owner, of = stage.pharmacy) => client.post(at(of), { address });
  const stored = () => stage.portal.database.prisma.noticeAddress.findMany({ orderBy: { id: 'asc' } });
  const statuses = async (calls: PromiseLike<{ status: number }>[]) => {
    const counts: Record<number, number> = {};
    for (const { status } of await Promise.all(calls)) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const useLink = (what: 'confirm' | 'withdraw', token: string) =>
    stage.portal.anonymous.post(`/api/notices/${what}/${token}`);
  const anLzd = (more: object = {}) =>
    seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', [{ pzn: testPzn(1) }], more);
  const deputy = () => stage.portal.as('Jonas Klein', [`TP_user_${stage.pharmacy.crmCompanyId}`]);
  /** The same address in the name of owner and deputy, both confirmed. */
  async function subscribeTwice(): Promise<Client> {
    await stage.subscribe(SHARED);
    const other = await deputy();
    const at = stage.portal.clock.now();
    await stage.portal.database.prisma.noticeAddress.create({
      data: {
        apoId: stage.pharmacy.apoId,
        address: 'Team@apotheke.example',
        subject: 'subject-Jonas Klein',
        createdAt: at,
        confirmedAt: at,
        seenAt: at,
      },
    });
    return other;
  }

  test('40 at once of one person are all answered, and there is one address and one mail', async () => {
    expect(await statuses(Array.from({ length: 40 }, () => ask(INA)))).toEqual({ 200: 40 });
    expect(await stored()).toHaveLength(1);
    expect(await stage.post()).toHaveLength(1);
  });

  test('of 28 addresses at once twenty are asked, by one person or several', async () => {
    const people = await Promise.all(
      Array.from({ length: 28 }, (_, n) => stage.portal.as(`Person ${n}`, [`TP_user_${stage.pharmacy.crmCompanyId}`])),
    );
    const answers = await statuses(people.map((client, n) => ask(`person${n}@portal.example`, client)));
    expect(answers).toEqual({ 200: 20, 409: 8 });
    expect(await stage.post()).toHaveLength(20);
    // What was refused has left nothing behind.
    expect(await stored()).toHaveLength(20);
  });

  test('20 proposals of one address at once are all answered alike, and it gets one mail', async () => {
    const lzd = await anLzd({ releasedAt: stage.portal.clock.now() });
    const path = `/api/admin/lzd/${stage.pharmacy.apoId}/${lzd}/address`;
    const propose = (n: number) =>
      stage.sales.post(path, { address: n % 2 ? 'chef@apotheke.example' : 'Chef@apotheke.example' });
    expect(await statuses(Array.from({ length: 20 }, (_, n) => propose(n)))).toEqual({ 200: 20 });
    expect(await stored()).toHaveLength(1);
    expect(await stage.post()).toHaveLength(1);
  });

  test('one address is asked five times a day, from however many pharmacies, whatever is done in between', async () => {
    const pharmacies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => seedPharmacy(stage.portal.database, 10 + n)),
    );
    const roles = pharmacies.map(({ crmCompanyId }) => `TP_admin_${crmCompanyId}`);
    const many = await stage.portal.as('Ina Haber', roles);
    expect(await statuses(pharmacies.map((of) => ask('opfer@portal.example', many, of)))).toEqual({ 200: 5, 409: 7 });
    const refused = await ask('OPFER@portal.example', many, pharmacies[0]!);
    const again = await ask('opfer@portal.example', stage.owner);
    expect([refused.status, again.status].toSorted()).toContain(409);
    expect(again.body.message).toBe(
      'An diese Adresse wurden heute schon mehrere Bestätigungen verschickt. Bitte versuchen Sie es morgen erneut.',
    );
    // Taking another address in between, which deletes the row, makes no room.
    const [asked] = await stored();
    const of = pharmacies.find(({ apoId }) => apoId === asked?.apoId)!;
    expect((await ask('andere@portal.example', many, of)).status).toBe(200);
    expect((await ask('opfer@portal.example', many, of)).status).toBe(409);
    expect((await stage.post()).filter(({ to }) => to[0]?.toLowerCase() === 'opfer@portal.example')).toHaveLength(4);
    stage.portal.clock.set('2026-03-02T09:00:01Z');
    expect((await ask('opfer@portal.example', many, of)).status).toBe(200);
    // The outbox names no address.
    const { rows } = await stage.portal.database.pool.query('SELECT payload::text, once_key FROM outbox');
    expect(JSON.stringify(rows)).not.toMatch(/opfer/i);
  });

  test('who ends mails by the link of one ends them for the mailbox, in whosever name it stands', async () => {
    await subscribeTwice();
    const elsewhere = await seedPharmacy(stage.portal.database, 2);
    const row = {
      address: SHARED,
      subject: 'subject-X',
      createdAt: new Date(),
      confirmedAt: new Date(),
      seenAt: new Date('2026-03-01'),
    };
    await stage.portal.database.prisma.noticeAddress.create({ data: { ...row, apoId: elsewhere.apoId } });
    await anLzd({ releasedAt: stage.portal.clock.now() });
    const [mail, ...others] = await stage.post();
    expect([mail?.to, others]).toEqual([[SHARED], []]);
    expect((await useLink('withdraw', tokenIn(mail!, 'abmelden'))).status).toBe(200);
    expect((await stored()).map(({ apoId }) => apoId)).toEqual([elsewhere.apoId]);
    expect(await stage.post()).toEqual([]);
  });

  test('ending an own, confirmed address on the settings page ends the mailbox; an unconfirmed one proves nothing', async () => {
    const other = await subscribeTwice();
    const remove = (client: Client, id: bigint | undefined) => client.delete(`${at(stage.pharmacy)}/${id}`);
    // Somebody who only says that an address is theirs.
    const third = await stage.portal.as('Dritte', [`TP_user_${stage.pharmacy.crmCompanyId}`]);
    await ask(SHARED, third);
    const claimed = (await stored()).at(-1);
    expect((await remove(third, claimed?.id)).status).toBe(200);
    expect(await stored()).toHaveLength(2);
    const own = (await stored()).find(({ subject }) => subject === 'subject-Jonas Klein');
    expect((await remove(other, own?.id)).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test('the same mail does not come again by the second row of an address, nor is it lost with the first', async () => {
    await subscribeTwice();
    await anLzd({ releasedAt: stage.portal.clock.now() });
    expect(await stage.post()).toHaveLength(1);
    // The owner has lost the pharmacy: the address stays, in the deputy's name.
    const { deps } = stage.portal;
    await noteRights(deps, { subject: 'subject-Ina Haber', email: undefined, access: { pharmacyCrmIds: [] } as never });
    expect(await stored()).toHaveLength(1);
    expect(await stage.post()).toEqual([]);
    // A mail that waits when the first row goes is sent by the second.
    await stage.subscribe(SHARED);
    const rows = await stored();
    await anLzd({ releasedAt: stage.portal.clock.now(), productGroup: 'FREIWAHL' });
    const { writeDueNotices } = await import('../../src/modules/notices/index.ts');
    await writeDueNotices(deps);
    await stage.portal.database.prisma.noticeAddress.deleteMany({ where: { id: rows[0]!.id } });
    const [mail] = await stage.post();
    expect(mail?.to).toEqual([SHARED]);
    expect((await useLink('withdraw', tokenIn(mail!, 'abmelden'))).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  test('a notice that a former build has written is not sent a second time', async () => {
    await stage.subscribe();
    const id = await anLzd({ releasedAt: stage.portal.clock.now() });
    const [row] = await stored();
    const epoch = stage.portal.clock.now().getTime() / 1000;
    await stage.portal.database.pool.query(
      `INSERT INTO outbox (message_id, kind, payload, apo_id, status, created_at, next_attempt_at, settled_at, once_key)
     VALUES (gen_random_uuid(), 'notice', '{}', $1, 'sent', now(), now(), now(), $2)`,
      [stage.pharmacy.apoId, `notice/released/${id}/${epoch}/${row?.id}`],
    );
    expect(await stage.post()).toEqual([]);
  });

  test.each([
    // asked on days of March, and the day that the mails name and the address goes
    ['once', ['01'], '08.03.2026', '2026-03-08T09:00:00Z'],
    ['again on the seventh', ['01', '07'], '14.03.2026', '2026-03-14T09:00:00Z'],
  ])('the mail names the day on which the address is deleted: asked %s', async (_, days, named, deleted) => {
    let text = '';
    for (const day of days) {
      stage.portal.clock.set(`2026-03-${day}T09:00:00Z`);
      await ask(INA);
      // A mail server that is late changes nothing.
      stage.portal.clock.set(`2026-03-${day}T21:00:00Z`);
      const [mail] = await stage.post();
      text = mail?.mail.text ?? '';
      expect(text).toContain(day === days.at(-1) ? `nach dem ${named} gelöscht` : 'gelöscht');
    }
    const token = /bestaetigen#([\w-]{43})/.exec(text)?.[1] ?? '';
    const before = new Date(Date.parse(deleted) - 1000).toISOString();
    stage.portal.clock.set(before);
    await forgetAddresses(stage.portal.deps);
    expect(await stored()).toHaveLength(1);
    stage.portal.clock.set(deleted);
    // The link ends with the address.
    await useLink('confirm', token);
    expect(await stored()).toMatchObject([{ confirmedAt: null }]);
    await forgetAddresses(stage.portal.deps);
    expect(await stored()).toEqual([]);
  });

  test('asking again on the same day sends nothing and moves no date', async () => {
    await ask(INA);
    const [first] = await stored();
    stage.portal.clock.set('2026-03-01T20:00:00Z');
    await ask(INA);
    expect((await stored())[0]?.createdAt).toEqual(first?.createdAt);
  });
});
