import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import '../../src/jobs/create-senders.ts';
import '../../src/metrics/watch-database.ts';
import { STATEMENTS } from '../../src/db/statement.ts';
import { checkPortal } from '../model/check.ts';
import { type ModelPortal, openPortal } from '../model/portal.ts';
import { foreignRows } from '../support/foreign-rows.ts';
import { describeStatement } from './describe-statement.ts';

// A statement of one pharmacy comes upon that pharmacy's rows and no others (ADR 63): those that
// are declared, and those that the portal puts together while people and the clock work.

/** Words of the statements that are about all pharmacies, or lead to one by something else. */
const OF_ALL = [
  'FROM price_update u JOIN pharmacy p USING (apo_id) WHERE u.status = 0 AND u.auto_action_at <= $1', // the clock
  'extract(epoch FROM told.moment)', // mails that are due
  'FROM price_update u JOIN pharmacy p USING (apo_id) WHERE u.status = 0 ORDER BY u.auto_action_at', // the staff's overview
  'FROM price_update WHERE status = 0', // what the staff see of all
  'FROM open_work',
  "WHERE u.kind IN ('LZD') AND (u.status = 0 OR u.status > 0 AND u.approved_at > $1)",
  'WHERE (c.created_at, c.id) > ($1, $2::bigint)', // the log export
  'FROM notice_link WHERE hash = $1', // a link of a mail names no pharmacy
  'FROM price_period d JOIN pharmacy p USING (apo_id)', // the clock
  "FROM outbox WHERE status = 'waiting') AS waiting", // metrics
  'FROM delivery d JOIN pharmacy p USING (apo_id)', // refused ones, by their number and all of them
  "FROM delivery WHERE state = 'open'",
  "WHERE u.product_changes->>'state' = 'held'", // articles that wait for the staff's decision
  'UPDATE delivery SET reminded_at', // the clock
  // what the clock forgets
  "FROM price_period WHERE state = 'ended' AND ended_at < $1",
  'FROM review_mark m WHERE marked_at < $1',
  'FROM notice_address WHERE confirmed_at IS NULL AND created_at <= $1',
  'FROM notice_link WHERE expires_at <= $1',
  'FROM lzd_reminder WHERE sent_at <= $1',
  'FROM delivery WHERE arrived_at < $1',
  'FROM pdf_link WHERE expires_at <= $1',
  'WHERE status < 0 AND rows_dropped_at IS NULL',
  'WHERE status <> 0 AND rows_dropped_at IS NULL', // the operator, after ten years
  // a person's addresses, once his rights have changed
  'FROM notice_address WHERE subject = $1 AND apo_id NOT IN',
  'UPDATE notice_address a SET subject = $1',
  'UPDATE notice_address SET seen_at', // daily, when he is there
  // tills that stray, for staff
  'FROM till WHERE differs_since IS NOT NULL OR',
  'load WHERE at < $1',
  '"productGroup", version FROM list_version',
  'FROM till_stock WHERE deviation_count > 0',
  'FROM till_refused GROUP BY apo_id',
  'FROM till_doubted GROUP BY apo_id',
  'FROM list_version WHERE last_change >= $1', // what has changed, for the customer centre
  't(apo_id, product_group, version, place)',
];
const isOfAll = (text: string) => OF_ALL.some((words) => text.includes(words));
/** The lists that a till had before belong to several pharmacies, on several servers to several of their parts. */
const isUnexpected = (text: string) => (found: string) =>
  !(found.endsWith(' parts of the database') && text.includes('AS former(apo_id, product_group, to_version)'));
const line = (text: string) => text.trim().replaceAll(/\s+/g, ' ');

/** Enough pharmacies for an index to be worth its while; read whole, a small table is no matter. */
const SEED = `
  INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city)
  SELECT n, 900000 + n, 't', 'Apotheke', 'Weg 1', '10115', 'Berlin' FROM generate_series(1, 1500) n;
  INSERT INTO product (pzn, name, producer) SELECT lpad(n::text, 8, '0'), 'Salbe', 'H' FROM generate_series(1, 20) n;
  INSERT INTO list_version (apo_id, product_group) SELECT n, g FROM generate_series(1, 1500) n, unnest('{OTC,FREIWAHL,HILFSMITTEL}'::text[]) g;
  INSERT INTO price_item (apo_id, pzn, product_group, calculated_price, changed_at)
  SELECT n, pzn, 'OTC', 1, now() FROM generate_series(1, 1500) n, product;
  INSERT INTO price_update (kind, apo_id, product_group, status, created_at, updated_at, approver, approved_at)
  SELECT kind, n, 'OTC', status, now(), now(), 'A', now() FROM generate_series(1, 1500) n, unnest('{MDP,QDP,LZD}'::text[]) kind, generate_series(0, 1) status;
  INSERT INTO price_update_item (apo_id, update_id, pzn, position)
  SELECT u.apo_id, id, pzn, 1 FROM price_update u, product WHERE status = 0;
  INSERT INTO price_update_outcome (apo_id, update_id, pzn, listed, effective)
  SELECT u.apo_id, id, pzn, false, true FROM price_update u, product WHERE status = 1;
  INSERT INTO price_update_approval (apo_id, update_id, number, user_name, approved_at, list_version, row_count,
                                     effect_cents, effect_rows, effect_missing, effect_added, effect_leaving)
  SELECT apo_id, id, 1, 'A', now(), 1, 1, 0, 0, 0, 0, 0 FROM price_update;
  INSERT INTO history_entry (apo_id, created_at, product_type, event, user_name, mdp_import_id, has_log)
  SELECT apo_id, now(), 'OTC', 'E', 'A', id, true FROM price_update;
  INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version, history_id)
  SELECT apo_id, pzn, 'OTC', now() + id % 3 * interval '1 year', 'E', 'A', 1, id FROM history_entry, product; -- in each year's table
  INSERT INTO notice_address (apo_id, address, subject, created_at, seen_at) SELECT n, 'a@b.example', 'A', now(), now() FROM generate_series(1, 1500) n;
  INSERT INTO notice_link (apo_id, hash, address_id, purpose, expires_at) SELECT apo_id, id, id, 'confirm', now() FROM notice_address;
  INSERT INTO lzd_reminder (apo_id, update_id, day, sent_at, user_name, title, text, recipients)
  SELECT apo_id, id, 'd', now(), 'A', 'B', 'C', 1 FROM price_update WHERE kind = 'LZD';
  INSERT INTO review_mark (apo_id, product_group, update_id, actor, pzn, user_name, marked_at)
  SELECT apo_id, 'OTC', update_id, 'A', pzn, 'A', now() FROM price_update_item WHERE pzn < '00000006';
  INSERT INTO history_head (apo_id, chain_no, digest) SELECT apo_id, 1, repeat('d', 400)::bytea FROM pharmacy WHERE token = 't';
  INSERT INTO history_unproved (apo_id, last_entry, last_change, entries, changes) SELECT apo_id, 0, 0, 0, 0 FROM history_head;
  INSERT INTO former_list (apo_id, list_apo_id, product_group, version) SELECT apo_id, 1, product_group, 1 FROM list_version WHERE apo_id > 1;
  INSERT INTO till (apo_id, account, cursor, loaded_at, cursor_at, seen_at) SELECT apo_id, 'job:a', repeat('c', 400), now(), now(), now() FROM pharmacy WHERE token = 't';
  INSERT INTO till_refused (apo_id, account, pzn, reason, told_at) SELECT apo_id, 'job:a', pzn, 'r', now() FROM price_item;
  INSERT INTO till_stock (apo_id, account, taken_at, source, file_name, user_name, actor, pzns, cents, deviation_count)
  SELECT apo_id, 'job:a', now(), 'file', repeat('f', 400), 'A', 'A', '{1}', '{1}', 0 FROM pharmacy WHERE token = 't';
  INSERT INTO till_doubted (apo_id, account, taken_at, pzns, cents, position, load_no, doubts)
  SELECT apo_id, 'job:a', now(), '{1}', '{1}', repeat('c', 400), 0, '[]' FROM pharmacy WHERE token = 't';
  INSERT INTO till_file (apo_id, id, created_at, user_name, actor, product_groups, contents, position, profile, extension, omits, row_count,
                         withdrawn_count, digest)
  SELECT apo_id, id, now(), 'A', 'A', '{OTC}', 'list', 'p', 'csv', '.csv', false, 1, 0, 'd' FROM price_update;
  INSERT INTO label_print (apo_id, actor, user_name, printed_at, labels, removed) SELECT apo_id, 'A', 'A', now(), 1, 0 FROM price_update;
  INSERT INTO label_print_item (apo_id, print_id, pzn) SELECT apo_id, id, '00000001' FROM label_print;
  INSERT INTO pdf_link (apo_id, hash, file_name, content, expires_at) SELECT apo_id, id::text, 'a.pdf', '', now() FROM price_update;
  INSERT INTO shelf_label (apo_id, pzn, product_group, price) SELECT apo_id, pzn, 'OTC', 1 FROM price_item;
  INSERT INTO price_period (apo_id, pzn, product_group, price, price_type, begins_on, ends_on, state, began_version, created_at, user_name)
  SELECT apo_id, pzn, 'OTC', 1, 3, now(), now(), 'running', 1, now(), 'A' FROM price_item;
  INSERT INTO saved_view (apo_id, list_kind, actor, name, user_name, address, layout, shared, changed_at)
  SELECT apo_id, 'MDP', 'A', id, 'A', 'a', '{}', false, now() FROM price_update;
  INSERT INTO standing_rule (apo_id, name, product_groups, rule, conditions, position, without_review, started_at, confirmed_at, user_name, actor)
  SELECT apo_id, id, '{OTC}', '{}', '[]', 1, false, now(), now(), 'A', 'A' FROM price_update;
  INSERT INTO delivery (apo_id, id, kind, product_group, file_name, file_hash, content, changes_products, checks, arrived_at, user_name)
  SELECT apo_id, id, kind, 'OTC', 'a.csv', id, '', true, '[]', now(), 'A' FROM price_update;
  ANALYZE`;

const { BOOL, DATE, JSON, JSONB, TEXT, TIMESTAMPTZ, UUID } = pg.types.builtins;
/** A value of each type that '1' is none of: plans are made for values, since pg names no statement. */
const SAMPLES: Partial<Record<number, string>> = {
  [TEXT]: 'A',
  [BOOL]: 'true',
  [DATE]: '2026-03-10',
  [JSON]: '[]',
  [JSONB]: '[]',
  [TIMESTAMPTZ]: '2026-03-10T09:00:00Z',
  [UUID]: '00000000-0000-0000-0000-000000000001',
  1000: '{true}', // boolean[]
  1007: '{1}', // int[]
  1009: '{1}', // text[]
  1182: '{2026-03-10}', // date[]
  3807: '{"{}"}', // jsonb[]
  1016: '{1}', // bigint[]
};

let portal: ModelPortal;
let findForeign: Awaited<ReturnType<typeof foreignRows>>;
const query = pg.Client.prototype.query as (...values: unknown[]) => Promise<pg.QueryResult>;

beforeAll(async () => {
  portal = await openPortal();
  await portal.database.pool.query(SEED);
  findForeign = await foreignRows(portal.database.pool);
}, 60_000);
afterAll(async () => {
  pg.Client.prototype.query = query as never;
  await portal?.close();
});

async function explain(db: pg.Pool | pg.PoolClient, text: string, values: unknown[] | undefined): Promise<unknown[]> {
  const { rows } = await db.query(`EXPLAIN (FORMAT JSON) ${text}`, values).catch((error: unknown) => {
    // Citus carries out inserts of what is chosen, yet has no plan to show.
    const isUnplanned = /could not create distributed plan|no value found for parameter/.test(String(error));
    if (!process.env.PORTAL_CITUS_URL || !isUnplanned || !/\bINSERT\b/.test(text)) throw error;
    return { rows: [] };
  });
  return rows;
}

describe('a statement of one pharmacy', () => {
  test.each([...STATEMENTS].map(({ text }) => line(text)).filter((text) => !isOfAll(text)))(
    'finds rows by the pharmacy: %s',
    async (text) => {
      const connection = await portal.database.pool.connect();
      const { parameters } = await describeStatement(connection, text);
      connection.release();
      const values = parameters.map((type) => SAMPLES[type] ?? '1');
      expect(findForeign(await explain(portal.database.pool, text, values)).filter(isUnexpected(text))).toEqual([]);
    },
  );
});

test('so do those that are put together while people and the clock work', async () => {
  const seen = new Map<string, { text: string; values: unknown[] | undefined; tables: string[] }>();
  const tablesOf = new WeakMap<pg.Client, string[]>();
  const asApi = /^portal_test_\d+$/;
  pg.Client.prototype.query = function watched(this: pg.Client, ...[asked, values, done]: unknown[]) {
    const given =
      typeof asked === 'string'
        ? { text: asked, values: values as unknown[] }
        : (asked as { text: string; values: unknown[] });
    const copied = /^\s*COPY \((.*)\) TO STDOUT/s.exec(given.text)?.[1];
    const text = line(copied ?? given.text);
    if (text === 'BEGIN') tablesOf.set(this, []);
    if (text.startsWith('CREATE TEMP TABLE')) tablesOf.get(this)?.push(text);
    const key = text.replaceAll(/\b\d+\b/g, 'n');
    const isNew = asApi.test(this.user ?? '') && /^(SELECT|WITH|INSERT|UPDATE|DELETE)\b/.test(text) && !isOfAll(text);
    if (isNew && !seen.has(key)) {
      seen.set(key, { text, values: copied ? [] : given.values, tables: [...(tablesOf.get(this) ?? [])] });
    }
    return query.call(this, asked, values, done);
  } as never;
  expect((await checkPortal(portal, { steps: 60, seed: 20_261_122 })).steps).toBe(60);
  expect(seen.size).toBeGreaterThan(60);
  const foreign: [string, string[]][] = [];
  const connection = await portal.database.pool.connect();
  try {
    for (const [key, { text, values, tables }] of seen) {
      await connection.query('BEGIN');
      for (const table of tables) await connection.query(table);
      const plan = await explain(connection, text, values);
      await connection.query('ROLLBACK');
      foreign.push([key, findForeign(plan).filter(isUnexpected(text))]);
    }
  } finally {
    connection.release();
  }
  expect(foreign.filter(([, found]) => found.length > 0)).toEqual([]);
}, 600_000);
