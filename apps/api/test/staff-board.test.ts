import { afterAll, afterEach, beforeAll, beforeEach, expect, test, describe } from '@jest/globals';
import type { AdminOverview, PharmacyListEntry } from '@portal/contracts';
import fc from 'fast-check';
import { noteRun } from '../src/job-run.ts';
import { deliverMessages } from '../src/modules/outbox/deliver-messages.ts';
import { DeliveryError } from '../src/modules/outbox/delivery-error.ts';
import { type Board, createPieces, createStaffBoard, showOpenPackages } from '../src/modules/pharmacies/index.ts';
import { messages, notingSenders } from './outbox/support.ts';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from './support/seed.ts';

describe('the board', () => {
  let portal: TestPortal;
  let main: SeededPharmacy;
  let mirror: SeededPharmacy;
  let other: SeededPharmacy;
  let staff: Client;

  beforeEach(async () => {
    portal = await startPortal('2026-03-20T09:00:00.000Z');
    main = await seedPharmacy(portal.database, 1);
    mirror = await seedPharmacy(portal.database, 2, { parentApoId: main.apoId });
    other = await seedPharmacy(portal.database, 3);
    await seedList(portal.database, main, 'OTC', [{ pzn: testPzn(1) }]);
    staff = await portal.as('Tobias Sommer', ['solvena_sales']);
  });
  afterEach(() => portal.close());

  const query = (sql: string) => portal.database.pool.query(sql);
  const list = async (): Promise<PharmacyListEntry[]> => (await staff.get('/api/solvena/pharmacies')).body.pharmacies;
  const packages = async (): Promise<AdminOverview['packages']> =>
    (await staff.get('/api/admin/overview')).body.packages;
  const seed = (pharmacy: SeededPharmacy, more: object = {}) =>
    seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: testPzn(1) }], more);

  // Rule 11.7.
  test('every change of an open package or a pharmacy is in the next answers', async () => {
    expect(await packages()).toEqual([]);
    const id = await seed(main);
    const [entry, alone] = await list();
    expect([entry?.lzdCount, entry?.pharmacies[0]?.lzdCount, alone?.lzdCount]).toEqual([1, 1, 0]);

    const changes: [string, object][] = [
      ['ready_for_approval = false', { locked: true }],
      ["held_at = '2026-03-20T08:00:00Z', held_rows = 7", { held: { at: '2026-03-20T08:00:00.000Z', rows: 7 } }],
      ['item_count = 9', { itemCount: 9 }],
      ["created_at = '2026-03-01T08:00:00Z'", { createdAt: '2026-03-01T08:00:00.000Z' }],
      ["product_group = 'FREIWAHL'", { productGroup: 'FREIWAHL' }],
      ["kind = 'MDP'", { kind: 'MDP' }],
      ["auto_action = 'approve', auto_action_at = '2026-03-20T08:00:00Z'", { overdue: true }],
      ["auto_action = 'delete'", { deadline: { at: '2026-03-20T08:00:00.000Z', action: 'delete' } }],
    ];
    for (const [change, shown] of changes) {
      await query(`UPDATE price_update SET ${change} WHERE id = ${id}`);
      expect((await packages())[0]).toMatchObject({ id, ...shown });
    }
    await query(`UPDATE pharmacy SET name = 'Adler', active = 3 WHERE apo_id = ${main.apoId}`);
    expect((await packages())[0]).toMatchObject({ pharmacy: 'Adler', cancelled: true, overdue: false, deadline: null });
    expect((await list()).map(({ name, mdpCount }) => [name, mdpCount])).toEqual([
      ['Adler', 1],
      ['Test-Apotheke 3', 0],
    ]);
    await query(`UPDATE pharmacy SET parent_apo_id = NULL WHERE apo_id = ${mirror.apoId}`);
    expect((await list()).map(({ apoId }) => apoId)).toEqual([main.apoId, mirror.apoId, other.apoId]);
    await query(`UPDATE price_update SET status = -1 WHERE id = ${id}`);
    expect(await packages()).toEqual([]);
    await query(`DELETE FROM pharmacy WHERE apo_id = ${other.apoId}`);
    expect((await list()).map(({ apoId }) => apoId)).toEqual([main.apoId, mirror.apoId]);
  });

  test('a change is found that was committed long after newer ones', async () => {
    await seed(main);
    await seed(other);
    // As if others had changed what the instance knows already, minutes after this one was given its version.
    await query(`UPDATE open_work SET version = version + 600000000 WHERE apo_id = ${other.apoId}`);
    expect(await packages()).toHaveLength(2);
    await query(`UPDATE price_update SET item_count = 5 WHERE apo_id = ${main.apoId}`);
    expect((await packages()).map(({ itemCount }) => itemCount).toSorted()).toEqual([1, 5]);
  });

  test('the list of pharmacies has an ETag that changes with it', async () => {
    const first = await staff.get('/api/solvena/pharmacies');
    const etag = String(first.headers.etag);
    const ask = () => staff.get('/api/solvena/pharmacies').set('If-None-Match', etag);
    expect((await ask()).status).toBe(304);
    await seed(other);
    expect((await ask()).status).toBe(200);
  });

  test('of several changes one after the other names and urgencies stay in order', async () => {
    const due = (id: number, day: string) =>
      query(
        `UPDATE price_update SET auto_action = 'approve', auto_action_at = '2026-04-${day}T08:00:00Z' WHERE id = ${id}`,
      );
    const order = async () => (await packages()).map(({ id }) => id);
    const [first, second] = [await seed(main), await seed(other)];
    await due(first, '10');
    await due(second, '20');
    expect(await order()).toEqual([first, second]);
    const third = await seed(other, { productGroup: 'FREIWAHL' });
    await due(third, '15');
    expect(await order()).toEqual([first, third, second]);
    await due(first, '30');
    expect(await order()).toEqual([third, second, first]);
    await due(third, '25');
    expect(await order()).toEqual([second, third, first]);

    expect((await list()).map(({ name }) => name)).toEqual(['Test-Apotheke 1', 'Test-Apotheke 3']);
    await query(`UPDATE pharmacy SET city = 'Ulm' WHERE apo_id = ${mirror.apoId}`);
    expect((await list())[0]?.pharmacies.map(({ city }) => city)).toEqual(['Ulm']);
    await query(`UPDATE pharmacy SET name = 'Zur Post' WHERE apo_id = ${main.apoId}`);
    expect((await list()).map(({ name }) => name)).toEqual(['Test-Apotheke 3', 'Zur Post']);
    await query(`UPDATE pharmacy SET parent_apo_id = ${other.apoId} WHERE apo_id = ${mirror.apoId}`);
    expect((await list()).map(({ pharmacies }) => pharmacies.map(({ apoId }) => apoId))).toEqual([[mirror.apoId], []]);
    await query(`DELETE FROM pharmacy WHERE apo_id = ${mirror.apoId}`);
    expect((await list()).map(({ pharmacies }) => pharmacies)).toEqual([[], []]);
  });
});

describe('its pieces', () => {
  type Item = { id: number; text: string };
  const item = (id: number, text = `{"id":${id},"name":"Bären-Apotheke"}`): Item => ({ id, text });
  const plain = (items: readonly Item[]) => items.map(({ text }) => text).join();
  const many = Array.from({ length: 5_000 }, (_, index) => item(1_000_000 + index));

  test('after any changes the pieces are the whole array', () => {
    const change = fc.record({
      what: fc.constantFrom('change', 'remove', 'insert', 'move', 'turn'),
      at: fc.nat(),
      to: fc.nat(),
      text: fc.string({ unit: 'binary', maxLength: 5 }),
    });
    const items = fc.uniqueArray(fc.nat(), { maxLength: 700 });
    fc.assert(
      fc.property(items, fc.array(change, { maxLength: 12 }), (ids, changes) => {
        const inPieces = createPieces();
        let now = ids.map((id) => item(id));
        const check = () => expect(Buffer.concat(inPieces(now)).toString()).toBe(Buffer.from(plain(now)).toString());
        check();
        for (const { what, at, to, text } of changes) {
          const place = at % Math.max(1, now.length);
          const other = to % Math.max(1, now.length);
          const [one] = now.slice(place, place + 1);
          if (what === 'insert') now = now.toSpliced(place, 0, item(to, text));
          else if (what === 'turn') now = now.toReversed();
          else if (one && what === 'change') now = now.with(place, { ...one, text });
          else if (one && what === 'remove') now = now.toSpliced(place, 1);
          else if (one) now = now.toSpliced(place, 1).toSpliced(other, 0, one);
          check();
        }
      }),
      { numRuns: 200 },
    );
  });

  test('only pieces with another item in them are written again', () => {
    const inPieces = createPieces();
    const before = new Set(inPieces(many));
    const written = (items: readonly Item[]) => inPieces(items).filter((bytes) => !before.has(bytes)).length;
    expect(written(many)).toBe(0);
    expect(written(many.with(2_000, item(1_002_000, '{}')))).toBe(1);
    inPieces(many);
    const pieces = (items: readonly Item[]) => inPieces(items).filter((bytes) => bytes.length > 1);
    const known = new Set(pieces(many));
    // One that comes into the middle is in one piece, or ends one early.
    const grown = pieces(many.toSpliced(2_500, 0, item(42)));
    expect(grown.filter((bytes) => !known.has(bytes)).length).toBeLessThanOrEqual(2);
  });

  test('no piece is longer than 512 items, whatever their numbers are', () => {
    const sizes = (items: readonly Item[]) =>
      createPieces()(items)
        .filter((bytes) => bytes.length > 1)
        .map((bytes) => (JSON.parse(`[${bytes.toString()}]`) as unknown[]).length);
    for (const step of [1, 128, 1024]) {
      const all = sizes(Array.from({ length: 20_000 }, (_, index) => item(index * step)));
      expect(all.reduce((sum, size) => sum + size, 0)).toBe(20_000);
      expect(Math.max(...all)).toBeLessThanOrEqual(512);
      expect(all.length).toBeGreaterThan(80);
      expect(all.length).toBeLessThan(320);
    }
    expect(sizes(Array.from({ length: 2_000 }, () => item(7)))).toEqual([512, 512, 512, 464]);
  });
});

describe('random changes', () => {
  const NOW = new Date('2026-03-20T09:00:00.000Z');
  const PHARMACIES = 12;
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal(NOW.toISOString());
  });
  afterAll(() => portal.close());

  const query = (sql: string) => portal.database.pool.query(sql);
  const shown = ({ pharmacies, packages }: Board) => ({
    pharmacies: pharmacies.map(({ text }) => JSON.parse(text)),
    packages: showOpenPackages(packages, NOW).map(({ text }) => JSON.parse(text)),
  });

  /** What happens to one pharmacy, or to a few at once. */
  const NAMES = ['Adler', 'Bären', 'Zur Post', 'adler', 'Äskulap', 'Adler'];
  const step = fc.record({
    what: fc.constantFrom(
      'name',
      'names',
      'city',
      'active',
      'parent',
      'main',
      'items',
      'due',
      'close',
      'open',
      'delete',
      'insert',
    ),
    one: fc.nat(PHARMACIES - 1),
    other: fc.nat(PHARMACIES - 1),
    number: fc.nat(27),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

  function sqlOf({ what, one, other, number }: Step, ids: readonly number[], added: number): string {
    const [id, second] = [ids[one], ids[other]] as [number, number];
    const name = NAMES[number % NAMES.length];
    const pharmacy = (set: string, where = `apo_id = ${id}`) => `UPDATE pharmacy SET ${set} WHERE ${where}`;
    const packages = (set: string) => `UPDATE price_update SET ${set} WHERE apo_id = ${id}`;
    const isMain = (apoId: number) => `EXISTS (SELECT FROM pharmacy WHERE apo_id = ${apoId} AND parent_apo_id IS NULL)`;
    const hasMirrors = (apoId: number) => `EXISTS (SELECT FROM pharmacy WHERE parent_apo_id = ${apoId})`;
    switch (what) {
      case 'name':
        return pharmacy(`name = '${name}'`);
      case 'names':
        return pharmacy(`name = '${name}' || apo_id % 3`, `apo_id % 5 > ${number % 5}`);
      case 'city':
        return pharmacy(`city = city || '${number}'`);
      case 'active':
        return pharmacy(`active = ${number % 4}`);
      case 'parent':
        return pharmacy(
          `parent_apo_id = ${second}`,
          `apo_id = ${id} AND ${id} <> ${second} AND ${isMain(second)} AND NOT ${hasMirrors(id)}`,
        );
      case 'main':
        return pharmacy('parent_apo_id = NULL');
      case 'items':
        return packages('item_count = item_count + 1');
      case 'due':
        return packages(`auto_action = 'approve', auto_action_at = '2026-03-${number + 1}T08:00:00Z'`);
      case 'close':
        return packages('status = -1');
      case 'open':
        return packages('status = 0');
      case 'delete':
        return `DELETE FROM pharmacy WHERE apo_id > 900000 AND apo_id % 2 = ${number % 2} AND NOT ${hasMirrors(id)}`;
      case 'insert':
        return `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
              VALUES (${900_000 + added}, ${900_000 + added}, 't${added}', '${name}', 'Markt', '10115', 'Berlin', 1, 1)`;
    }
  }

  test('after any changes an instance shows what one does that reads everything', async () => {
    const ids: number[] = [];
    for (let index = 1; index <= PHARMACIES; index += 1) {
      const pharmacy = await seedPharmacy(portal.database, index);
      ids.push(pharmacy.apoId);
      await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
      if (index % 3 > 0) await seedUpdate(portal.database, pharmacy, 'LZD', [{ pzn: testPzn(1) }]);
    }
    let added = 0;
    // Kept across runs, so that it is as old as an instance gets.
    const read = createStaffBoard(portal.deps.database.pool);
    let last = await read();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
        for (const steps of rounds) {
          for (const one of steps) await query(sqlOf(one, ids, (added += 1)));
          const before = JSON.stringify(shown(last));
          const now = await read();
          expect(JSON.stringify(shown(last))).toBe(before);
          const expected = shown(await createStaffBoard(portal.deps.database.pool)());
          expect(shown(now)).toEqual(expected);
          if (now.key === last.key) expect(JSON.stringify(expected)).toBe(before);
          last = now;
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('the overview', () => {
  const NOW = '2026-03-20T09:00:00.000Z';
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let admin: Client;
  const PZN = testPzn(1);

  beforeEach(async () => {
    portal = await startPortal(NOW);
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: PZN }]);
    admin = await portal.as('Petra Hahn', ['solvena_admin']);
  });
  afterEach(() => portal.close());

  const overview = async (): Promise<AdminOverview> => (await admin.get('/api/admin/overview')).body;
  const refuse = () =>
    Promise.reject(new DeliveryError('Das Kundencenter hat mit 422 geantwortet.', { hopeless: true }));
  const deleteMdp = async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
    expect((await admin.delete(`/api/price/mdp/${id}/${pharmacy.apoId}/${pharmacy.token}`)).status).toBe(200);
    return id;
  };

  // Rule 11.7.
  test('lists the open packages of all pharmacies, the most urgent first, with what the clock will do', async () => {
    const cancelled = await seedPharmacy(portal.database, 2, { active: 3 });
    const due = (at: string, action = 'approve') => ({ autoActionAt: new Date(at), autoAction: action });
    const seed = (kind: 'MDP' | 'QDP' | 'LZD', more: object, at = pharmacy) =>
      seedUpdate(portal.database, at, kind, [{ pzn: PZN }], more);
    const later = await seed('QDP', due('2026-03-22T23:00:00Z', 'delete'));
    const overdue = await seed('MDP', due('2026-03-20T08:00:00Z'));
    const skipped = await seed('MDP', due('2026-03-19T23:00:00Z'), cancelled);
    const justDue = await seed('MDP', { ...due('2026-03-20T08:55:00Z'), productGroup: 'FREIWAHL' });
    const locked = await seed('LZD', { readyForApproval: false });
    await seed('MDP', { status: -1, productGroup: 'HILFSMITTEL' });

    const { packages, packageTotal, at } = await overview();
    expect(at).toBe(NOW);
    expect(packageTotal).toBe(5);
    expect(packages.map(({ id, overdue: late, locked: shut, cancelled: gone }) => [id, late, shut, gone])).toEqual([
      [skipped, false, false, true],
      [overdue, true, false, false],
      [justDue, false, false, false],
      [later, false, false, false],
      [locked, false, true, false],
    ]);
    expect(packages[3]).toEqual({
      id: later,
      kind: 'QDP',
      productGroup: 'OTC',
      apoId: pharmacy.apoId,
      crmCompanyId: pharmacy.crmCompanyId,
      token: pharmacy.token,
      pharmacy: 'Test-Apotheke 1',
      city: 'Berlin',
      itemCount: 1,
      createdAt: '2026-03-09T08:00:00.000Z',
      deadline: { at: '2026-03-22T23:00:00.000Z', action: 'delete' },
      held: null,
      overdue: false,
      doubted: false,
      locked: false,
      cancelled: false,
    });
  });

  test('keeps to the most urgent of very many and says how many there are', async () => {
    await portal.database.pool.query(
      `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     SELECT 600000 + n, 800000 + n, 'token-' || n, 'Apotheke ' || n, 'Markt', '10115', 'Berlin', 1, 1 FROM generate_series(1, 1000) n`,
    );
    await portal.database.pool.query(
      `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action, item_count)
     SELECT kind, apo_id, product_group, '2026-03-19', '2026-03-19', '2026-03-24'::timestamptz + apo_id * interval '1 second', 'approve', 1
       FROM pharmacy, unnest(ARRAY['MDP', 'QDP', 'LZD']) kind, unnest(ARRAY['OTC', 'FREIWAHL', 'HILFSMITTEL']) product_group
      WHERE apo_id > 600000`,
    );
    const { packages, packageTotal } = await overview();
    expect([packages.length, packageTotal]).toEqual([9000, 9000]);
    const board = await createStaffBoard(portal.deps.database.pool)();
    const few = showOpenPackages(board.packages, new Date(NOW), 10).map(({ text }) => JSON.parse(text));
    expect(few.map(({ apoId }) => apoId)).toEqual([...Array<number>(9).fill(600_001), 600_002]);
  });

  test('shows undelivered messages, the dead ones first; one sent again arrives, and who did so is known', async () => {
    const { deps } = portal;
    const id = await deleteMdp();
    await deliverMessages({
      ...deps,
      senders: {
        logExport: refuse,
        taskClosed: refuse,
        pharmacy: refuse,
        notice: refuse,
        noticeConfirmation: refuse,
        delivery: refuse,
      },
    });
    await admin.post('/api/price/exportLogs', { changedSince: null });

    const before = await overview();
    expect(before.messageTotal).toBe(2);
    expect(before.messages).toMatchObject([
      {
        kind: 'taskClosed',
        status: 'dead',
        attempts: 1,
        nextAttemptAt: null,
        lastError: 'Das Kundencenter hat mit 422 geantwortet.',
        to: null,
        task: { kind: 'MDP', importId: id, productGroup: 'OTC' },
        pharmacy: {
          apoId: pharmacy.apoId,
          crmCompanyId: pharmacy.crmCompanyId,
          token: pharmacy.token,
          name: 'Test-Apotheke 1',
        },
      },
      {
        kind: 'logExport',
        status: 'waiting',
        attempts: 0,
        to: 'petra.hahn@portal.example',
        task: null,
        pharmacy: null,
      },
    ]);
    const [dead, waiting] = before.messages.map((message) => message.id);

    expect((await admin.post(`/api/admin/messages/${waiting}/redeliver`)).status).toBe(409);
    expect((await admin.post('/api/admin/messages/999999/redeliver')).status).toBe(404);
    expect((await admin.post(`/api/admin/messages/${dead}/redeliver`)).body).toEqual({ status: 'OK' });
    expect((await admin.post(`/api/admin/messages/${dead}/redeliver`)).status).toBe(409);
    const senders = notingSenders();
    await deliverMessages({ ...deps, senders });
    expect(senders.sent).toHaveLength(2);
    expect((await overview()).messages).toEqual([]);

    const { events } = (await admin.get(`/api/admin/messages/${dead}/events`)).body;
    expect(events).toEqual([
      { at: NOW, event: 'sent', detail: null, userName: 'System' },
      { at: NOW, event: 'redelivered', detail: null, userName: 'Petra Hahn' },
      { at: NOW, event: 'gaveUp', detail: 'Das Kundencenter hat mit 422 geantwortet.', userName: 'System' },
    ]);
    expect((await admin.get('/api/admin/messages/999999/events')).status).toBe(404);
    const history = await portal.database.prisma.historyEntry.findFirst({ orderBy: { id: 'desc' } });
    expect(history).toMatchObject({
      event: 'Meldung an das Kundencenter erneut zugestellt',
      userName: 'Petra Hahn',
      mdpImportId: id,
      productType: 'OTC',
    });
  });

  test('of two who send a dead message again at once one wins', async () => {
    await deleteMdp();
    await deliverMessages({
      ...portal.deps,
      senders: {
        logExport: refuse,
        taskClosed: refuse,
        pharmacy: refuse,
        notice: refuse,
        noticeConfirmation: refuse,
        delivery: refuse,
      },
    });
    const id = (await messages(portal))[0]?.id;
    const answers = await Promise.all([1, 2].map(() => admin.post(`/api/admin/messages/${id}/redeliver`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('tells which jobs have not run for too long, and why one failed', async () => {
    expect((await overview()).jobs).toEqual(
      ['dueActions', 'periods', 'notices', 'deliveries', 'forgetting'].map((name) => ({
        name,
        lastRunAt: null,
        error: null,
        overdue: true,
      })),
    );
    await noteRun(portal.deps, 'dueActions', async () => undefined);
    await noteRun(portal.deps, 'deliveries', () => Promise.reject(new Error('kaputt')));
    portal.clock.set('2026-03-20T09:10:00.001Z');
    await noteRun(portal.deps, 'forgetting', async () => undefined);
    expect((await overview()).jobs).toEqual([
      { name: 'dueActions', lastRunAt: NOW, error: null, overdue: true },
      { name: 'periods', lastRunAt: null, error: null, overdue: true },
      { name: 'notices', lastRunAt: null, error: null, overdue: true },
      { name: 'deliveries', lastRunAt: NOW, error: 'kaputt', overdue: true },
      { name: 'forgetting', lastRunAt: '2026-03-20T09:10:00.001Z', error: null, overdue: false },
    ]);
  });
});
