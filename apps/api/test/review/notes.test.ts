import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { forgetMarks } from '../../src/modules/review/index.ts';
import { testPzn } from '../support/seed.ts';
import { NOW, ok, openStage, type Stage } from '../whole-rows/support.ts';

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
  const { history_id: entry } = (await stage.portal.database.pool.query('SELECT history_id FROM price_change')).rows[0];
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
