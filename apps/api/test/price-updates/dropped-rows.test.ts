import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { commandIn } from '@portal/dev/pages.ts';
import { operate } from '@portal/operate/operate.ts';
import { verifyChain } from '../../src/modules/history-writing/index.ts';
import { dropClosedRows, dropDeletedRows } from '../../src/modules/price-updates/index.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

// Rule 6.34: how long the rows of closed packages are kept.
const [a, b] = [testPzn(1), testPzn(2)];
let portal: TestPortal;
let sales: Client;
let owner: Client;
let pharmacy: SeededPharmacy;
let [approved, deleted, open]: number[] = [];

beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
  approved = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a, b]);
  await done(owner.put(`/api/price/approve/mdp/${pharmacy.path}/${approved}/OTC`, { products: [] }));
  deleted = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a, b]);
  await done(sales.delete(`/api/price/mdp/${deleted}/${pharmacy.path}`));
  open = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a, b]);
});
afterAll(() => portal?.close());

const done = async (answer: PromiseLike<{ body: unknown }>) =>
  expect((await answer).body).toMatchObject({ status: 'OK' });
const page = async (client: Client, id: number | undefined) =>
  (await client.get(`/api/price/mdp/${pharmacy.path}/${id}/OTC`)).status;
const rows = async () =>
  Object.fromEntries(
    await Promise.all(
      ['price_update_item', 'price_update_outcome'].map(async (table) => {
        const { rows } = await portal.database.pool.query<{ id: number; n: number }>(
          `SELECT update_id AS id, count(*)::int AS n FROM ${table} GROUP BY 1`,
        );
        return [table, Object.fromEntries(rows.map(({ id, n }) => [id, n]))] as const;
      }),
    ),
  );
const opens = async (id: number | undefined) => {
  const { body } = await sales.get(`/api/pharmacy/ownhistory/${pharmacy.path}`);
  const entries = body.entries as { update: { id: number; opens: boolean } | null }[];
  return entries.find((entry) => entry.update?.id === id)?.update?.opens;
};

test('of a package that was never approved two years', async () => {
  portal.clock.set('2028-03-08T09:00:00Z');
  await dropDeletedRows(portal.deps);
  expect(await page(sales, deleted)).toBe(200);
  portal.clock.set('2028-03-11T09:00:00Z');
  const before = await portal.database.prisma.historyEntry.count();
  await dropDeletedRows(portal.deps);
  expect(await rows()).toEqual({
    price_update_item: { [Number(approved)]: 2, [Number(open)]: 2 },
    price_update_outcome: { [Number(approved)]: 2 },
  });
  expect([await page(sales, deleted), await page(sales, approved), await page(sales, open)]).toEqual([403, 200, 200]);
  expect([await opens(deleted), await opens(approved)]).toEqual([false, true]);
  expect(await portal.database.prisma.historyEntry.count()).toBe(before);
});

test('one that was approved in part is kept as an approved one', async () => {
  const { pool } = portal.database;
  const id = await seedOpenUpdate(portal.database, pharmacy, 'QDP', 'OTC', [a], { status: -1 });
  await pool.query(
    `INSERT INTO price_update_approval (apo_id, update_id, number, user_name, approved_at, list_version, row_count,
                                        effect_cents, effect_rows, effect_missing, effect_added, effect_leaving)
     VALUES ($1, $2, 1, 'A', '2026-03-09', 1, 1, 0, 0, 0, 0, 0)`,
    [pharmacy.apoId, id],
  );
  await dropDeletedRows(portal.deps);
  expect((await rows()).price_update_item).toMatchObject({ [id]: 1 });
});

test('of an approved one ten calendar years, then an operator drops them; what it did stays', async () => {
  const said: string[] = [];
  const output = { say: (line: string) => void said.push(line), complain: (line: string) => void said.push(line) };
  const year = new Date().getUTCFullYear();
  const command = commandIn('docs/operations.md', 'npm run db:migrate -- drop-rows 2027');
  const drop = (of: number) =>
    operate(
      ['migrate', ...command.replace('2027', String(of)).split(' ').slice(4)],
      { DATABASE_URL: portal.ownerUrl },
      output,
    );
  expect([await drop(year - 10), await drop(year - 11)]).toEqual([1, 0]);
  expect(said).toEqual([
    `Was von ${year - 10} ist, darf erst ab ${year + 1} entfallen.`,
    `0 packages closed until the end of ${year - 11} have no rows any more`,
  ]);
  const now = new Date('2037-01-02T09:00:00Z');
  portal.clock.set(now.toISOString());
  expect(await dropClosedRows(portal.database, new Date('2026-12-31T23:00:00Z'), now)).toBe(2);
  expect(await rows()).toEqual({ price_update_item: { [Number(open)]: 2 }, price_update_outcome: {} });
  expect([await page(owner, approved), await page(sales, approved), await page(owner, open)]).toEqual([403, 403, 200]);
  const reopened = await sales.delete(`/api/price/approve/mdp/${pharmacy.path}/${approved}/OTC`);
  expect(reopened.status).toBe(403);
  expect((await verifyChain(portal.database.pool, pharmacy.apoId)).issues).toEqual([]);
  const { rows: changes } = await portal.database.pool.query('SELECT pzn FROM price_change ORDER BY pzn');
  expect(changes).toEqual([{ pzn: a }, { pzn: b }]);
});
