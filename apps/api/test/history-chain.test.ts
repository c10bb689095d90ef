import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { digestSql } from '../src/modules/history-writing/digest-sql.ts';
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

const ENTRY = '(500001,2,4711,1772442000.123000,OTC,"Preise geändert",,,,t,anna,f,,)';
const CHANGES = [
  '(17,00010017,OTC,1772442000.123000,"Preise geändert",anna,9.99,5.00,6.50,0,2,3,"So, und ""anders""")',
  '(18,00010023,OTC,1772442000.123000,"Preise geändert",,,,7.00,,1,3,)',
];
test.each([
  ['its changes in the order of their ids', 4711, `0a0b${ENTRY}${CHANGES.join('')}`],
  ['none', 4712, `0a0b${ENTRY.replace('4711', '4712')}`],
])('the digest of an entry is of the same text as ever: %s', async (_, id, text) => {
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN');
  await connection.query(
    `INSERT INTO price_change (apo_id, id, history_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                               old_type, new_type, list_version, reason)
     VALUES (500001, 18, 4711, '00010023', 'OTC', $1, $2, 'A', NULL, NULL, NULL, 7, NULL, 1, 3, NULL),
            (500001, 17, 4711, '00010017', 'OTC', $1, $2, 'A', 'anna', 9.99, 5, 6.5, 0, 2, 3, $3)`,
    ['2026-03-02T09:00:00.123Z', 'Preise geändert', 'So, und "anders"'],
  );
  const { rows } = await connection.query(
    `SELECT encode(${digestSql('e', String.raw`'\x0a0b'::bytea`, { apoId: '$1', id: 'e.id' })}, 'hex') AS digest
       FROM (SELECT $1::int AS apo_id, 2::bigint AS chain_no, $2::bigint AS id, $3::timestamptz AS created_at, 'OTC'::text AS product_type,
                    $4::text AS event, NULL::int AS mdp_import_id, NULL::int AS qdp_import_id, NULL::int AS lzd_import_id, true AS has_log,
                    'anna'::text AS actor, false AS by_staff, NULL::bigint AS undoes, NULL::jsonb AS details) e`,
    [500_001, id, '2026-03-02T09:00:00.123Z', 'Preise geändert'],
  );
  await connection.query('ROLLBACK');
  connection.release();
  expect(rows).toEqual([{ digest: createHash('sha256').update(text).digest('hex') }]);
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

test.each([
  [
    'a price change below all ids of the portal',
    `INSERT INTO price_change (apo_id, id, pzn, product_group, created_at, event, user_name, list_version)
     VALUES ($1, -5, '${testPzn(1)}', 'OTC', now(), 'E', 'A', 1)`,
    /^price change -5 belongs to no link/,
  ],
  [
    'an entry below all ids of the portal',
    `INSERT INTO history_entry (apo_id, id, created_at, event, user_name) VALUES ($1, -5, now(), 'E', 'A')`,
    /^entry -5 has no link: it was inserted$/,
  ],
  [
    'an entry at no moment',
    `UPDATE history_entry SET created_at = 'infinity' WHERE apo_id = $1 AND chain_no = 2`,
    /^entry \d+ of no moment \(Preisliste gespeichert\), link 2: it or its price changes were altered$/,
  ],
  [
    'a head set back alone',
    'UPDATE history_head SET chain_no = 2 WHERE apo_id = $1',
    /^the chain ends with link 3, its head says 2: that was altered$/,
  ],
  [
    'years that are said to be dropped, with what they hold',
    `UPDATE price_change SET new_price = 1 WHERE apo_id = $1 AND pzn = '${testPzn(1)}' AND new_price = 5.5`,
    /link 2: it or its price changes were altered$/,
    `INSERT INTO price_change_dropped VALUES ('2200-01-01', now(), 0)`,
  ],
])('%s is named', async (_, sql, what, before = 'SELECT') => {
  const connection = await portal.database.pool.connect();
  await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
  await connection.query(before);
  expect((await connection.query(sql, [pharmacies[0]?.apoId])).rowCount).toBe(1);
  const { issues } = await verifyChain(connection, pharmacies[0]?.apoId ?? 0);
  await connection.query('ROLLBACK');
  connection.release();
  expect(issues).toEqual([expect.stringMatching(what)]);
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
  const twoServers = portal.databaseUrl.replace('@', '@127.0.0.1:1,');
  expect(await verifyHistory(twoServers, [whole.apoId], () => undefined)).toBe(true);
  lines.length = 0;
  expect(await verifyHistory(portal.databaseUrl, [], (line) => lines.push(line))).toBe(false);
  expect(lines[0]).toMatch(new RegExp(`^${altered.apoId}: entry `));
  expect(lines.at(-1)).toMatch(/^7 pharmacies, .* 5 pharmacies altered$/);
});

test('the history of a pharmacy that was taken out of the table of pharmacies is proved all the same', async () => {
  const altered = pharmacies[1] as SeededPharmacy;
  const { rows } = await portal.database.pool.query('SELECT * FROM pharmacy WHERE apo_id = $1', [altered.apoId]);
  await beneath('DELETE FROM pharmacy WHERE apo_id = $1', [altered.apoId]);
  const lines: string[] = [];
  expect(await verifyHistory(portal.databaseUrl, [altered.apoId], (line) => lines.push(line))).toBe(false);
  expect(lines[0]).toMatch(new RegExp(`^${altered.apoId}: entry `));
  await beneath('INSERT INTO pharmacy SELECT * FROM json_populate_record(NULL::pharmacy, $1)', [
    JSON.stringify(rows[0]),
  ]);
});

test.each([
  [
    // 28P01 where it asks for passwords, 28000 where it trusts any role
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
  const { status, stdout, stderr } = command(address);
  expect([status, stdout, stderr.replace(/^Nothing is proved. DATABASE_URL: |\.\n$/g, '')]).toEqual([2, '', said]);
});

test('the command does not wait for a server that takes connections and says nothing', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const { status, stdout, stderr } = command(`postgresql://portal@127.0.0.1:${port}/portal`);
  silent.close();
  expect([status, stdout, stderr]).toEqual([
    2,
    '',
    'Nothing is proved. DATABASE_URL: no server answers at this address (ETIMEDOUT).\n',
  ]);
}, 30_000);

test.each([
  ['a pharmacy that does not exist', 'there is no pharmacy 4711999', ['4711999'], () => portal.databaseUrl],
  ['an address that is none', 'Invalid URL', [], () => 'postgresql://nowhere:99999999/portal'],
])('the command does not take for an alteration: %s', (_, said, args, address) => {
  const { status, stdout, stderr } = command(address(), args);
  expect([status, stdout, stderr]).toEqual([2, '', `Not all is proved: ${said}.\n`]);
});

test('a connection that breaks off in the middle is an error, and no end of the process', async () => {
  const { hostname, port } = new URL(portal.databaseUrl);
  const breaking = createServer((socket) => {
    const server = connect(Number(port) || 5432, hostname);
    server.on('error', () => undefined).pipe(socket.on('error', () => undefined));
    socket.on('data', (bytes) => (bytes.includes('history_head') ? socket.destroy() : server.write(bytes)));
    socket.on('close', () => server.destroy());
  }).listen(0, '127.0.0.1');
  await once(breaking, 'listening');
  const address = Object.assign(new URL(portal.databaseUrl), {
    host: `127.0.0.1:${(breaking.address() as AddressInfo).port}`,
  });
  await expect(verifyHistory(address.href, [], () => undefined)).rejects.toThrow('Connection terminated unexpectedly');
  breaking.close();
});

function command(address: string, args: string[] = []) {
  const env = { ...process.env, DATABASE_URL: address };
  return spawnSync(process.execPath, [COMMAND, ...args], { env, encoding: 'utf8', timeout: 20_000 });
}
