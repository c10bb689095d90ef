import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { ReviewMarkRow } from '@portal/contracts';
import type { Client } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';
import { changesOf, NOW, openStage, type Stage } from '../whole-rows/support.ts';

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

const ofPackage = (kind = 'mdp', update = id) => `/api/price/reviewmarks/${kind}/${stage.pharmacy.path}/${update}/OTC`;
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
  expect(await put(stage.owner, ofPackage(), ...pzns.map((pzn) => mark(pzn)))).toEqual({ marked: 20_000, unmarked: 0 });
  expect((await read(stage.owner, ofPackage()))[0].marks.pzn).toEqual(pzns.toSorted());
});
