import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReviewMarkRow } from '@portal/contracts';
import { forgetMarks } from '../../src/modules/review/index.ts';
import type { Client } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { changesOf, NOW, ok, openStage, type Stage } from '../whole-rows/support.ts';

describe('marks', () => {
  // Who has reviewed what of a package and of a list (rule 14.25).
  const [first, second, third, elsewhere] = [1, 2, 3, 4].map(testPzn) as [string, string, string, string];
  /** The stage's clock in seconds. */
  const AT = Date.parse(NOW) / 1000;
  let stage: Stage;
  let id: number;

  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', { [first]: {}, [second]: {}, [third]: { price_type: 1 } });
    id = await stage.update('MDP', { [first]: {}, [second]: {}, [third]: {} });
  });
  afterEach(() => stage?.close());

  const ofPackage = (kind = 'mdp', update = id) =>
    `/api/price/reviewmarks/${kind}/${stage.pharmacy.path}/${update}/OTC`;
  const ofList = () => `/api/price/reviewmarks/${stage.pharmacy.path}/OTC`;
  const mark = (pzn: string, price: number | null = 849): ReviewMarkRow => ({ pzn, price, reviewed: true });
  const clear = (pzn: string): ReviewMarkRow => ({ pzn, price: null, reviewed: false });
  async function put(client: Client, path: string, ...marks: ReviewMarkRow[]): Promise<object> {
    const { status, body } = await client.put(path, { marks });
    expect([status, body.status]).toEqual([200, 'OK']);
    return { marked: body.marked, unmarked: body.unmarked };
  }
  const read = async (client: Client, path: string) => (await client.get(path)).body.persons;
  const person = (userName: string, mine: boolean, pzn: string[], price: (number | null)[], at = AT) => {
    return { userName, mine, marks: { pzn, price, markedAt: pzn.map(() => at) } };
  };

  describe.each([
    ['a package', () => ofPackage()],
    ['a list', ofList],
  ])('of %s', (_, path) => {
    test('everybody sees the marks of each person, with the price they saw', async () => {
      expect(await read(stage.owner, path())).toEqual([]);
      expect(await put(stage.owner, path(), mark(second), mark(first, 899), mark(third, null))).toEqual({
        marked: 3,
        unmarked: 0,
      });
      stage.portal.clock.set('2026-03-10T09:01:00Z');
      await put(stage.deputy, path(), mark(first));
      const owners = [[first, second, third].toSorted(), [899, 849, null]] as const;
      expect(await read(stage.deputy, path())).toEqual([
        person('Jonas Klein', true, [first], [849], AT + 60),
        person('Anna Berger', false, [...owners[0]], [...owners[1]]),
      ]);
      expect((await read(stage.sales, path())).map(({ mine }: { mine: boolean }) => mine)).toEqual([false, false]);
    });

    test('a mark can be taken off by its person; of one product twice the last counts', async () => {
      await put(stage.owner, path(), mark(first), mark(second));
      await put(stage.deputy, path(), mark(first));
      expect(await put(stage.owner, path(), clear(first), clear(third), mark(third), clear(third))).toEqual({
        marked: 0,
        unmarked: 1,
      });
      expect(await read(stage.owner, path())).toEqual(
        [person('Anna Berger', true, [second], [849]), person('Jonas Klein', false, [first], [849])].toSorted((one) =>
          one.userName === 'Anna Berger' ? -1 : 1,
        ),
      );
    });

    test('repeating changes nothing; another price replaces the mark; what it does not hold is passed over', async () => {
      await put(stage.owner, path(), mark(first));
      stage.portal.clock.set('2026-03-11T09:00:00Z');
      expect(await put(stage.owner, path(), mark(first), mark(elsewhere))).toEqual({ marked: 0, unmarked: 0 });
      expect(await read(stage.owner, path())).toEqual([person('Anna Berger', true, [first], [849])]);
      expect(await put(stage.owner, path(), mark(first, 850))).toEqual({ marked: 1, unmarked: 0 });
      expect(await read(stage.owner, path())).toEqual([person('Anna Berger', true, [first], [850], AT + 86_400)]);
    });

    test('marks change neither package nor list, and leave no history', async () => {
      expect(await changesOf(stage, () => put(stage.owner, path(), mark(first)))).toEqual({});
    });

    test('are refused for a mirror, which reads those of its main pharmacy', async () => {
      await put(stage.owner, path(), mark(first));
      const mirror = await seedPharmacy(stage.portal.database, 3, { parentApoId: stage.pharmacy.apoId });
      const there = path().replace(stage.pharmacy.path, mirror.path);
      expect((await stage.sales.put(there, { marks: [mark(second)] })).status).toBe(403);
      expect(await read(stage.sales, there)).toMatchObject([{ userName: 'Anna Berger', marks: { pzn: [first] } }]);
    });
  });

  test('marks of a package, of another one and of the list are apart', async () => {
    const other = await stage.update('QDP', { [first]: {} });
    await put(stage.owner, ofPackage(), mark(first));
    expect([await read(stage.owner, ofList()), await read(stage.owner, ofPackage('qdp', other))]).toEqual([[], []]);
  });

  describe('who may mark a package', () => {
    const status = async (client: Client, path: string) => (await client.put(path, { marks: [mark(first)] })).status;

    test('for everybody who may save its drafts: not one that is approved, nor customers an unreleased LZD', async () => {
      const lzd = await stage.update('LZD', { [first]: {} }, { ready_for_approval: false });
      expect(await status(stage.owner, ofPackage('lzd', lzd))).toBe(403);
      expect((await stage.owner.get(ofPackage('lzd', lzd))).status).toBe(403);
      expect(await status(stage.sales, ofPackage('lzd', lzd))).toBe(200);
      await stage.owner.put(`/api/price/approve/mdp/${stage.pharmacy.path}/${id}/OTC`, { products: [] }).expect(200);
      expect(await status(stage.owner, ofPackage())).toBe(409);
      expect(await status(stage.owner, ofPackage('qdp'))).toBe(404);
    });

    test.each([
      ['none', []],
      ['a price that is none', [mark(first, 0)]],
      ['more than 20,000', Array.from({ length: 20_001 }, () => mark(first))],
    ])('a call of %s is refused', async (_, marks) => {
      expect((await stage.owner.put(ofPackage(), { marks })).status).toBe(422);
      expect(await read(stage.owner, ofPackage())).toEqual([]);
    });
  });

  test('20,000 marks travel in one call', async () => {
    const pzns = Array.from({ length: 20_000 }, (_, n) => testPzn(n));
    const { pool } = stage.portal.database;
    await pool.query(
      `INSERT INTO price_update_item (update_id, pzn, apo_id, position, true_price)
     SELECT $1, pzn, $2, 1, 8.49 FROM unnest($3::text[]) pzn ON CONFLICT DO NOTHING`,
      [id, stage.pharmacy.apoId, pzns],
    );
    await pool.query('UPDATE price_update SET item_count = 20000 WHERE id = $1', [id]);
    expect(await put(stage.owner, ofPackage(), ...pzns.map((pzn) => mark(pzn)))).toEqual({
      marked: 20_000,
      unmarked: 0,
    });
    expect((await read(stage.owner, ofPackage()))[0].marks.pzn).toEqual(pzns.toSorted());
  });
});

describe('notes', () => {
  // Reasons and marks in the logs (rule 10.12), and when marks are removed (rule 14.25).
  const [first, second] = [1, 2].map(testPzn).toSorted() as [string, string];
  let stage: Stage;
  let id: number;

  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', { [first]: {}, [second]: {} });
    id = await stage.update('MDP', { [first]: {}, [second]: {} });
  });
  afterEach(() => stage?.close());

  type Person = Stage['owner'];
  const mark = (who: Person, path: string, pzn: string, price: number) =>
    ok(who.put(`/api/price/reviewmarks/${path}`, { marks: [{ pzn, price, reviewed: true }] }));
  const ofPackage = () => `mdp/${stage.pharmacy.path}/${id}/OTC`;
  const ofList = () => `${stage.pharmacy.path}/OTC`;
  const marked = async () =>
    (await stage.portal.database.pool.query('SELECT update_id, pzn FROM review_mark ORDER BY update_id, pzn')).rows;
  const forget = (now = NOW) => {
    stage.portal.clock.set(now);
    return forgetMarks(stage.portal.deps);
  };
  const approve = () => {
    const edit = { pzn: second, editedPrice: 5, editedPermanent: false, editedIgnore: false };
    const body = { products: [edit], reason: 'Preis des Nachbarn' };
    return ok(stage.owner.put(`/api/price/approve/${ofPackage()}`, body));
  };

  test('the log of an approval says why a price was chosen and who had reviewed it at that price', async () => {
    await mark(stage.deputy, ofPackage(), first, 849);
    await mark(stage.owner, ofPackage(), first, 849);
    await mark(stage.owner, ofPackage(), second, 849);
    await approve();
    const { history_id: entry } = (await stage.portal.database.pool.query('SELECT history_id FROM price_change'))
      .rows[0];
    const log = await stage.sales.get(`/api/price/eventlog/${stage.pharmacy.path}/${entry}`);
    const notes = log.text
      .trim()
      .split('\r\n')
      .map((line) => line.split(';').slice(-2));
    expect(notes).toEqual([
      ['Grund', 'Geprüft von'],
      ['', '"Anna Berger, Jonas Klein"'],
      ['Preis des Nachbarn', ''], // reviewed at 8,49, approved at 5,00
    ]);
  });

  describe('marks are removed', () => {
    test('of deleted packages, those of open and approved ones stay', async () => {
      await mark(stage.owner, ofPackage(), first, 849);
      expect(await forget()).toBe(0);
      await approve();
      expect(await forget()).toBe(0);
      await stage.portal.database.pool.query('UPDATE price_update SET status = -1');
      expect(await forget()).toBe(1);
      await stage.portal.database.pool.query('UPDATE price_update SET status = 1');
    });

    test('of a list once the price is another or the article gone', async () => {
      await mark(stage.owner, ofList(), first, 999);
      await mark(stage.owner, ofList(), second, 849);
      expect(await forget()).toBe(1);
      expect(await marked()).toEqual([{ update_id: 0, pzn: first }]);
      const gone = [stage.pharmacy.apoId, first];
      await stage.portal.database.pool.query('DELETE FROM price_item WHERE apo_id = $1 AND pzn = $2', gone);
      await stage.portal.database.pool.query(
        `UPDATE list_version SET item_count = 1 WHERE apo_id = $1 AND product_group = 'OTC'`,
        gone.slice(0, 1),
      );
      expect(await forget()).toBe(1);
    });

    test('after two years', async () => {
      await mark(stage.owner, ofPackage(), first, 849);
      expect(await forget('2028-03-09T08:59:59Z')).toBe(0);
      expect(await forget('2028-03-09T09:00:01Z')).toBe(1);
    });
  });
});

describe('reasons', () => {
  // Why somebody chose a price of their own, from the edit to the price history (rule 14.28).
  let stage: Stage;
  const [own, other] = [testPzn(1), testPzn(2)];
  beforeEach(async () => {
    stage = await openStage();
    await stage.items('OTC', { [own]: {}, [other]: {} });
  });
  afterEach(() => stage?.close());

  const reasonsOf = async (pzn: string) => {
    const { body } = await stage.owner.get(`/api/price/pricehistory/${stage.pharmacy.path}/${pzn}`);
    return (body as { reason?: string }[]).map((entry) => ('reason' in entry ? entry.reason : '–'));
  };
  const edit = (pzn: string, editedPrice: number | null) => ({
    pzn,
    editedPrice,
    editedPermanent: false,
    editedIgnore: false,
  });
  const send = (step: string, id: number, client: Client, products: object[], reason?: string | null) =>
    client.put(`/api/price/${step}/mdp/${stage.pharmacy.path}/${id}/OTC`, { products, reason });
  const monthly = () => stage.update('MDP', { [own]: {}, [other]: {} });

  const saveList = (priceEdit: number, reason?: string | null) => {
    const products = [{ pzn: own, priceEdit, editedPermanent: false, editedIgnore: false }];
    return stage.owner.put(`/api/price/${stage.pharmacy.path}`, { products, reason });
  };

  test('a save of the price list keeps it with its changes; none and a blank one leave none', async () => {
    await ok(saveList(5, ' Aktion im März '));
    await ok(saveList(6));
    await ok(saveList(7, '  '));
    expect(await reasonsOf(own)).toEqual(['–', '–', 'Aktion im März']);
  });

  test('an approval keeps it with the rows that were sent, and with no other', async () => {
    await ok(send('approve', await monthly(), stage.owner, [edit(own, 5)], 'Preis des Nachbarn'));
    expect([await reasonsOf(own), await reasonsOf(other)]).toEqual([['Preis des Nachbarn'], ['–']]);
  });

  test('a reason waits with its draft until somebody else approves', async () => {
    const id = await monthly();
    await ok(send('save', id, stage.deputy, [edit(own, 5)], 'Aktion'));
    await ok(send('approve', id, stage.owner, [edit(own, 5), edit(other, 6)], 'Preis des Nachbarn'));
    expect([await reasonsOf(own), await reasonsOf(other)]).toEqual([['Aktion'], ['Preis des Nachbarn']]);
  });

  test('a stored draft gets a reason afterwards, which changes no draft; the same person may put it better', async () => {
    const id = await monthly();
    const { version } = await ok(send('save', id, stage.deputy, [edit(own, 5)]));
    expect(await ok(send('save', id, stage.deputy, [edit(own, 5)], 'Aktion'))).toMatchObject({ saved: 0, version });
    expect(await ok(send('save', id, stage.deputy, [edit(own, 5)], 'Aktion im März'))).toMatchObject({
      saved: 0,
      version,
    });
    await ok(send('approve', id, stage.owner, [], 'Preis des Nachbarn'));
    expect(await reasonsOf(own)).toEqual(['Aktion im März']);
  });

  test('another price, or none, takes the reason of the former draft away', async () => {
    const id = await monthly();
    await ok(send('save', id, stage.deputy, [edit(own, 5), edit(other, 5)], 'Aktion'));
    await ok(send('save', id, stage.owner, [edit(own, 6), edit(other, null)]));
    await ok(send('approve', id, stage.owner, []));
    expect([await reasonsOf(own), await reasonsOf(other)]).toEqual([['–'], ['–']]);
  });

  test('a reason has at most 200 characters', async () => {
    await saveList(5, 'x'.repeat(201)).expect(422);
    await ok(saveList(5, 'x'.repeat(200)));
    expect(await reasonsOf(own)).toEqual(['x'.repeat(200)]);
  });
});
