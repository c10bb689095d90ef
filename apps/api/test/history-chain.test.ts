import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { verifyHistory } from '../src/modules/history-writing/verify-history.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { edit } from './support/save-stage.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

// Rule 11.10: what somebody alters beneath the portal is named.
const COMMAND = fileURLToPath(new URL('../../../scripts/verify-history.mjs', import.meta.url));
let portal: TestPortal;
let sales: Client;
let pharmacies: SeededPharmacy[];

beforeAll(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  pharmacies = await Promise.all(Array.from({ length: 7 }, (_, n) => seedPharmacy(portal.database, n + 1)));
  for (const pharmacy of pharmacies) {
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }, { pzn: testPzn(2) }]);
    for (const price of [4.5, 5.5, 6.5]) await save(pharmacy, price);
  }
}, 60_000);
afterAll(() => portal?.close());

async function save({ path }: SeededPharmacy, price: number): Promise<void> {
  const answer = await sales.put(`/api/price/${path}`, { products: [1, 2].map((n) => edit(testPzn(n), price)) });
  expect(answer.body).toMatchObject({ status: 'OK' });
}

const check = (pharmacy: SeededPharmacy | undefined) => verifyChain(portal.database.pool, pharmacy?.apoId ?? 0);
const entries = async (pharmacy: SeededPharmacy | undefined) =>
  (
    await portal.database.prisma.historyEntry.findMany({
      where: { apoId: pharmacy?.apoId ?? 0 },
      orderBy: { chainNo: 'asc' },
    })
  ).map(({ id }) => Number(id));

/** What a superuser can do: triggers off, and whatever he likes. */
async function beneath(sql: string, values: unknown[]): Promise<void> {
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
  expect((await connection.query(sql, values)).rowCount).toBe(1);
  await connection.query('COMMIT');
  connection.release();
}

test('a chain that nobody has touched holds, also once a name was taken out', async () => {
  expect(await check(pharmacies[0])).toMatchObject({ links: 3, unproved: 0, issues: [] });
  const [first] = await entries(pharmacies[0]);
  await beneath(`UPDATE history_entry SET user_name = 'gelöscht' WHERE apo_id = $1 AND id = $2`, [
    pharmacies[0]?.apoId,
    first,
  ]);
  expect(await check(pharmacies[0])).toMatchObject({ issues: [] });
});

test.each([
  [1, 'UPDATE history_entry SET actor = NULL WHERE apo_id = $1 AND id = $2', 'it or its price changes were altered'],
  [
    2,
    "UPDATE price_change SET new_price = 6.49 WHERE apo_id = $1 AND history_id = $2 AND pzn = '" + testPzn(2) + "'",
    'it or its price changes were altered',
  ],
  [
    3,
    "DELETE FROM price_change WHERE apo_id = $1 AND history_id = $2 AND pzn = '" + testPzn(1) + "'",
    'it or its price changes were altered',
  ],
])('pharmacy %d: %s is found at its entry', async (n, sql, what) => {
  const [, second] = await entries(pharmacies[n]);
  await beneath(sql, [pharmacies[n]?.apoId, second]);
  const { issues } = await check(pharmacies[n]);
  expect(issues).toEqual([expect.stringMatching(new RegExp(`^entry ${second} of .*, link 2: ${what}$`))]);
});

test('an entry that was removed is missed at the next one, the last one at the end', async () => {
  const [first, second, third] = await entries(pharmacies[4]);
  const of = pharmacies[4]?.apoId;
  await beneath('DELETE FROM history_entry WHERE apo_id = $1 AND id = $2', [of, third]);
  const lost = await check(pharmacies[4]);
  expect(lost.issues).toContain('the chain ended with link 3 and now ends with 2: the last entries were removed');
  await beneath('DELETE FROM history_entry WHERE apo_id = $1 AND id = $2', [of, first]);
  const { issues } = await check(pharmacies[4]);
  expect(issues[0]).toMatch(new RegExp(`^entry ${second} of .*, link 2: something before it was removed$`));
  expect(issues.at(-1)).toMatch(/^price change \d+ belongs to no link/);
});

test('an entry and a price change that were put in beside the chain are named', async () => {
  const of = pharmacies[5]?.apoId;
  await beneath(`INSERT INTO history_entry (apo_id, created_at, event, user_name) SELECT $1, now(), $2, 'A'`, [
    of,
    'Preise geändert',
  ]);
  await beneath(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version) SELECT $1, $2, 'OTC', now(), 'E', 'A', 1`,
    [of, testPzn(1)],
  );
  const { issues } = await check(pharmacies[5]);
  expect(issues).toEqual([
    expect.stringMatching(/^entry \d+ has no link: it was inserted$/),
    expect.stringMatching(/^price change \d+ belongs to no link/),
  ]);
});

test('writers at once give one chain', async () => {
  const of = pharmacies[6];
  const { path } = of as SeededPharmacy;
  const answers = await Promise.all(
    ['OTC', 'FREIWAHL', 'HILFSMITTEL'].flatMap((group) =>
      [1, 2].map((flag) => sales.post(`/api/pharmacy/approvalflag/${path}/${group}/${flag}`)),
    ),
  );
  expect(answers.map(({ status }) => status)).toContain(200);
  const { links, issues } = await check(of);
  expect(issues).toEqual([]);
  expect(links).toBe((await entries(of)).length);
});

test('the command says what is wrong, and how the chains of named pharmacies end', async () => {
  const lines: string[] = [];
  const [whole, altered] = pharmacies as [SeededPharmacy, SeededPharmacy];
  expect(await verifyHistory(portal.databaseUrl, [whole.apoId], (line) => lines.push(line))).toBe(true);
  expect(lines).toEqual([
    expect.stringMatching(new RegExp(`^${whole.apoId}: 3 links, end [0-9a-f]{64}$`)),
    '1 pharmacies, 3 links, 0 entries unproved, 0 pharmacies altered',
  ]);
  lines.length = 0;
  expect(await verifyHistory(portal.databaseUrl, [], (line) => lines.push(line))).toBe(false);
  expect(lines[0]).toMatch(new RegExp(`^${altered.apoId}: entry `));
  expect(lines.at(-1)).toMatch(/^7 pharmacies, .* 5 pharmacies altered$/);
});

test.each([
  [
    // 28P01 where it asks for passwords, 28000 where it trusts whoever has a role
    'another login',
    { username: 'nobody', password: 'wrong' },
    expect.stringMatching(/^the server refuses this login (or its password \(28P01\)|from here \(28000\))$/),
  ],
  ['another database', { pathname: '/none' }, 'the server has no database of this name (3D000)'],
  [
    'a database without a portal',
    { pathname: '/postgres' },
    'this is no database of the portal, or its migrations are missing (42P01)',
  ],
  ['a server that is not there', { port: '1' }, 'no server answers at this address (ECONNREFUSED)'],
])('the command says what is wrong with its address: %s', (_, change, said) => {
  const address = Object.assign(new URL(portal.database.pool.options.connectionString as string), change).href;
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND], {
    env: { ...process.env, DATABASE_URL: address },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr.replace(/^Nothing is proved. DATABASE_URL: |\.\n$/g, '')]).toEqual([2, '', said]);
});
