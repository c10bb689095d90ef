import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, describe } from '@jest/globals';
import type pg from 'pg';
import { digestSql } from '../src/modules/history-writing/digest-sql.ts';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { verifyHistory } from '../src/modules/history-writing/verify-history.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { edit } from './support/save-stage.ts';
import { type SeededPharmacy, seedList, seedOpenUpdate, seedPharmacy, testPzn } from './support/seed.ts';

describe('the chain', () => {
  // Rule 11.10: what somebody alters beneath the portal is named.
  const COMMAND = fileURLToPath(new URL('../../../tools/operate/src/main.ts', import.meta.url));
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
      'this is not a database of the portal, or its migrations are missing (42P01)',
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
    await expect(verifyHistory(address.href, [], () => undefined)).rejects.toThrow(
      'Connection terminated unexpectedly',
    );
    breaking.close();
  });

  function command(address: string, args: string[] = []) {
    const env = { ...process.env, DATABASE_URL: address };
    return spawnSync(process.execPath, [COMMAND, 'history', ...args], { env, encoding: 'utf8', timeout: 20_000 });
  }
});

describe('every value', () => {
  // Rule 11.10, of every value there is: whichever one somebody alters, its entry is named, or one before it.
  let portal: TestPortal;
  let connection: pg.PoolClient;
  let [pharmacy, other]: SeededPharmacy[] = [];
  const [a, b, c] = [1, 2, 3].map(testPzn) as [string, string, string];

  beforeAll(async () => {
    portal = await startPortal();
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const stages = [await seedPharmacy(portal.database, 1), await seedPharmacy(portal.database, 2)];
    [pharmacy, other] = stages;
    for (const { apoId, path } of stages) {
      await seedList(portal.database, { apoId }, 'OTC', [{ pzn: a }, { pzn: b, avp: null }]);
      await seedList(portal.database, { apoId }, 'FREIWAHL', [{ pzn: c }]);
      const ok = async (answer: PromiseLike<{ body: unknown }>) =>
        expect((await answer).body).toMatchObject({ status: 'OK' });
      const put = (...products: object[]) => ok(sales.put(`/api/price/${path}`, { products }));
      await put(edit(a, 4.5), edit(b, 5.5, { reason: 'Aktion' } as object));
      await put(edit(c, null, { editedIgnore: true }));
      const { body } = await sales.get(`/api/pharmacy/ownhistory/${path}`);
      const undo = `/api/price/undo/${path}/${body.entries[0].id}`;
      await ok(sales.post(undo, { preview: (await sales.get(undo)).body.preview }));
      await ok(sales.post(`/api/pharmacy/approvalflag/${path}/OTC/2`));
      const id = await seedOpenUpdate(portal.database, { apoId }, 'MDP', 'OTC', [a, b]);
      await ok(sales.put(`/api/price/approve/mdp/${path}/${id}/OTC`, { products: [] }));
    }
    connection = await portal.database.pool.connect();
  }, 60_000);
  afterAll(async () => {
    connection?.release();
    await portal?.close();
  });

  type Column = { column: string; type: string; nullable: boolean };
  async function columnsOf(table: string): Promise<Column[]> {
    const { rows } = await connection.query(
      `SELECT column_name AS column, udt_name AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = $1 ORDER BY ordinal_position`,
      [table],
    );
    return rows as Column[];
  }

  /** Other values that a column of this type may have, as SQL of the one it has. */
  const OTHERS: Readonly<Record<string, (column: string) => string[]>> = {
    text: (column) => [`coalesce(${column}, '') || ' '`, `''`, `coalesce(${column}, '') || ',('`],
    int2: (column) => [`coalesce(${column}, 0) + 1`, '-1'],
    int4: (column) => [`coalesce(${column}, 0) + 1`, '0'],
    int8: (column) => [`coalesce(${column}, 0) + 1000`, '0', '-7'],
    numeric: (column) => [`coalesce(${column}, 0) + 0.01`, '0'],
    bool: (column) => [`NOT coalesce(${column}, false)`],
    timestamptz: (column) => [`${column} + interval '1 millisecond'`, `${column} + interval '3 years'`, `'-infinity'`],
    bytea: () => [`'\\x'`, `sha256('')`],
    jsonb: () => [`'{}'`, `'null'`],
  };

  type Step = readonly [sql: string, values: readonly unknown[]];

  /** Alters rows beneath the portal, as a superuser can, and says what is found; nothing of it stays. Undefined where it cannot be. */
  async function found(...steps: Step[]): Promise<readonly string[] | undefined> {
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
    try {
      for (const [sql, values] of steps)
        if ((await connection.query(sql, [...values])).rowCount === 0) return undefined;
      return (await verifyChain(connection, pharmacy?.apoId ?? 0)).issues;
    } catch (error) {
      // a key that is taken, or a pharmacy that does not exist; several servers have no code for it
      if (!/violates (unique|foreign key) constraint/.test(String(error))) throw error;
      return undefined;
    } finally {
      await connection.query('ROLLBACK');
    }
  }

  /**
   * Gives rows to another pharmacy: no server of several alters what says where a row is, so that they are taken away and put in anew.
   * @param where of the rows `t`; $1 is the pharmacy that has them
   */
  function handOver(table: string, { where, from, to }: { where: string; from: number; to: number }): Step[] {
    const copy = `to_jsonb(t) || jsonb_build_object('apo_id', $2::int)`;
    return [
      [
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
       SELECT (jsonb_populate_record(NULL::${table}, ${copy})).* FROM ${table} t WHERE apo_id = $1 AND ${where}`,
        [from, to],
      ],
      [`DELETE FROM ${table} t WHERE apo_id = $1 AND ${where}`, [from]],
    ];
  }

  /** The link of the entry that the first issue names; of the end that was cut off, the link after it. */
  function namedLink(issues: readonly string[]): number {
    const [, link, end] = /link (-?\d+): |now ends with (\d+): /.exec(issues[0] ?? '') ?? [];
    return link === undefined ? Number(end) + 1 : Number(link);
  }

  test('the chain that is altered below has entries with and without changes, of a package and of a way back', async () => {
    expect(await verifyChain(connection, pharmacy?.apoId ?? 0)).toMatchObject({ links: 5, unproved: 0, issues: [] });
    const { rows } = await connection.query(
      `SELECT e.chain_no, e.has_log, e.undoes IS NOT NULL AS undoes, e.mdp_import_id IS NOT NULL AS package,
            (SELECT count(*) FROM price_change c WHERE c.apo_id = e.apo_id AND c.history_id = e.id)::int AS changes
       FROM history_entry e WHERE apo_id = $1 ORDER BY chain_no`,
      [pharmacy?.apoId],
    );
    expect((rows as object[]).map((row) => Object.values(row))).toEqual([
      ['1', true, false, false, 2],
      ['2', true, false, false, 1],
      ['3', true, true, false, 1],
      ['4', false, false, false, 0],
      ['5', true, false, true, 2],
    ]);
  });

  test.each(['history_entry', 'price_change'])('any one value of %s', async (table) => {
    const link = table === 'history_entry' ? 't.id' : 't.history_id';
    const { rows } = await connection.query(
      `SELECT t.id, link.chain_no AS link FROM ${table} t JOIN history_entry link ON link.apo_id = t.apo_id AND link.id = ${link}
      WHERE t.apo_id = $1`,
      [pharmacy?.apoId],
    );
    const unseen = new Set<string>();
    const tried = new Set<string>();
    for (const { column, type, nullable } of await columnsOf(table)) {
      for (const value of [...(OTHERS[type]?.(column) ?? []), ...(nullable ? ['NULL'] : [])]) {
        for (const row of rows as { id: string; link: string }[]) {
          const issues = await found(...(await altered(table, row.id, { column, type, value })));
          if (issues === undefined) continue;
          tried.add(column);
          // A link that is elsewhere now is named by its new number, or missed at the next one.
          if (column === 'chain_no' && issues[0]?.startsWith(`entry ${row.id} of `)) continue;
          const moved = table === 'history_entry' && ['apo_id', 'chain_no'].includes(column);
          if (!(namedLink(issues) <= Number(row.link) + Number(moved))) unseen.add(column);
        }
      }
    }
    // Names are left out, so that they can be taken out.
    expect([...unseen]).toEqual(['user_name']);
    expect((await columnsOf(table)).filter(({ column }) => !tried.has(column))).toEqual([]);
  });

  /** The steps that put another value, as SQL of the one it has, into a column of a row. */
  async function altered(
    table: string,
    id: string,
    { column, type, value }: { column: string; type: string; value: string },
  ): Promise<Step[]> {
    const from = pharmacy?.apoId ?? 0;
    const { rows } = await connection.query(
      `SELECT (${value})::text AS other FROM ${table} WHERE apo_id = $1 AND id = $2`,
      [from, id],
    );
    const { other } = rows[0] as { other: string | null };
    if (column === 'apo_id') return handOver(table, { where: `id = ${BigInt(id)}`, from, to: Number(other) });
    return [
      [
        `UPDATE ${table} SET ${column} = $3::${type} WHERE apo_id = $1 AND id = $2 AND ${column} IS DISTINCT FROM $3::${type}`,
        [from, id, other],
      ],
    ];
  }

  const SWAPPED_CHANGES = `UPDATE price_change c SET history_id = CASE c.history_id WHEN e.id THEN f.id ELSE e.id END
  FROM history_entry e, history_entry f
 WHERE e.apo_id = $1 AND f.apo_id = $1 AND e.chain_no = 2 AND f.chain_no = 3 AND c.apo_id = $1 AND c.history_id IN (e.id, f.id)`;
  test.each([
    ['the changes of two entries are swapped', SWAPPED_CHANGES, 2],
    ['the last two entries are cut off', 'DELETE FROM history_entry WHERE apo_id = $1 AND chain_no > 3', 4],
    ['all changes are gone', 'DELETE FROM price_change WHERE apo_id = $1', 1],
    ['all entries are gone', 'DELETE FROM history_entry WHERE apo_id = $1', 1],
  ])('%s', async (_, sql, link) => {
    const issues = await found([sql, [pharmacy?.apoId]]);
    expect(namedLink(issues ?? [])).toBe(link);
  });

  test('an entry of another pharmacy is put in its place, with its changes', async () => {
    const [to = 0, from = 0] = [pharmacy?.apoId, other?.apoId];
    const { rows } = await connection.query(
      'SELECT id, created_at::text AS at, digest FROM history_entry WHERE apo_id = $1 AND chain_no = 2',
      [from],
    );
    const [{ id, at, digest }] = rows;
    const issues = await found(
      ['DELETE FROM price_change WHERE apo_id = $1 AND pzn = $2', [to, c]],
      ...handOver('price_change', { where: `pzn = '${c}'`, from, to }),
      [
        'UPDATE history_entry SET id = $2, created_at = $3, digest = $4 WHERE apo_id = $1 AND chain_no = 2',
        [to, id, at, digest],
      ],
    );
    expect(namedLink(issues ?? [])).toBe(2);
  });
});

describe('forging', () => {
  // Rule 11.10: with the api's own login nobody alters the history, or adds to it beside the chain, without being found.
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  /** Ids of an entry and of a price change from before the chain, and of the second link. */
  let [oldEntry, oldChange, link]: number[] = [];
  const pzn = testPzn(1);

  beforeAll(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn }]);
    const { pool } = portal.database;
    // The sequences are beyond both ids that the old rows leave free: 2 and 4.
    await pool.query(
      `INSERT INTO history_entry (apo_id, id, created_at, event, user_name, has_log) OVERRIDING SYSTEM VALUE
     SELECT $1, id, '2025-02-03', 'Alt', 'A', true FROM unnest(ARRAY[1, 3]) id`,
      [pharmacy.apoId],
    );
    await pool.query(
      `INSERT INTO price_change (apo_id, id, pzn, product_group, created_at, event, user_name, list_version, history_id)
     SELECT $1, id, $2, 'OTC', '2025-02-03', 'Alt', 'A', 1, 3 FROM unnest(ARRAY[3, 5]) id`,
      [pharmacy.apoId, pzn],
    );
    for (const table of ['history_entry', 'price_change'])
      await pool.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), 10)`);
    await pool.query(
      `INSERT INTO history_unproved (apo_id, last_entry, last_change, entries, changes) VALUES ($1, 3, 5, 2, 2)`,
      [pharmacy.apoId],
    );
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    for (const price of [4.5, 5.5, 6.5]) {
      const answer = await sales.put(`/api/price/${pharmacy.path}`, { products: [edit(pzn, price)] });
      expect(answer.body).toMatchObject({ status: 'OK' });
    }
    const { rows } = await pool.query('SELECT id FROM history_entry WHERE apo_id = $1 AND chain_no = 2', [
      pharmacy.apoId,
    ]);
    [oldEntry, oldChange, link] = [3, 5, Number((rows as { id: string }[])[0]?.id)];
  }, 60_000);
  afterAll(() => portal?.close());

  /**
   * What becomes of statements that somebody runs with the api's login: the code of a refusal, or what the proof says afterwards. Nothing of
   * them stays.
   */
  async function forge(...statements: string[]): Promise<string | readonly string[]> {
    const connection = await portal.deps.database.pool.connect();
    await connection.query('BEGIN');
    try {
      for (const sql of statements)
        await connection.query(
          sql
            .replaceAll('$apo', String(pharmacy.apoId))
            .replaceAll('$link', String(link))
            .replaceAll('$pzn', pzn)
            .replaceAll('$oldEntry', String(oldEntry))
            .replaceAll('$oldChange', String(oldChange)),
        );
      return (await verifyChain(connection, pharmacy.apoId)).issues;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return `${code}: ${message}`;
    } finally {
      await connection.query('ROLLBACK');
      connection.release();
    }
  }

  const entry = (columns: string, values: string) =>
    `INSERT INTO history_entry (apo_id, created_at, event, user_name${columns}) VALUES ($apo, now(), 'x', 'B'${values})`;
  const change = (columns: string, values: string) =>
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version${columns})
   VALUES ($apo, '$pzn', 'OTC', now(), 'x', 'B', 1${values})`;

  test('untouched it holds, with what is unproved', async () => {
    expect(await verifyChain(portal.deps.database.pool, pharmacy.apoId)).toMatchObject({
      links: 3,
      unproved: 2,
      issues: [],
    });
  });

  test.each([
    ['an entry without a link', [entry('', '')], /^entry \d+ has no link: it was inserted$/],
    [
      'an entry with a free id from before the links',
      [entry(', id', ', 2').replace('VALUES', 'OVERRIDING SYSTEM VALUE VALUES')],
      /^entries without a link: 1 inserted$/,
    ],
    ['an entry below all ids', [entry(', id', ', -1')], /^entry -1 has no link: it was inserted$/],
    [
      'an entry with the next number alone',
      [entry(', chain_no, digest', `, 4, ''`)],
      /link 4: it or its price changes/,
    ],
    [
      'an entry with the next number and the head, without its digest',
      [
        entry(', chain_no, digest', `, 4, sha256('x')`),
        `UPDATE history_head SET chain_no = 4, digest = sha256('x') WHERE apo_id = $apo`,
      ],
      /link 4: it or its price changes were altered$/,
    ],
    [
      'an entry whose event looks like other lines',
      [entry(', chain_no, digest', `, 4, ''`).replace(`'x', 'B'`, `E'x)\\n99 pharmacies, 0 altered\\x1b[2K', 'B'`)],
      /^entry \d+ of \S+ \(x\) 99 pharmacies, 0 altered \[2K\), link 4: it or its price changes were altered$/,
    ],
    ['an entry before the first link', [entry(', chain_no, digest', `, 0, ''`)], /link 0: something before it/],
    ['an entry beyond the next number', [entry(', chain_no, digest', `, 6, ''`)], /link 6: something before it/],
    ['a price change of no entry', [change('', '')], /^price change \d+ belongs to no link/],
    [
      'a price change of an entry from before',
      [change(', history_id', ', $oldEntry')],
      /^price change \d+ belongs to no link/,
    ],
    [
      'a price change of an entry from before with a free id',
      [change(', history_id, id', ', $oldEntry, 4')],
      /^price changes without a link: 1 inserted$/,
    ],
    [
      'the id of a price change from before once more, of another moment',
      [change(', history_id, id', ', $oldEntry, $oldChange')],
      /^price changes without a link: 1 inserted$/,
    ],
    ['a price change of a link', [change(', history_id', ', $link')], /link 2: it or its price changes were altered$/],
    [
      'a price change of a link from before the years that are kept',
      [change(', history_id', ', $link').replace('now()', `'1999-01-01'`)],
      /link 2: it or its price changes were altered$/,
    ],
    [
      'the head set back',
      [`UPDATE history_head SET chain_no = 2 WHERE apo_id = $apo`],
      /^the chain ends with link 3, its head says 2: that was altered$/,
    ],
    [
      'the head set to the link before the last',
      [
        `UPDATE history_head h SET chain_no = 2, digest = e.digest FROM history_entry e
        WHERE h.apo_id = $apo AND e.apo_id = $apo AND e.chain_no = 2`,
      ],
      /^the chain ends with link 3, its head says 2: that was altered$/,
    ],
    [
      'the head set forward',
      ['UPDATE history_head SET chain_no = 9 WHERE apo_id = $apo'],
      /^the chain ended with link 9 and now ends with 3: the last entries were removed$/,
    ],
    [
      'the digest of the head',
      [`UPDATE history_head SET digest = sha256('x') WHERE apo_id = $apo`],
      /^the end of the chain, link 3, is not what it was$/,
    ],
  ])('%s is named', async (_, statements, issue) => {
    // The first issue says what was done; a changed end may follow.
    expect((await forge(...statements))[0]).toMatch(issue);
  });

  /** The last two are what several servers say (ADR 65). */
  const DENIED =
    /permission denied|must be (owner|superuser)|append-only|into a distributed table|a distributed sequence/;
  test.each([
    // what is unproved
    ['UPDATE history_unproved SET last_entry = 9999999, last_change = 9999999'],
    ['UPDATE history_unproved SET entries = entries + 1'],
    ['DELETE FROM history_unproved'],
    ['INSERT INTO history_unproved VALUES (1, 9999999, 9999999, 9, 9)'],
    ['INSERT INTO history_unproved VALUES ($apo, 0, 0, 0, 0) ON CONFLICT (apo_id) DO UPDATE SET entries = 3'],
    ['TRUNCATE history_unproved'],
    ['ALTER TABLE history_unproved DISABLE TRIGGER ALL'],
    // rows that are there
    [`UPDATE history_entry SET user_name = 'B' WHERE apo_id = $apo`],
    [`UPDATE history_entry SET chain_no = NULL WHERE apo_id = $apo AND chain_no = 3`],
    ['DELETE FROM history_entry WHERE apo_id = $apo'],
    ['TRUNCATE history_entry CASCADE'],
    ['UPDATE price_change SET new_price = 1 WHERE apo_id = $apo'],
    ['DELETE FROM price_change WHERE apo_id = $apo'],
    ['TRUNCATE price_change'],
    ['DELETE FROM history_head WHERE apo_id = $apo'],
    ['TRUNCATE history_head'],
    [`MERGE INTO history_entry e USING (SELECT 1) s ON e.apo_id = $apo WHEN MATCHED THEN UPDATE SET user_name = 'B'`],
    // years that are said to be dropped, and the tables of years
    [`INSERT INTO price_change_dropped VALUES ('2200-01-01', now(), 0)`],
    ['INSERT INTO price_change_first SELECT * FROM price_change'],
    ['ALTER TABLE price_change DETACH PARTITION price_change_first'],
    // guards
    ['ALTER TABLE history_entry DISABLE TRIGGER ALL'],
    ['ALTER TABLE history_entry DISABLE TRIGGER USER'],
    ['DROP TRIGGER history_entry_append_only ON history_entry'],
    ['ALTER TABLE history_entry DROP COLUMN chain_no'],
    ['ALTER TABLE history_head ALTER COLUMN chain_no DROP DEFAULT'],
    ['SET LOCAL session_replication_role = replica'],
    ['CREATE OR REPLACE FUNCTION refuse_alteration() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$'],
    ['CREATE RULE mine AS ON INSERT TO history_entry DO INSTEAD NOTHING'],
    ['CREATE TRIGGER mine AFTER INSERT ON history_entry EXECUTE FUNCTION refuse_alteration()'],
    // numbers of rows
    [`SELECT setval('history_entry_id_seq', 1)`],
    [`SELECT setval('price_change_id_seq', 1)`],
    ['ALTER SEQUENCE history_entry_id_seq RESTART WITH 1'],
    // other roles
    ['SET LOCAL ROLE postgres'],
    ['CREATE ROLE mine SUPERUSER'],
    ['ALTER ROLE CURRENT_USER SUPERUSER'],
    ['ALTER TABLE history_unproved OWNER TO CURRENT_USER'],
  ])('%s is refused', async (sql) => {
    expect(await forge(sql)).toMatch(DENIED);
  });

  test('a table of the same name in the session of the login alters no proof of anybody else', async () => {
    const connection = await portal.deps.database.pool.connect();
    try {
      await connection.query(`CREATE TEMPORARY TABLE history_unproved AS SELECT 9::int AS n`);
      await connection.query(`CREATE TEMPORARY TABLE price_change (n int)`);
      // The owner's functions, which this login may call, work on the portal's tables all the same.
      await connection.query('SELECT public.add_price_change_years(), public.analyze_price_changes()');
      expect(await verifyChain(portal.database.pool, pharmacy.apoId)).toMatchObject({ unproved: 2, issues: [] });
    } finally {
      connection.release(true);
    }
  });

  test('price changes of a pharmacy that there is not are named, whatever path the login has set', async () => {
    const unknown = 999_999;
    const { pool } = portal.deps.database;
    await pool.query(change('', '').replace('$apo', String(unknown)).replace('$pzn', pzn));
    const inDatabase = `ALTER ROLE CURRENT_USER IN DATABASE "${new URL(portal.databaseUrl).pathname.slice(1)}"`;
    await pool.query(`${inDatabase} SET search_path = pg_temp`);
    try {
      const said: string[] = [];
      expect(await verifyHistory(portal.databaseUrl, [], (line) => said.push(line))).toBe(false);
      expect(said).toEqual([
        expect.stringMatching(/^999999: price change \d+ belongs to no link/),
        '2 pharmacies, 3 links, 2 entries unproved, 1 pharmacies altered',
      ]);
    } finally {
      await pool.query(`${inDatabase} RESET search_path`);
    }
  });
});
