import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, describe } from '@jest/globals';
import { freePort } from '@portal/dev/free-ports.ts';
import { undistribute } from '@portal/migrate/distribute.ts';
import { pino } from 'pino';
import { cutParts, lengthOf, linesOf } from '../../src/db/byte-parts.ts';
import { openDatabase } from '../../src/db/database.ts';
import { plainArray } from '../../src/db/plain-array.ts';
import { cutOff } from '../../src/db/primary-client.ts';
import { TRANSACTION_ATTEMPTS } from '../../src/db/retry.ts';
import { findPrimary, serverUrls } from '../../src/db/servers.ts';
import { createWriterLimit } from '../../src/db/writer-limit.ts';
import { isTransientError } from '../../src/http/transient-errors.ts';
import { SYSTEM, writeHistory } from '../../src/modules/history-writing/write-history.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, testPzn } from '../support/seed.ts';

describe('servers', () => {
  const silent = pino({ level: 'silent' });
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  /** The address of the test's database, with a server in front of it where nobody listens. */
  async function twoServers(): Promise<string> {
    return portal.databaseUrl.replace(/@([^/]+)\//, `@127.0.0.1:${await freePort()},$1/`);
  }

  test.each([
    ['postgresql://u:p@a:5432/portal', ['postgresql://u:p@a:5432/portal']],
    [
      'postgresql://u:p@a,b:5433,[::1]:5434/portal?sslmode=require',
      [
        'postgresql://u:p@a/portal?sslmode=require',
        'postgresql://u:p@b:5433/portal?sslmode=require',
        'postgresql://u:p@[::1]:5434/portal?sslmode=require',
      ],
    ],
    ['postgresql://u:a,b@c/portal', ['postgresql://u:a,b@c/portal']],
  ])('%s stands for its servers', (url, servers) => {
    expect(serverUrls(url)).toEqual(servers);
  });

  test('of several servers the one that answers and may be written to is used, by pg and by Prisma', async () => {
    const url = await twoServers();
    expect((await findPrimary(serverUrls(url))).url).toBe(serverUrls(url)[1]);
    const database = openDatabase({ url, pool: 2 }, silent);
    try {
      expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
      expect(await database.prisma.pharmacy.count()).toBe(0);
    } finally {
      await database.close();
    }
  });

  test('a server that is read-only is not used, and the caller is told to come again', async () => {
    const url = `${portal.databaseUrl}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
    await expect(findPrimary([url])).rejects.toThrow('none of 1 database servers may be written to');
    const error: unknown = await findPrimary([url]).catch((thrown: unknown) => thrown);
    expect(isTransientError(error)).toBe(true);
  });

  test('a write to a server that has become read-only fails as passing, and ends the connection', async () => {
    const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
    try {
      const { rows: before } = await database.pool.query('SELECT pg_backend_pid() AS pid');
      const refused: unknown = await database
        .transaction(async (connection) => {
          await connection.query('SET TRANSACTION READ ONLY');
          await connection.query('DELETE FROM saved_view');
        })
        .catch((thrown: unknown) => thrown);
      expect(refused).toMatchObject({ code: '25006' });
      expect(isTransientError(refused)).toBe(true);
      const { rows: after } = await database.pool.query('SELECT pg_backend_pid() AS pid');
      expect(after).not.toEqual(before);
    } finally {
      await database.close();
    }
  });

  test.each([
    ['failure on connection marked as essential: 10.0.0.7:5432', 'XX000', true],
    [
      'server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally',
      'XX000',
      true,
    ],
    ['terminating connection due to administrator command', 'XX000', true],
    ['cache lookup failed for relation 16384', 'XX000', false],
    ['failure on connection marked as essential: 10.0.0.7:5432', '22000', false],
  ])('of several servers one is lost: %s, with %s, passes: %s', (message, code, passes) => {
    expect(isTransientError(Object.assign(new Error(message), { code }))).toBe(passes);
  });

  test('a connection that is broken off fails its query as passing and is never given out again', async () => {
    const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
    try {
      const lost = database
        .transaction(async (connection) => {
          const late = connection.query(`SELECT 'late' AS answer, pg_sleep(0.2)`);
          setTimeout(() => cutOff(connection, 'the database server does not answer'), 20);
          await late;
        })
        .catch((thrown: unknown) => thrown);
      const next = database.pool.query(`SELECT 'own' AS answer`);
      expect(isTransientError(await lost)).toBe(true);
      expect((await next).rows).toEqual([{ answer: 'own' }]);
    } finally {
      await database.close();
    }
  });

  test('an answer after the wait for the replica was ended is none, though the server acknowledges it', async () => {
    const database = openDatabase({ url: portal.databaseUrl, pool: 1 }, silent);
    const connection = await database.pool.connect();
    try {
      // What PostgreSQL says then comes with the acknowledgement, in one piece.
      connection.once('notice', () => connection.emit('notice', { routine: 'SyncRepWaitForLSN' }));
      const answer = connection.query(`DO $$ BEGIN RAISE NOTICE 'first'; END $$`);
      const error: unknown = await answer.catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ name: 'NoPrimary', code: '08006' });
      expect(isTransientError(error)).toBe(true);
    } finally {
      connection.release(true);
      await database.close();
    }
  });
});

describe('transactions run again', () => {
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
    // Once more where the victim is the first to come back.
    expect(attempts).toBeGreaterThanOrEqual(3);
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
});

describe('writers', () => {
  let portal: TestPortal;
  beforeEach(async () => {
    portal = await startPortal();
  });
  afterEach(() => portal.close());

  const settled = (work: Promise<unknown>) => work.then(String, (error: Error) => error);

  test('writers that wait leave a third of the connections to readers, and one without a slot learns it in time', async () => {
    const database = openDatabase({ url: portal.databaseUrl, pool: 3 }, portal.deps.logger);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const bothBegun = Promise.withResolvers<void>();
    const write = () =>
      database.transaction(async (connection) => {
        await connection.query('SELECT 1');
        begun += 1;
        if (begun === 2) bothBegun.resolve();
        await held;
        return 'written';
      });
    const writers = [write(), write()].map(settled);
    const late = [write(), database.write((db) => db.query('SELECT 1'))].map(settled);
    await bothBegun.promise;
    // The third connection: whatever reads, also a transaction that does nothing else.
    for (let call = 0; call < 5; call += 1) {
      expect((await database.pool.query('SELECT 7 AS n')).rows).toEqual([{ n: 7 }]);
      const read = database.transaction((db) => db.query('SELECT 8 AS n'), { readsOnly: true });
      expect((await read).rows).toEqual([{ n: 8 }]);
    }
    expect(begun).toBe(2);
    const refused = await Promise.all(late);
    expect(refused.map(isTransientError)).toEqual([true, true]);
    release();
    expect(await Promise.all(writers)).toEqual(['written', 'written']);
    expect(await settled(write())).toBe('written');
    await database.close();
  });

  test.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [4, 3],
    [6, 4],
    [12, 8],
    [200, 134],
  ])('of %d connections writers may hold %d', async (connections, slots) => {
    const asWriter = createWriterLimit(connections, 60_000);
    let begun = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const work = Array.from({ length: connections }, () =>
      asWriter(async () => {
        begun += 1;
        await held;
      }),
    );
    await Promise.resolve();
    expect(begun).toBe(slots);
    release();
    await Promise.all(work);
    expect(begun).toBe(connections);
  });

  test('a slot is free again after an error, and goes to the writer that waits longest', async () => {
    const asWriter = createWriterLimit(2, 60_000);
    const order: string[] = [];
    const fail = asWriter(async () => {
      await Promise.resolve();
      throw new Error('it fails');
    });
    const others = ['first', 'second'].map((name) => asWriter(async () => void order.push(name)));
    await expect(fail).rejects.toThrow('it fails');
    await Promise.all(others);
    expect(order).toEqual(['first', 'second']);
  });
});

describe('parts of bytes', () => {
  const parts = ['ab', 'c\nde', '\n\nf', '', 'g'].map((text) => Buffer.from(text));
  const texts = (cut: readonly Buffer[]) => cut.map(String);

  test.each([
    [0, 2, ['ab']],
    [1, 3, ['b', 'c']],
    [3, 6, ['\nde']],
    [5, 8, ['e', '\n\n']],
    [8, undefined, ['f', '', 'g']],
    [10, undefined, []],
    [0, 0, []],
  ])('bytes from %i to %p are cut without being copied', (from, to, expected) => {
    const cut = cutParts(parts, from, to);
    expect(texts(cut)).toEqual(expected);
    for (const each of cut) expect(parts.some((part) => part.buffer === each.buffer)).toBe(true);
  });

  test('lines go over the ends of parts', () => {
    const lines = linesOf(parts);
    expect(lines.map((line) => texts(line).join(''))).toEqual(['abc', 'de', '', 'fg']);
    expect(linesOf([])).toEqual([[]]);
    expect(lengthOf(parts)).toBe(10);
  });
});

describe('plain arrays', () => {
  test('an array of numbers and nothing is a parameter', () => {
    expect(plainArray([1, null, 25])).toBe('{1,NULL,25}');
  });
});

describe('rows without a price', () => {
  const MIGRATION = new URL(
    '../../../../prisma/migrations/20261122050000_no_product_without_a_price/migration.sql',
    import.meta.url,
  );

  test('rows without any price become the exclusions they were at the till; history, log, counts and version say so', async () => {
    const portal = await startPortal();
    const { pool, prisma } = portal.database;
    const pharmacy = await seedPharmacy(portal.database, 1);
    await undistribute(portal.ownerUrl); // the migration is older than installations on several servers
    await pool.query('ALTER TABLE price_item DROP CONSTRAINT price_item_has_price');
    const [bare, priced, own] = [1, 2, 3].map(testPzn) as [string, string, string];
    await seedList(portal.database, pharmacy, 'OTC', [
      { pzn: bare, calculated: null },
      { pzn: priced },
      { pzn: own, calculated: null, type: 2, manual: '4.00' },
    ]);
    await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: testPzn(4) }]);
    await pool.query(await readFile(MIGRATION, 'utf8'));
    const items = await prisma.priceItem.findMany({ where: { productGroup: 'OTC' }, orderBy: { pzn: 'asc' } });
    expect(items.map(({ pzn, priceType }) => [pzn, priceType])).toEqual([
      [bare, 1],
      [priced, 0],
      [own, 2],
    ]);
    const lists = await prisma.listVersion.findMany({ orderBy: { productGroup: 'asc' } });
    expect(lists.map((list) => [list.productGroup, list.itemCount, list.negativeCount, list.version > 1n])).toEqual([
      ['FREIWAHL', 1, 0, false],
      ['OTC', 2, 1, true],
    ]);
    expect(await prisma.historyEntry.findMany()).toMatchObject([
      { productType: 'OTC', event: 'Artikel ohne Preis als Ausschluss geführt', hasLog: true, userName: 'System' },
    ]);
    expect(await prisma.priceChange.findMany()).toMatchObject([{ pzn: bare, oldType: 0, newType: 1, newPrice: null }]);
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });
});
