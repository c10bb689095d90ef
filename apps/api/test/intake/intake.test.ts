import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { brokenInvariants, readList, seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

describe('deliveries', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;
  const [a, b, other, unlisted] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
    await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: other }]);
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterEach(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  const intake = (kind: string, content: string, name = `${kind}.csv`, fields = {}, client = engine) =>
    upload(portal, client, `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`, { name, content }, fields);
  const packages = () => portal.database.prisma.priceUpdate.findMany({ orderBy: { id: 'asc' } });
  const events = async () =>
    (await portal.database.prisma.historyEntry.findMany({ orderBy: { id: 'asc' } })).map(
      (entry) => `${entry.event} / ${entry.userName}`,
    );
  const flags = (data: { flag?: number; qdpFlag?: number }) =>
    portal.database.prisma.listVersion.update({
      where: { apoId_productGroup: { apoId: pharmacy.apoId, productGroup: 'OTC' } },
      data,
    });

  // Rules 1.11, 6.1, 6.4, 6.24 and 7.6.
  describe('intake of a package', () => {
    test('stores rows and products, names what is left out, sets the deadline (rule 6.3)', async () => {
      const answer = await intake(
        'mdp',
        csv([
          [a, '8,49', 'Neuer Name'],
          [unlisted, '1,00'],
          [other, '2,00'],
          ['00000000', '3,00'],
        ]),
      );
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          status: 'OK',
          doubts: [],
          certificate: expect.objectContaining({ colour: 'green' }),
          id: expect.any(Number),
          rows: 1,
          known: false,
          knownState: null,
          knownText: null,
          message: null,
          approved: false,
          leftOut: [
            { line: 3, pzn: unlisted, reason: 'Der Artikel steht nicht auf der Preisliste.' },
            { line: 4, pzn: other, reason: 'Der Artikel gehört zur Warengruppe FREIWAHL.' },
            { line: 5, pzn: '00000000', reason: 'Die PZN 00000000 gibt es nicht.' },
          ],
          leftOutTotal: 3,
          notes: [],
          leaving: null,
        },
      ]);
      // 10 March plus five days, to the end of the day in Berlin (winter time).
      expect(await packages()).toMatchObject([
        { kind: 'MDP', status: 0, itemCount: 1, autoAction: 'approve', autoActionAt: new Date('2026-03-15T23:00:00Z') },
      ]);
      expect(await events()).toEqual(['Monatsupdate eingegangen / Pricing Engine']);
      expect(await portal.database.prisma.product.findUniqueOrThrow({ where: { pzn: a } })).toMatchObject({
        name: 'Neuer Name',
        productGroup: 'OTC',
      });
      const list = await sales.get(`/api/price/${pharmacy.path}/OTC`);
      expect(list.body.pricelist.map((row: { name: string }) => row.name)).toContain('Neuer Name');
    });

    test('the same delivery twice is one package; another name or content is another, which closes the older', async () => {
      const content = csv([[a, '8,49']]);
      const first = (await intake('mdp', content)).body;
      expect((await intake('mdp', content)).body).toMatchObject({ id: first.id, known: true });
      const second = (await intake('mdp', content, 'mdp-2.csv')).body;
      expect(second).toMatchObject({ known: false });
      expect((await packages()).map(({ status, closedReason }) => [status, closedReason])).toEqual([
        [-1, `ersetzt durch ${second.id}`],
        [0, null],
      ]);
      expect(await events()).toEqual([
        'Monatsupdate eingegangen / Pricing Engine',
        `Monatsupdate ersetzt durch ${second.id} / Pricing Engine`,
        'Monatsupdate eingegangen / Pricing Engine',
      ]);
    });

    test('two deliveries at once leave one open package; the same delivery at once is one', async () => {
      const twice = await Promise.all([intake('mdp', csv([[a, '8,49']])), intake('mdp', csv([[a, '8,49']]))]);
      expect(twice.map(({ body }) => body.known).sort()).toEqual([false, true]);
      const both = await Promise.all([
        intake('mdp', csv([[a, '7,49']]), 'one.csv'),
        intake('mdp', csv([[b, '7,49']]), 'two.csv'),
      ]);
      expect(both.map(({ status }) => status)).toEqual([200, 200]);
      expect((await packages()).map(({ status }) => status).sort()).toEqual([-1, -1, 0]);
    });

    test('under an at-once flag it is approved by System in the same moment; not for a cancelled pharmacy', async () => {
      await flags({ flag: 1, qdpFlag: 2 });
      expect((await intake('mdp', csv([[a, '8,49']]))).body.approved).toBe(true);
      expect((await intake('qdp', csv([[unlisted, '3,33', 'Neu']]))).body.approved).toBe(true);
      expect(await readList(portal.database, pharmacy.apoId)).toMatchObject({
        [a]: { type: 0, calculated: '8.49' },
        [unlisted]: { type: 0, calculated: '3.33' },
      });
      expect(await packages()).toMatchObject([{ approver: 'System' }, { approver: 'System' }]);
      expect(await events()).toContain('Quartalsupdate freigegeben / System');
      await portal.database.prisma.pharmacy.update({ where: { apoId: pharmacy.apoId }, data: { active: 3 } });
      expect((await intake('mdp', csv([[a, '9,49']]))).body.approved).toBe(false);
      expect((await packages())[2]).toMatchObject({ status: 0, autoActionAt: null });
    });

    test('of an LZD resets an empty list and updates any other, unless told; it is not released yet', async () => {
      await portal.database.prisma.priceItem.deleteMany({ where: { productGroup: 'OTC' } });
      await portal.database.pool.query(`UPDATE list_version SET item_count = 0 WHERE product_group = 'OTC'`);
      await intake('lzd', csv([[a, '8,49']]), '1.csv');
      await intake('lzd', csv([[a, '8,49']]), '2.csv', { resetChoice: '1' });
      expect(await packages()).toMatchObject([{ resetChoice: 0 }, { resetChoice: 1, readyForApproval: false }]);
      const wrong = await intake('lzd', csv([[a, '8,49']]), '3.csv', { resetChoice: '2' });
      expect([wrong.status, wrong.body.issues[0]]).toEqual([
        422,
        { path: 'resetChoice', message: 'Erlaubt sind 0 (Liste zurücksetzen) und 1 (Liste aktualisieren).' },
      ]);
    });

    test('refuses an invalid file with every issue and keeps nothing of it, on disk neither', async () => {
      const before = await readdir(tmpdir());
      const answer = await intake(
        'mdp',
        csv([
          [a, '8,49'],
          [b, 'viel'],
          ['keine', '1'],
        ]),
      );
      expect([answer.status, answer.body]).toMatchObject([
        422,
        {
          status: 'fail',
          reason: 'Die Datei enthält 2 Fehler. Es wurde nichts übernommen.',
          message: 'Die Datei enthält 2 Fehler. Es wurde nichts übernommen.',
          errors: [
            { line: 3, column: 'TruePrice neu', value: 'viel' },
            { line: 4, column: 'PZN', value: 'keine' },
          ],
          total: 2,
        },
      ]);
      expect(await packages()).toEqual([]);
      expect((await readdir(tmpdir())).filter((name) => !before.includes(name) && /^[0-9a-f]{32}$/.test(name))).toEqual(
        [],
      );
      const none = await intake('mdp', csv([[unlisted, '8,49']]));
      expect([none.status, none.body.reason, none.body.total]).toEqual([
        422,
        'Keine Zeile der Datei kann übernommen werden.',
        1,
      ]);
    });

    test('refuses a mirror, an unknown pharmacy, no file, two files, another kind of body', async () => {
      const mirror = await seedPharmacy(portal.database, 2, { parentApoId: pharmacy.apoId });
      const file = { name: 'x.csv', content: csv([[a, '1']]) };
      const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
      expect((await upload(portal, engine, `/api/intake/mdp/${mirror.crmCompanyId}/OTC`, file)).status).toBe(403);
      expect((await upload(portal, engine, '/api/intake/mdp/4711/OTC', file)).status).toBe(404);
      expect((await upload(portal, engine, path, undefined, { x: '1' })).status).toBe(422);
      const two = await upload(portal, engine, path, file).attach('csv', Buffer.from('x'), 'y.csv');
      expect([two.status, two.body.message]).toEqual([422, 'Sie können nur eine Datei hochladen.']);
      expect((await engine.post(path, {})).status).toBe(415);
      const large = await upload(portal, engine, path, { name: 'l.csv', content: Buffer.alloc(20 * 2 ** 20 + 1, 97) });
      expect([large.status, large.body.message]).toEqual([413, 'Die Datei ist zu groß. Erlaubt sind höchstens 20 MB.']);
    });

    test('takes the ApoID in place of the crmCompanyId; a name that says something else is refused', async () => {
      const send = (id: number, name: string) =>
        upload(portal, engine, `/api/intake/mdp/${id}/OTC`, { name, content: csv([[a, '8,49']]) });
      const name = (kind: string, group: string, apoId: number) => `${kind}_${group}_${apoId}_Apotheke_9_3_2026.csv`;
      expect((await send(pharmacy.apoId, name('MDP', 'OTC', pharmacy.apoId))).status).toBe(200);
      expect((await send(pharmacy.crmCompanyId, name('MDP', 'OTC', pharmacy.apoId))).body.known).toBe(true);
      const foreign = await send(pharmacy.apoId, name('MDP', 'OTC', 4711));
      expect([foreign.status, foreign.body.reason]).toEqual([
        422,
        `Die Datei ${name('MDP', 'OTC', 4711)} ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: ${pharmacy.apoId} Test-Apotheke 1`,
      ]);
      for (const [kind, group] of [
        ['QDP', 'OTC'],
        ['MDP', 'FREIWAHL'],
      ] as const) {
        const other = await send(pharmacy.apoId, name(kind, group, pharmacy.apoId));
        expect([other.status, other.body.reason]).toEqual([
          422,
          `Der Dateiname ${name(kind, group, pharmacy.apoId)} nennt eine andere Art oder Warengruppe als der Aufruf.`,
        ]);
      }
      expect(await packages()).toHaveLength(1);
    });

    test('two pharmacies may share a number: the name decides, else the crmCompanyId', async () => {
      const other = await seedPharmacy(portal.database, 2);
      await portal.database.prisma.pharmacy.update({
        where: { apoId: other.apoId },
        data: { crmCompanyId: pharmacy.apoId },
      });
      const send = (name: string) =>
        upload(portal, engine, `/api/intake/qdp/${pharmacy.apoId}/OTC`, { name, content: csv([[unlisted, '8,49']]) });
      await send(`QDP_OTC_${pharmacy.apoId}_Apotheke_9_3_2026.csv`);
      await send('qdp.csv');
      expect((await packages()).map(({ apoId }) => apoId)).toEqual([pharmacy.apoId, other.apoId]);
    });

    test('is for the pricing engine and staff; staff need the anti-forgery header', async () => {
      const path = `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`;
      const file = { name: 'x.csv', content: csv([[a, '1']]) };
      expect((await upload(portal, sales, path, file)).status).toBe(200);
      expect((await upload(portal, sales, path, file).unset('X-XSRF-TOKEN')).status).toBe(403);
      expect((await upload(portal, engine, path, file).unset('X-XSRF-TOKEN').unset('Cookie')).status).toBe(200);
      const owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
      expect((await upload(portal, owner, path, file)).status).toBe(403);
    });
  });

  describe('the LZD upload', () => {
    const name = (group = 'OTC', apoId = pharmacy.apoId) =>
      `ZumDurchsehen_${group}_${apoId}_Test-Apotheke 1_9_3_2026.csv`;
    const send = (
      fileName: string,
      content = csv([
        [a, '8,49'],
        [unlisted, '2,22', 'Größe'],
      ]),
      choice = '1',
    ) =>
      upload(
        portal,
        sales,
        `/api/price/lzd/upload/${pharmacy.path}`,
        { name: fileName, content },
        { resetChoice: choice },
      );

    test('takes the group from the name; each upload is a package of its own', async () => {
      const answer = await send(name('Freiwahl'), csv([[unlisted, '2,22']]), '0');
      expect(answer.body).toMatchObject({ status: 'OK', rows: 1, leftOutTotal: 0 });
      expect((await send(name('FREIWAHL'), csv([[unlisted, '2,22']]), '0')).body.id).toBeGreaterThan(answer.body.id);
      expect(await packages()).toMatchObject([
        { kind: 'LZD', productGroup: 'FREIWAHL', resetChoice: 0, status: -1, deliveryHash: null },
        { kind: 'LZD', productGroup: 'FREIWAHL', resetChoice: 0, status: 0, readyForApproval: false },
      ]);
      // The list exists, though this one resets it; the one of the next group does not.
      expect(await events()).toContain('Neuberechnung hochgeladen / Tobias Sommer');
      expect((await send(name('Hilfsmittel'), csv([[testPzn(77), '2,22']]), '1')).status).toBe(200);
      expect(await events()).toContain('Erstberechnung hochgeladen / Tobias Sommer');
      const shown = await portal.database.prisma.priceUpdate.findMany({ where: { status: 0 }, orderBy: { id: 'asc' } });
      expect(shown.map(({ firstCalculation }) => firstCalculation)).toEqual([false, true]);
    });

    test('refuses a broken name, a foreign ApoID and an open MDP or QDP with the words of the specification', async () => {
      const broken = await send('Größe.csv');
      expect([broken.status, broken.body.status, broken.body.reason]).toEqual([
        422,
        'fail',
        'Der Dateiname Größe.csv entspricht nicht der Spezifikation (siehe oben).',
      ]);
      await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: unlisted }]);
      const foreign = await send(name('OTC', 1));
      expect([foreign.status, foreign.body.reason]).toEqual([
        422,
        `Die Datei ${name('OTC', 1)} ist nicht für diese Apotheke erstellt worden (falsche ApoID im Dateinamen). Aktueller Apothekenkontext: ${pharmacy.apoId} Test-Apotheke 1 ` +
          'Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für OTC gibt.',
      ]);
      const open = await send(name());
      expect([open.status, open.body.reason]).toEqual([
        409,
        'Die LZD darf derzeit nicht eingespielt werden, da es ein offenes Preisupdate für OTC gibt.',
      ]);
      expect((await packages()).filter(({ kind }) => kind === 'LZD')).toEqual([]);
    });

    test('is blocked from the 26th to the 4th in Berlin', async () => {
      const moments: [string, number][] = [
        ['2026-03-25T22:59:59Z', 200],
        ['2026-03-25T23:00:00Z', 409],
        ['2026-04-04T21:59:59Z', 409],
        ['2026-04-04T22:00:00Z', 200],
      ];
      for (const [now, status] of moments) {
        portal.clock.set(now);
        const { body } = await sales.get(`/api/pharmacy/dashboard/${pharmacy.path}`);
        expect([now, (await send(name())).status, body.lzdUploadBlocked]).toEqual([now, status, status === 409]);
      }
      portal.clock.set('2026-04-04T21:59:59Z');
      expect((await send(name())).body.reason).toBe(
        'Zwischen dem 26. des Monats und 4. des Folgemonats sind LZD Uploads gesperrt.',
      );
      expect((await intake('lzd', csv([[a, '8,49']]))).status).toBe(409);
    });
  });
});

describe('redelivery', () => {
  /** Rule 6.2: what staff deleted may be delivered again, all else is known and answers with its state. */
  const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterEach(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  type Kind = 'mdp' | 'qdp' | 'lzd';
  const FIRST = csv([[a, '8,49']]);
  const SECOND = csv([[b, '7,49']]);
  const deliver = async (kind: Kind, content: string, client = engine) => {
    const path = `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`;
    const { status, body } = await upload(portal, client, path, { name: `${kind}.csv`, content });
    expect([status, body.message && body.known === undefined ? body.message : null]).toEqual([200, null]);
    return body as {
      id: number;
      known: boolean;
      approved: boolean;
      knownState: string;
      knownText: string;
      message: string;
    };
  };
  const remove = async (kind: Kind, id: number) =>
    expect((await sales.delete(`/api/price/${kind}/${id}/${pharmacy.path}`)).status).toBe(200);
  const open = async () =>
    (await portal.database.prisma.priceUpdate.findMany({ where: { status: 0 } })).map(({ id }) => id);
  const known = ({ id, known, knownState, knownText }: Awaited<ReturnType<typeof deliver>>) => [
    id,
    known,
    knownState,
    knownText,
  ];

  describe.each(['mdp', 'qdp', 'lzd'] as const)('a delivered %s', (kind) => {
    test('that staff deleted is taken in again, as often as it is deleted', async () => {
      for (let round = 0; round < 3; round++) {
        const { id, known } = await deliver(kind, FIRST);
        expect([known, await open()]).toEqual([false, [id]]);
        expect(known === false && (await deliver(kind, FIRST)).knownState).toBe('open');
        await remove(kind, id);
        expect(await open()).toEqual([]);
      }
    });

    test('that a newer one replaced stays known and never displaces it, whether that is open, approved or gone', async () => {
      const first = await deliver(kind, FIRST);
      const second = await deliver(kind, SECOND);
      const replaced = [first.id, true, 'replaced', `ersetzt durch ${second.id}`];
      expect(known(await deliver(kind, FIRST))).toEqual(replaced);
      expect(await open()).toEqual([second.id]);
      await remove(kind, second.id);
      expect(known(await deliver(kind, FIRST))).toEqual(replaced);
      expect(await open()).toEqual([]);
    });

    test('that staff deleted stays known once a newer one has come, also when that was deleted too; the newer one may come again', async () => {
      const first = await deliver(kind, FIRST);
      await remove(kind, first.id);
      const second = await deliver(kind, SECOND);
      const late = await deliver(kind, FIRST);
      expect(known(late)).toEqual([
        first.id,
        true,
        'deleted',
        `gelöscht am 10.03.2026, danach kam ein neueres (ID ${second.id})`,
      ]);
      expect(late.message).toBe(
        `Diese Datei ist schon bekannt: ID ${first.id}, gelöscht am 10.03.2026, danach kam ein neueres (ID ${second.id}).`,
      );
      expect(await open()).toEqual([second.id]);
      await remove(kind, second.id);
      expect(known(await deliver(kind, FIRST))).toEqual(known(late));
      expect(await open()).toEqual([]);
      expect((await deliver(kind, SECOND)).known).toBe(false);
    });

    test('several at once after a deletion make one package', async () => {
      await remove(kind, (await deliver(kind, FIRST)).id);
      const answers = await Promise.all([1, 2, 3].map(() => deliver(kind, FIRST)));
      expect(answers.map((answer) => answer.known).sort()).toEqual([false, true, true]);
      expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
      expect(await open()).toEqual([answers[0]?.id]);
    });
  });

  test('an approved one is known with day and approver, reopened it is open, then deleted it may come again', async () => {
    const { id } = await deliver('mdp', FIRST);
    const url = `/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`;
    expect((await sales.put(url, { products: [] })).status).toBe(200);
    const again = await deliver('mdp', FIRST);
    expect([...known(again), again.approved]).toEqual([
      id,
      true,
      'approved',
      'freigegeben am 10.03.2026 von Tobias Sommer',
      true,
    ]);
    expect((await sales.delete(url)).status).toBe(200);
    expect((await deliver('mdp', FIRST)).knownText).toBe('offen');
    await remove('mdp', id);
    expect((await deliver('mdp', FIRST)).known).toBe(false);
  });

  test('one that the clock deleted stays known with the day', async () => {
    const { id } = await deliver('qdp', csv([[c, '8,49', 'Neu']]));
    // flag 0: deleted at the end of the 22nd, on the 23rd
    portal.clock.set('2026-03-24T10:00:00Z');
    await runDueActions(portal.deps);
    expect(await open()).toEqual([]);
    expect(known(await deliver('qdp', csv([[c, '8,49', 'Neu']])))).toEqual([
      id,
      true,
      'expired',
      'automatisch gelöscht am 24.03.2026',
    ]);
  });

  test('an upload by hand is a package of its own and says what became of the same file before', async () => {
    const name = `ZumDurchsehen_OTC_${pharmacy.apoId}_Test_9_3_2026.csv`;
    const send = async (content = FIRST) => {
      const path = `/api/price/lzd/upload/${pharmacy.path}`;
      const { status, body } = await upload(portal, sales, path, { name, content }, { resetChoice: '1' });
      expect(status).toBe(200);
      return body as { id: number; message: string | null };
    };
    const first = await send();
    expect(first.message).toBeNull();
    const second = await send();
    expect(second.message).toBe(`Dieselbe Datei war schon in TruePrice: ID ${first.id}, offen.`);
    await remove('lzd', second.id);
    const third = await send();
    expect(third.message).toBe(`Dieselbe Datei war schon in TruePrice: ID ${second.id}, gelöscht am 10.03.2026.`);
    expect((await send(SECOND)).message).toBeNull();
    expect(await open()).toHaveLength(1);
  });
});

describe('product master', () => {
  /** Rule 3.14: the product master is one for all pharmacies; only the pricing engine's service account changes it. */
  const [known, bare, fresh] = [1, 2, 3].map(testPzn) as [string, string, string];
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let engine: Client;
  let sales: Client;
  let admin: Client;

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: known }, { pzn: bare }]);
    await portal.database.prisma.product.update({
      where: { pzn: known },
      data: {
        name: 'Aspirin',
        content: '20 ST',
        producer: 'Bayer',
        brand: 'Aspirin',
        normSize: 'N1',
        atc: 'N02BA01',
        productGroup: 'OTC',
      },
    });
    engine = await portal.as('Pricing Engine', ['pricing_engine']);
    sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    admin = await portal.as('Petra Hahn', ['solvena_admin', 'pricing_engine']);
  });
  afterEach(() => portal.close());

  const HEAD = 'PZN;TruePrice neu;Produkt;Inhalt;Hersteller;Marke;Normgröße';
  const file = (name: string) =>
    [HEAD, ...[known, bare, fresh].map((pzn) => `${pzn};8,49;${name};99 ST;${name} GmbH;${name};N3`), ''].join('\r\n');
  const products = async () => {
    const rows = await portal.database.prisma.product.findMany({ orderBy: { pzn: 'asc' } });
    return Object.fromEntries(rows.map(({ pzn, ...product }) => [pzn, product]));
  };
  const masterVersion = async () =>
    Number((await portal.database.pool.query('SELECT version FROM product_master')).rows[0].version);
  const intake = (kind: string, client: Client, content: string, group = 'OTC') =>
    upload(portal, client, `/api/intake/${kind}/${pharmacy.crmCompanyId}/${group}`, { name: `${kind}.csv`, content });
  const lzdUpload = (client: Client, content: string, group = 'OTC') =>
    upload(
      portal,
      client,
      `/api/price/lzd/upload/${pharmacy.path}`,
      { name: `ZumDurchsehen_${group}_${pharmacy.apoId}_Test_9_3_2026.csv`, content },
      { resetChoice: '1' },
    );
  const ASPIRIN = {
    name: 'Aspirin',
    content: '20 ST',
    producer: 'Bayer',
    brand: 'Aspirin',
    normSize: 'N1',
    atc: 'N02BA01',
    productGroup: 'OTC',
  };

  describe('what staff deliver', () => {
    const WAYS: [string, () => Promise<{ status: number }>][] = [
      ['an LZD by upload', async () => lzdUpload(sales, file('Falsch'))],
      ['an LZD of another group by upload', async () => lzdUpload(sales, file('Falsch'), 'FREIWAHL')],
      ['an MDP', async () => intake('mdp', sales, file('Falsch'))],
      ['a QDP', async () => intake('qdp', sales, file('Falsch'))],
      ['a QDP of another group', async () => intake('qdp', sales, file('Falsch'), 'HILFSMITTEL')],
      ['an LZD', async () => intake('lzd', sales, file('Falsch'))],
      ['a QDP, with the role of the engine besides', async () => intake('qdp', admin, file('Falsch'))],
    ];

    test.each(WAYS)('%s changes no known product, not what is missing there either', async (_way, send) => {
      const before = await products();
      expect((await send()).status).toBe(200);
      const { [fresh]: added, ...rest } = await products();
      expect(rest).toEqual(before);
      expect(rest[known]).toMatchObject(ASPIRIN);
      if (added)
        expect(added).toMatchObject({
          name: 'Falsch',
          content: '99 ST',
          producer: 'Falsch GmbH',
          brand: 'Falsch',
          normSize: 'N3',
        });
    });

    test('adds what is unknown, with its group; nothing else tells browsers to load names again', async () => {
      const before = await masterVersion();
      expect((await lzdUpload(sales, `${HEAD}\r\n${known};8,49;Falsch;;;;\r\n`)).status).toBe(200);
      expect(await masterVersion()).toBe(before);
      expect((await lzdUpload(sales, `${HEAD}\r\n${fresh};8,49;Neu;;;;\r\n`)).status).toBe(200);
      expect((await products())[fresh]).toMatchObject({ name: 'Neu', producer: '', productGroup: 'OTC' });
      expect(await masterVersion()).toBeGreaterThan(before);
    });

    test('and an approval of it leaves the names of all other lists as they were', async () => {
      const { body } = await lzdUpload(sales, file('Falsch'));
      await sales.get(`/api/price/initapproval/lzd/${pharmacy.apoId}/${body.id}`);
      const approved = await sales.put(`/api/price/approve/lzd/${pharmacy.path}/${body.id}/OTC`, { products: [] });
      expect([approved.status, approved.body.message]).toEqual([200, undefined]);
      expect((await products())[known]).toMatchObject(ASPIRIN);
      const list = (await sales.get(`/api/price/${pharmacy.path}/OTC`)).body.pricelist as {
        pzn: string;
        name: string;
      }[];
      expect(list.find(({ pzn }) => pzn === known)?.name).toBe('Aspirin');
      expect(list.find(({ pzn }) => pzn === fresh)?.name).toBe('Falsch');
    });
  });

  test('the pricing engine changes known products, group among it; what its file leaves out stays', async () => {
    expect(
      (await intake('qdp', engine, `${HEAD}\r\n${known};8,49;Aspirin Neu;;;;\r\n${fresh};1,00;Neu;;;;\r\n`)).status,
    ).toBe(200);
    expect(await products()).toMatchObject({ [known]: { ...ASPIRIN, name: 'Aspirin Neu' }, [fresh]: { name: 'Neu' } });
  });

  test('of staff and engine at once with the same unknown product the engine’s word stays', async () => {
    for (let n = 10; n < 16; n++) {
      const row = (name: string) => `${HEAD}\r\n${testPzn(n)};8,49;${name};;;;\r\n`;
      const answers = await Promise.all([
        lzdUpload(sales, row('Mitarbeiter'), 'FREIWAHL'),
        intake('qdp', engine, row('Preisrechner')),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const product = (await products())[testPzn(n)];
      expect(product).toMatchObject({ name: 'Preisrechner', productGroup: 'OTC' });
    }
  });
});
