import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { startPortal, type TestPortal } from './support/portal.ts';
import { edit } from './support/save-stage.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

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
    for (const [sql, values] of steps) if ((await connection.query(sql, [...values])).rowCount === 0) return undefined;
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
