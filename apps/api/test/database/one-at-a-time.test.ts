import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, test, describe } from '@jest/globals';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { copyInto } from '../../src/db/copy-text.ts';
import { choiceOf, primaryClientOf } from '../../src/db/primary-client.ts';
import { readJsonBytes } from '../../src/db/read-json.ts';
import { ask, prepared, statement } from '../../src/db/statement.ts';
import { NoRowChanged, updateOne } from '../../src/db/update-one.ts';
import { NO_NESTED_LOOPS, withoutNestedLoops } from '../../src/db/without-nested-loops.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, testPzn } from '../support/seed.ts';

describe('one at a time', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const AT_ONCE = /a query was sent while another is still running on this connection/;

  test('a second query on a connection that is still at the first is refused, and the first one goes on', async () => {
    await portal.database.transaction(async (connection) => {
      const first = connection.query('SELECT pg_sleep(0.05), 1 AS one');
      await expect(connection.query('SELECT 2 AS two')).rejects.toThrow(AT_ONCE);
      expect((await first).rows).toMatchObject([{ one: 1 }]);
      expect((await connection.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
    });
  });

  test('a query with a callback and a COPY are refused likewise', async () => {
    await portal.database.transaction(async (connection) => {
      await connection.query('CREATE TEMP TABLE lines (line text) ON COMMIT DROP');
      const first = connection.query('SELECT pg_sleep(0.05)');
      const told = new Promise((resolve) => connection.query('SELECT 1', (error: Error) => resolve(error.message)));
      expect(() => connection.query(copyFrom('COPY lines FROM STDIN'))).toThrow(AT_ONCE);
      expect(await told).toMatch(AT_ONCE);
      await first;
      await pipeline(Readable.from(['a\n']), connection.query(copyFrom('COPY lines FROM STDIN')));
      expect((await connection.query('SELECT line FROM lines')).rows).toEqual([{ line: 'a' }]);
    });
  });

  test('the error of parallel work in a transaction is what its caller gets, and the connection serves on', async () => {
    const parallel = portal.database.transaction((connection) =>
      Promise.all(['SELECT 1', 'SELECT 2', 'SELECT 3'].map((sql) => connection.query(sql))),
    );
    await expect(parallel).rejects.toThrow(AT_ONCE);
    expect((await portal.database.pool.query('SELECT 4 AS four')).rows).toEqual([{ four: 4 }]);
  });

  test('a prepared statement is planned anew after its column got another type, within a transaction', async () => {
    const { database } = portal;
    await database.pool.query('CREATE TABLE prepared_probe (value int)');
    await database.pool.query('INSERT INTO prepared_probe VALUES (7)');
    const read = () =>
      database.transaction(async (connection) => {
        const { rows } = await connection.query({ name: 'probe', text: 'SELECT value FROM prepared_probe' });
        return rows[0];
      });
    expect(await read()).toEqual({ value: 7 });
    await database.pool.query('ALTER TABLE prepared_probe ALTER value TYPE text');
    expect(await read()).toEqual({ value: '7' });
    await database.pool.query('DROP TABLE prepared_probe');
  });

  test('a statement prepared under a setting does not take the plan that was made without it', async () => {
    const asked = statement<{ pairs: number }>(
      { pairs: 'int' },
      'SELECT count(*)::int AS pairs FROM pharmacy a JOIN pharmacy b USING (apo_id)',
    );
    const statements = await portal.database.transaction(async (connection) => {
      await ask(connection, prepared(asked));
      await withoutNestedLoops(connection, () => ask(connection, prepared(asked, NO_NESTED_LOOPS)));
      return connection.query('SELECT FROM pg_prepared_statements WHERE statement = $1', [asked.text]);
    });
    expect(statements.rowCount).toBe(2);
  });

  test('a stream that fails on its way into the database leaves its connection free for the roll-back', async () => {
    const { pool } = portal.database;
    const before = pool.totalCount;
    const broken = portal.database.transaction(async (connection) => {
      await connection.query('CREATE TEMP TABLE lines (line text) ON COMMIT DROP');
      await copyInto(
        connection,
        'lines',
        (async function* () {
          yield 'a\n';
          throw new Error('the file ends here');
        })(),
      );
    });
    await expect(broken).rejects.toThrow('the file ends here');
    expect(pool.totalCount).toBe(before);
  });

  test('Prisma writes a list that needs several statements, one after the other', async () => {
    const { prisma } = portal.database;
    const data = Array.from({ length: 8_000 }, (_, n) => ({
      pzn: testPzn(n),
      name: `Produkt ${n}`,
      producer: 'Muster',
    }));
    expect(await prisma.product.createMany({ data })).toEqual({ count: 8_000 });
    const names = await prisma.$transaction(async (transaction) => {
      const both = await Promise.all([
        transaction.product.findUnique({ where: { pzn: testPzn(1) }, include: { listings: true } }),
        transaction.product.findUnique({ where: { pzn: testPzn(2) }, include: { listings: true } }),
        transaction.product.count(),
      ]);
      return [both[0]?.name, both[1]?.name, both[2]];
    });
    expect(names).toEqual(['Produkt 1', 'Produkt 2', 8_000]);
  });

  test('a connection that has given a list as bytes is free for the next query, however the answer was cut into packets', async () => {
    const Client = primaryClientOf(choiceOf([portal.databaseUrl]));
    const pool = new pg.Pool({ connectionString: portal.databaseUrl, Client, max: 1 });
    try {
      // Lengths about those of the buffers in between, so that the end of the answer falls everywhere.
      for (let length = 65_300; length < 65_700; length += 2) {
        const read = readJsonBytes(pool, `SELECT repeat('x', ${length})`);
        const next = pool.query('SELECT 1 AS one');
        const json = await read;
        expect([json.length, (await next).rows]).toEqual([length, [{ one: 1 }]]);
      }
    } finally {
      await pool.end();
    }
  });

  /** A database whose next BEGIN fails, as where somebody cancels it. */
  function withFailingBegin() {
    const connect = portal.database.pool.connect.bind(portal.database.pool) as () => Promise<pg.PoolClient>;
    const failing = async () => {
      portal.database.pool.connect = connect as typeof portal.database.pool.connect;
      const connection = await connect();
      const query = connection.query.bind(connection) as (...asked: unknown[]) => Promise<unknown>;
      connection.query = ((...asked: unknown[]) => {
        connection.query = query as typeof connection.query;
        return query(...(asked[0] === 'BEGIN' ? ['SELECT 1 / 0'] : asked));
      }) as typeof connection.query;
      return connection;
    };
    portal.database.pool.connect = failing as typeof portal.database.pool.connect;
  }

  test('without a transaction nothing is written', async () => {
    const { pool } = portal.database;
    await pool.query('CREATE TABLE IF NOT EXISTS written (line text)');
    withFailingBegin();
    const failing = portal.database.transaction(async (connection) => {
      await connection.query('SELECT 1');
      await connection.query(`INSERT INTO written VALUES ('outside')`);
    });
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect((await pool.query('SELECT line FROM written')).rows).toEqual([]);
  });

  test('a transaction that ignores a failed statement does not succeed', async () => {
    const passing = portal.database.transaction(async (connection) => {
      await connection.query('SELECT 1 / 0').catch(() => undefined);
    });
    await expect(passing).rejects.toThrow('COMMIT was answered by ROLLBACK');
  });
});

describe('one row', () => {
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
    await expect(gone).rejects.toThrow('pharmacy: 0 rows changed where 1 were to be');
    expect(await states()).toEqual(before);
  });

  test('a condition that fits several rows is an issue too, and its transaction ends with nothing changed', async () => {
    const before = await states();
    const several = portal.deps.database.transaction((connection) =>
      updateOne(connection, 'pharmacy', { pilotAccess: true }, { userEmails: 'all' }),
    );
    await expect(several).rejects.toThrow('pharmacy: 2 rows changed where 1 were to be');
    expect(await states()).toEqual(before);
  });
});
