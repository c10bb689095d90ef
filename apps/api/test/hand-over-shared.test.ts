import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { handOverShared, pharmaciesSharedIn } from '../src/modules/saved-views/hand-over.ts';
import { openStage, type Stage } from './whole-rows/support.ts';

// Rule 1.13: what somebody shares who leaves goes to the owner.
let stage: Stage;
let subjects: Record<string, string>;
beforeEach(async () => {
  stage = await openStage();
  for (const [client, name] of [
    [stage.deputy, 'Wichtiges'],
    [stage.owner, 'Wichtiges'],
    [stage.deputy, 'Eigenes'],
  ] as const) {
    const view = { address: `q=${name}`, layout: LAYOUT, shared: name === 'Wichtiges' };
    expect((await client.put(`${path()}`, { name, view })).status).toBe(200);
  }
  const { rows } = await stage.portal.database.pool.query('SELECT DISTINCT actor, user_name FROM saved_view');
  subjects = Object.fromEntries(rows.map(({ actor, user_name }) => [user_name, actor]));
});
afterEach(() => stage?.close());

const DEPUTY = 'Jonas Klein';
const LAYOUT = { order: ['pzn'], shown: {}, widths: {}, pins: {}, dense: false };
const path = () => `/api/price/views/${stage.pharmacy.path}/MDP`;

test('under another name where the owner has one of that name; what they did not share stays theirs', async () => {
  const { pool } = stage.portal.database;
  const from = subjects[DEPUTY] ?? '';
  const to = { subject: subjects['Anna Berger'] ?? '', name: 'Anna Berger' };
  const { apoId } = stage.pharmacy;
  await pool.query(
    `INSERT INTO bulk_rule (actor, name, apo_id, user_name, rule, shared, changed_at)
     VALUES ($1, 'Runden', $2, 'x', '{}', true, now()), ($1, 'Anderswo', $2 + 1, 'x', '{}', true, now())`,
    [from, apoId],
  );
  expect(await pharmaciesSharedIn(pool, { from, apoId })).toEqual([apoId]);
  expect(await pharmaciesSharedIn(pool, { from, apoId: null })).toEqual([apoId, apoId + 1]);
  expect(await stage.portal.database.transaction((db) => handOverShared(db, { from, apoId }, to))).toBe(2);
  const views = await pool.query('SELECT actor, name, user_name FROM saved_view ORDER BY name');
  expect(views.rows).toEqual([
    { actor: from, name: 'Eigenes', user_name: DEPUTY },
    { actor: to.subject, name: 'Wichtiges', user_name: 'Anna Berger' },
    { actor: to.subject, name: 'Wichtiges (2)', user_name: 'Anna Berger' },
  ]);
  const rules = await pool.query('SELECT actor, name FROM bulk_rule ORDER BY name');
  expect(rules.rows).toEqual([
    { actor: from, name: 'Anderswo' },
    { actor: to.subject, name: 'Runden' },
  ]);
  expect(await pharmaciesSharedIn(pool, { from, apoId })).toEqual([]);
});
