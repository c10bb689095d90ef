import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ENDPOINTS, UNDO_ROWS } from '@portal/contracts';
import { edit } from '../support/save-stage.ts';
import { seedList, testPzn } from '../support/seed.ts';
import { openUndoStage, type UndoStage } from './support.ts';

const ROWS = 20_000;
const CHANGED_SINCE = 1_500;
const pzns = Array.from({ length: ROWS }, (_, n) => testPzn(1_000 + n * 2));

let stage: UndoStage;
beforeAll(async () => {
  stage = await openUndoStage();
  await seedList(
    stage.portal.database,
    stage.pharmacy,
    'HILFSMITTEL',
    pzns.map((pzn) => ({ pzn })),
  );
  // never analyzed, as in a fresh or just restored database
  for (const table of ['product', 'list_version', 'price_item', 'price_change_first', 'history_entry'])
    await stage.portal.database.pool.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
});
afterAll(() => stage?.close());

const saved: number[] = [];

// Rules 3.39 and 11.9.
test('20,000 rows are saved, and 1,500 of them again', async () => {
  const { owner, deputy, save, newest } = stage;
  expect(
    (
      await save(
        owner,
        pzns.map((pzn) => edit(pzn, 5.55)),
      )
    ).body,
  ).toMatchObject({ changed: ROWS });
  saved.push(await newest());
  const again = pzns.slice(0, CHANGED_SINCE).map((pzn) => edit(pzn, 6.66));
  expect((await save(deputy, again)).body).toMatchObject({ changed: CHANGED_SINCE });
});

test('their preview counts all and names the first thousand of each kind', async () => {
  const preview = ENDPOINTS.previewUndo.answer.parse(await stage.previewOf(stage.owner, saved[0] as number));
  expect([preview.restored.total, preview.restored.rows.length]).toEqual([ROWS - CHANGED_SINCE, UNDO_ROWS]);
  expect([preview.left.total, preview.left.rows.length]).toEqual([CHANGED_SINCE, UNDO_ROWS]);
});

test('they are taken back at once', async () => {
  const answer = await stage.undo(stage.owner, saved[0] as number);
  expect(answer.body).toEqual({ status: 'OK', restored: ROWS - CHANGED_SINCE, left: CHANGED_SINCE });
  const { rows } = await stage.portal.database.pool.query(
    `SELECT price_type, manual_price::text AS price, count(*)::int FROM price_item
      WHERE apo_id = $1 AND product_group = 'HILFSMITTEL' GROUP BY 1, 2 ORDER BY 1`,
    [stage.pharmacy.apoId],
  );
  expect(rows).toEqual([
    { price_type: 0, price: null, count: ROWS - CHANGED_SINCE },
    { price_type: 2, price: '6.66', count: CHANGED_SINCE },
  ]);
});

test('the page of the history counts them', async () => {
  const [undone, again, first] = await stage.entriesOf(stage.owner);
  expect([undone?.changed, again?.changed, first?.changed]).toEqual([ROWS - CHANGED_SINCE, CHANGED_SINCE, ROWS]);
});
