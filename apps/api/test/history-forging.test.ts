import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { verifyHistory } from '../src/modules/history-writing/verify-history.ts';
import { startPortal, type TestPortal } from './support/portal.ts';
import { edit } from './support/save-stage.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

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
  ['an entry with the next number alone', [entry(', chain_no, digest', `, 4, ''`)], /link 4: it or its price changes/],
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
