import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acquireTestDatabase } from '@portal/dev/test-database.ts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import '../../src/app.ts';
import '../../src/jobs/schedule.ts';
import '../../src/jobs/create-senders.ts';
import '../../src/db/check-rights.ts';
import '../../src/metrics/watch-database.ts';
import { ask, ColumnMismatch, mismatches, STATEMENTS, statement } from '../../src/db/statement.ts';
import { describeStatement } from './describe-statement.ts';

let client: pg.Client;
let drop: () => Promise<void>;
/** Columns of tables that may be null, by the numbers of table and column. */
let nullable: Map<string, string>;
const declared = [...STATEMENTS];

beforeAll(async () => {
  const own = await acquireTestDatabase();
  drop = own.drop;
  client = new pg.Client({ connectionString: own.url });
  await client.connect();
  const { rows } = await client.query<{ place: string; name: string }>(
    `SELECT concat(attrelid::oid, '.', attnum) AS place, attname AS name FROM pg_attribute WHERE attnum > 0 AND NOT attnotnull`,
  );
  nullable = new Map(rows.map(({ place, name }) => [place, name]));
});
afterAll(async () => {
  await client?.end();
  await drop?.();
});

describe('a statement', () => {
  test.each(declared.map((one) => [one.text.trim().replaceAll(/\s+/g, ' ').slice(0, 100), one] as const))(
    'gives the columns it declares: %s',
    async (_, { text, columns }) => {
      const { fields } = await describeStatement(client, text);
      expect(mismatches({ columns }, fields)).toEqual([]);
      const neverNull = fields.filter(({ name }) => !columns[name]?.endsWith('?'));
      const mayBeNull = neverNull.flatMap(({ tableID, columnID }) => nullable.get(`${tableID}.${columnID}`) ?? []);
      expect(mayBeNull.filter((column) => !isNeverNullIn(text, column))).toEqual([]);
    },
  );

  test('is found when a column is missing, too many or of another type', async () => {
    const text = `SELECT 1 AS id, 'x' AS name, now() AS at`;
    const { fields } = await describeStatement(client, text);
    expect(mismatches({ columns: { id: 'bigint', name: 'text', group: 'text' } }, fields)).toEqual([
      'group is declared and not selected',
      'id is declared bigint and has the type 23',
      'at is selected and not declared',
    ]);
    const wrong = statement<{ id: string }>({ id: 'bigint' }, 'SELECT 1 AS id');
    await expect(ask(client as unknown as pg.Pool, wrong)).rejects.toThrow(ColumnMismatch);
  });

  test('that the database does not understand is found', async () => {
    await expect(describeStatement(client, 'SELECT nothing FROM pharmacy')).rejects.toThrow('"nothing" does not exist');
  });
});

/** The statement says so: it asks for those that are not null, or sets the column. */
function isNeverNullIn(text: string, column: string): boolean {
  return new RegExp(`\\b${column} (IS NOT NULL|= \\$)`).test(text);
}

test('only db/ asks the database by itself', () => {
  const source = join(import.meta.dirname, '../../src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.includes('generated'),
  );
  const asking = files.filter((file) => /\.query[<(]/.test(readFileSync(join(source, file), 'utf8')));
  expect(asking.map((file) => file.replaceAll('\\', '/')).filter((file) => !file.startsWith('db/'))).toEqual([]);
});
