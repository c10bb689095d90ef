import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { calculated, edit, openStage, own, type Stage } from './approval-stage.ts';
import { seedUpdate } from './support.ts';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const rows = [
  { pzn: calculated, truePrice: '5.00' },
  { pzn: own, truePrice: '6.00' },
];
const stateAt = (kind: string, id: number) => `/api/price/state/${kind}/${stage.pharmacy.path}/${id}/OTC`;

test('what became of a package, from its arrival to its approval (rule 6.25)', async () => {
  const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'MDP', rows);
  const loaded = await stage.owner.get(stage.at('mdp', id));
  const first = await stage.owner.get(stateAt('MDP', id));
  expect(first.status).toBe(200);
  expect(first.body).toEqual({
    approvalStatus: 0,
    version: loaded.body.version,
    approver: null,
    approvalDate: null,
    deletedAt: null,
    drafts: [],
    parts: 0,
  });

  await stage.save(stage.deputy, 'mdp', id, [edit(calculated, 7)]);
  await stage.save(stage.owner, 'mdp', id, [edit(own, 8)]);
  const saved = await stage.owner.get(stateAt('MDP', id));
  expect(saved.body.version).toBeGreaterThan(first.body.version);
  expect(saved.body.drafts).toEqual([
    { userName: 'Anna Berger', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
    { userName: 'Jonas Klein', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
  ]);

  await stage.approve(stage.sales, 'mdp', id);
  const approved = await stage.owner.get(stateAt('MDP', id));
  expect(approved.body).toMatchObject({
    approvalStatus: 1,
    approver: 'Tobias Sommer',
    approvalDate: '2026-03-10T09:00:00.000Z',
    deletedAt: null,
  });
});

test('who saved drafts last, and when; what an approval stored on the way has no such moment (rule 6.25)', async () => {
  const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'MDP', rows);
  await stage.save(stage.deputy, 'mdp', id, [edit(calculated, 7)]);
  stage.portal.clock.set('2026-03-10T09:05:00.000Z');
  await stage.save(stage.owner, 'mdp', id, [edit(own, 8)]);
  const drafts = async () => (await stage.owner.get(stateAt('MDP', id))).body.drafts;
  expect(await drafts()).toEqual([
    { userName: 'Anna Berger', count: 1, savedAt: '2026-03-10T09:05:00.000Z' },
    { userName: 'Jonas Klein', count: 1, savedAt: '2026-03-10T09:00:00.000Z' },
  ]);
  // the deputy's second save takes the owner's row over
  stage.portal.clock.set('2026-03-10T09:10:00.000Z');
  await stage.save(stage.deputy, 'mdp', id, [edit(own, 9)]);
  expect(await drafts()).toEqual([{ userName: 'Jonas Klein', count: 2, savedAt: '2026-03-10T09:10:00.000Z' }]);

  const other = await seedUpdate(stage.portal.database, stage.pharmacy, 'QDP', rows);
  await stage.approve(stage.sales, 'qdp', other, [edit(calculated, 7)]);
  const approved = await stage.owner.get(stateAt('QDP', other));
  expect(approved.body.drafts).toEqual([{ userName: 'Tobias Sommer', count: 1, savedAt: null }]);
});

test('a deleted package is gone for the pharmacy and dated for staff; another kind or pharmacy has no such package', async () => {
  const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'QDP', rows);
  expect((await stage.owner.get(stateAt('MDP', id))).status).toBe(404);
  await stage.sales.delete(`/api/price/qdp/${id}/${stage.pharmacy.path}`);
  expect((await stage.owner.get(stateAt('QDP', id))).status).toBe(403);
  const { body } = await stage.sales.get(stateAt('QDP', id));
  expect([body.approvalStatus, body.deletedAt]).toEqual([-1, '2026-03-10T09:00:00.000Z']);
});

test('an LZD that is not released tells the pharmacy nothing', async () => {
  const id = await seedUpdate(stage.portal.database, stage.pharmacy, 'LZD', rows, { readyForApproval: false });
  expect((await stage.owner.get(stateAt('LZD', id))).status).toBe(403);
  expect((await stage.sales.get(stateAt('LZD', id))).status).toBe(200);
});
