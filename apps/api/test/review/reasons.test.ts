import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Client } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';
import { ok, openStage, type Stage } from '../whole-rows/support.ts';

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
