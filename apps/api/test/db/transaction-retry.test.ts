import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TRANSACTION_ATTEMPTS } from '../../src/db/retry.ts';
import { SYSTEM, writeHistory } from '../../src/modules/history-writing/write-history.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy } from '../support/seed.ts';

let portal: TestPortal;
const [one, two] = [500_001, 500_002];

beforeAll(async () => {
  portal = await startPortal();
  for (const n of [1, 2]) await seedList(portal.database, await seedPharmacy(portal.database, n), 'OTC', []);
});
afterAll(() => portal.close());

// Rule 13.13.
test('of two transactions that deadlock both come to their end, and nothing is done twice', async () => {
  let attempts = 0;
  const bothHold = meeting(2);
  const lockBoth = (first: number, second: number) =>
    portal.deps.database.transaction(async (connection) => {
      attempts += 1;
      const at = portal.clock.now();
      await writeHistory(connection, { apoId: first, at, event: `zuerst ${first}`, actor: SYSTEM, hasLog: false });
      await connection.query('UPDATE list_version SET item_count = item_count + 1 WHERE apo_id = $1', [first]);
      await bothHold();
      await connection.query('UPDATE list_version SET item_count = item_count + 1 WHERE apo_id = $1', [second]);
      return first;
    });
  expect(await Promise.all([lockBoth(one, two), lockBoth(two, one)])).toEqual([one, two]);
  expect(attempts).toBe(3);
  const { rows } = await portal.database.pool.query<{ count: number; entries: number }>(
    `SELECT item_count AS count, (SELECT count(*)::int FROM history_entry h WHERE h.apo_id = l.apo_id) AS entries
       FROM list_version l ORDER BY apo_id`,
  );
  expect(rows).toEqual([
    { count: 2, entries: 1 },
    { count: 2, entries: 1 },
  ]);
});

test.each([
  ['a deadlock', '40P01', 5],
  ['a serialization failure', '40001', 5],
  ['a lock that was not to be had', '55P03', 1],
])('after %s the work is done again, but not for ever', async (_, code, attempts) => {
  let seen = 0;
  const failing = portal.deps.database.transaction(async (connection) => {
    seen += 1;
    await connection.query(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`);
  });
  await expect(failing).rejects.toMatchObject({ code });
  expect([seen, TRANSACTION_ATTEMPTS]).toEqual([attempts, 5]);
});

/** Lets no caller pass before `count` have come; later ones pass at once. */
function meeting(count: number): () => Promise<void> {
  let come = 0;
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  return () => {
    come += 1;
    if (come >= count) open();
    return gate;
  };
}
