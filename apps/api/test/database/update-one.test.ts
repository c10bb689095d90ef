import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NoRowChanged, updateOne } from '../../src/db/update-one.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy } from '../support/seed.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
  await seedPharmacy(portal.database, 1);
  await seedPharmacy(portal.database, 2);
});
afterAll(() => portal.close());

const pool = () => portal.deps.database.pool;
const states = async () =>
  (await pool().query('SELECT apo_id, contract_status, user_emails FROM pharmacy ORDER BY apo_id')).rows.map(
    (row: object) => Object.values(row),
  );

test('one row changes, by the names of the schema; the others stay', async () => {
  await pool().query(`UPDATE pharmacy SET contract_status = 0, user_emails = 'x'`);
  await updateOne(pool(), 'pharmacy', { apoId: 500_001, contractStatus: 0 }, { contractStatus: 1, userEmails: null });
  expect(await states()).toEqual([
    [500_001, 1, null],
    [500_002, 0, 'x'],
  ]);
});

test('a row that is in another state than its writer has read is not changed, and the writer learns of it', async () => {
  const before = await states();
  const late = updateOne(pool(), 'pharmacy', { apoId: 500_001, contractStatus: 0 }, { userEmails: 'late' });
  await expect(late).rejects.toThrow(NoRowChanged);
  const gone = updateOne(pool(), 'pharmacy', { apoId: 1 }, { userEmails: 'gone' });
  await expect(gone).rejects.toThrow('pharmacy: 0 rows changed where one was to be');
  expect(await states()).toEqual(before);
});

test('a condition that fits several rows is an issue too, and its transaction ends with nothing changed', async () => {
  const before = await states();
  const several = portal.deps.database.transaction((connection) =>
    updateOne(connection, 'pharmacy', { pilotAccess: true }, { userEmails: 'all' }),
  );
  await expect(several).rejects.toThrow('pharmacy: 2 rows changed where one was to be');
  expect(await states()).toEqual(before);
});
