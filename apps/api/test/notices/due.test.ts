import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { writeDueNotices } from '../../src/modules/notices/index.ts';
import { messages } from '../outbox/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { testPzn } from '../support/seed.ts';
import { INA, openStage, type Stage } from './support.ts';

describe('due', () => {
  // Mails on release and before something happens by itself (rules 15.3 to 15.5).
  const NOW = '2026-11-20T09:00:00Z';
  let stage: Stage;
  beforeEach(async () => {
    stage = await openStage(NOW);
    await stage.subscribe();
  });
  afterEach(() => stage.close());

  const update = (kind: 'MDP' | 'QDP' | 'LZD', more: object = {}) =>
    seedUpdate(stage.portal.database, stage.pharmacy, kind, [{ pzn: testPzn(1) }, { pzn: testPzn(2) }], more);
  const approves = (at: string) => ({ autoActionAt: new Date(at), autoAction: 'approve' });
  const postAt = (at: string) => {
    stage.portal.clock.set(at);
    return stage.post();
  };
  const subjects = async (at: string) => (await postAt(at)).map(({ mail }) => mail.subject);

  describe('48 and 24 hours before a deadline, each once', () => {
    // Midnight in Berlin; hours are hours, whatever the clocks show.
    test.each([
      ['in winter', '2026-11-23T23:00:00Z', '2026-11-21T23:00:00Z', '2026-11-22T23:00:00Z', '23.11.'],
      [
        'over the change to winter time',
        '2026-10-25T23:00:00Z',
        '2026-10-23T23:00:00Z',
        '2026-10-24T23:00:00Z',
        '25.10.',
      ],
      [
        'over the change to summer time',
        '2027-03-28T22:00:00Z',
        '2027-03-26T22:00:00Z',
        '2027-03-27T22:00:00Z',
        '28.03.',
      ],
    ])('%s', async (_, deadline, first, second, day) => {
      await stage.portal.database.prisma.noticeAddress.updateMany({ data: { seenAt: new Date(first) } });
      await update('MDP', approves(deadline));
      const just = (text: string, ms: number) => new Date(Date.parse(text) + ms).toISOString();
      const wanted = [`Test-Apotheke 1: Das Monatsupdate OTC wird am ${day} um 24 Uhr automatisch freigegeben`];
      expect(await subjects(just(first, -1000))).toEqual([]);
      expect(await subjects(first)).toEqual(wanted);
      expect(await subjects(just(second, -1000))).toEqual([]);
      expect(await subjects(second)).toEqual(wanted);
      expect(await subjects(just(deadline, -1000))).toEqual([]);
      expect(await subjects(deadline)).toEqual([]);
    });

    test('a server that was down sends the later one only', async () => {
      await update('MDP', approves('2026-11-20T23:00:00Z'));
      expect(await subjects('2026-11-20T22:00:00Z')).toHaveLength(1);
    });

    test('says what happens, how many are to be reviewed and what to do, and no price', async () => {
      await update('QDP', { autoActionAt: new Date('2026-11-22T23:00:00Z'), autoAction: 'delete' });
      const [caught] = await postAt('2026-11-21T09:00:00Z');
      expect(caught?.to).toEqual([INA]);
      expect(caught?.mail.text?.trim().split(/\n+/)).toEqual([
        'Guten Tag,',
        'Das Quartalsupdate OTC der Test-Apotheke 1 wird am 23.11. um 0 Uhr automatisch gelöscht.',
        expect.stringMatching(/^(Von 2 Artikeln ist keiner|1 von 2 Artikeln ist|2 von 2 Artikeln sind) zu prüfen\.$/),
        'Möchten Sie die neuen Artikel übernehmen, geben Sie sie bitte vorher in TruePrice frei.',
        'Zu TruePrice: http://localhost:3000/',
        '-- ',
        'Sie bekommen diese E-Mail, weil diese Adresse für die Test-Apotheke 1 bestätigt ist. Bitte antworten Sie nicht darauf.',
        expect.stringMatching(/^Keine E-Mails mehr: http:\/\/localhost:3000\/mail\/abmelden#[\w-]{43}$/),
      ]);
      expect(`${caught?.mail.text}${caught?.mail.html}`).not.toMatch(/€|\d,\d\d|Haber|token-of-pharmacy/);
    });

    test("counts 'zu prüfen' as the start page does", async () => {
      const id = await seedUpdate(
        stage.portal.database,
        stage.pharmacy,
        'MDP',
        [
          { pzn: testPzn(1), truePrice: '99.90' },
          { pzn: testPzn(2), truePrice: '9.99' },
        ],
        approves('2026-11-21T23:00:00Z'),
      );
      const figures = await stage.owner.get(`/api/price/reviewfigures/mdp/${stage.pharmacy.path}/${id}/OTC`);
      expect(figures.body.toReview).toBe(1);
      const [caught] = await stage.post();
      expect(caught?.mail.text).toContain('1 von 2 Artikeln ist zu prüfen.');
    });
  });

  test('a deadline that is moved is told anew; one that is gone by the time of sending is not told', async () => {
    const id = await update('MDP', approves('2026-11-21T23:00:00Z'));
    const { prisma } = stage.portal.database;
    expect(await stage.post()).toHaveLength(1);
    await prisma.priceUpdate.updateMany({ where: { id }, data: approves('2026-11-22T08:00:00Z') });
    await writeDueNotices(stage.portal.deps);
    await prisma.priceUpdate.updateMany({
      where: { id },
      data: { status: 1, approvedAt: new Date(), approver: 'Ina' },
    });
    expect(await stage.post()).toEqual([]);
    expect(await messages(stage.portal)).toMatchObject([{ status: 'sent' }, { status: 'sent' }]);
  });

  test('cancelled pharmacies, those without access to the pilot and what waits for a person have no deadline to tell of', async () => {
    await update('MDP', { autoActionAt: null });
    await update('LZD', { readyForApproval: false });
    expect(await stage.post()).toEqual([]);
    await update('MDP', { ...approves('2026-11-21T00:00:00Z'), productGroup: 'FREIWAHL' });
    const { prisma } = stage.portal.database;
    const where = { apoId: stage.pharmacy.apoId };
    await prisma.pharmacy.update({ where, data: { active: 3 } });
    expect(await stage.post()).toEqual([]);
    await prisma.pharmacy.update({ where, data: { active: 1, pilotAccess: false } });
    expect(await stage.post()).toEqual([]);
    await prisma.pharmacy.update({ where, data: { pilotAccess: true } });
    expect(await stage.post()).toHaveLength(1);
  });

  test('a package that a guardrail holds says that it waits for a person, and the mail before said that it might', async () => {
    await stage.portal.database.prisma.listVersion.updateMany({ data: { guardrails: { holdOnBreach: true } } });
    const id = await update('MDP', approves('2026-11-20T23:00:00Z'));
    const [before] = await stage.post();
    expect(before?.mail.text).toContain('Verletzt dann ein Preis Ihre Leitplanken, wird nichts freigegeben');
    const held = { heldAt: new Date('2026-11-20T23:00:05Z'), heldRows: 2, autoActionAt: null, autoAction: null };
    await stage.portal.database.prisma.priceUpdate.updateMany({ where: { id }, data: held });
    const [mail, ...others] = await postAt('2026-11-20T23:03:00Z');
    expect(others).toEqual([]);
    expect(mail?.mail.subject).toBe('Test-Apotheke 1: Das Monatsupdate OTC wurde nicht automatisch freigegeben');
    expect(mail?.mail.text).toContain('2 Preise verletzen Ihre Leitplanken.');
    expect(mail?.mail.text).toContain('Das Update wartet jetzt auf Sie');
    expect(await stage.post()).toEqual([]);
  });

  test('the release of an LZD is told once, to each address once', async () => {
    const at = stage.portal.clock.now();
    const proposed = { apoId: stage.pharmacy.apoId, createdAt: at, confirmedAt: at, seenAt: at };
    await stage.portal.database.prisma.noticeAddress.createMany({
      data: [
        { ...proposed, address: INA.toUpperCase() },
        { ...proposed, address: 'buero@apotheke.example' },
      ],
    });
    const id = await update('LZD', { readyForApproval: false, firstCalculation: true });
    await stage.sales.post(`/api/price/initapproval/lzd/${stage.pharmacy.apoId}/${id}`);
    const mails = await stage.post();
    expect(
      mails
        .map(({ to }) => to)
        .flat()
        .toSorted(),
    ).toEqual(['buero@apotheke.example', INA]);
    expect(mails[0]?.mail.subject).toBe('Test-Apotheke 1: Die Erstberechnung OTC wartet auf Ihre Freigabe');
    await stage.sales.post(`/api/price/initapproval/lzd/${stage.pharmacy.apoId}/${id}`);
    expect(await stage.post()).toEqual([]);
  });

  test('eight turns at once, and any number after them, write each mail once', async () => {
    for (const productGroup of ['OTC', 'FREIWAHL', 'HILFSMITTEL'] as const)
      await update('MDP', { ...approves('2026-11-21T23:00:00Z'), productGroup });
    await Promise.all(Array.from({ length: 8 }, () => writeDueNotices(stage.portal.deps)));
    await writeDueNotices(stage.portal.deps);
    expect(await messages(stage.portal)).toHaveLength(3);
    expect(await stage.post()).toHaveLength(3);
  });
});

describe('reminders', () => {
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
});
