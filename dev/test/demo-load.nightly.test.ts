import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import {
  AT_PHARMACY,
  BLOCKED_PHARMACY,
  EMPTY_GROUP_PHARMACY,
  FIRST_CALCULATION_PHARMACY,
  LOCKED_LZD_PHARMACY,
  NO_ACCESS_PHARMACY,
  NO_PILOT_PHARMACY,
  OWNER_PHARMACY,
} from '../src/demo/constants.ts';
import { loadDemoData } from '../src/demo/load.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureDatabase } from '../src/postgres/cluster.ts';
import { startTestCluster } from '../src/test-database.ts';

const NOW = new Date('2026-11-20T09:00:00Z');
const TABLES =
  'pharmacy product list_version price_item price_update price_update_item price_change history_entry'.split(' ');

let running: Awaited<ReturnType<typeof startTestCluster>>;
let client: Client;
const url = (database: string) => running.cluster.url(database);

beforeAll(async () => {
  running = await startTestCluster();
  for (const database of ['full', 'small', 'again']) {
    await deployMigrations(await ensureDatabase(running.cluster, database));
  }
  await loadDemoData({ databaseUrl: url('full'), now: NOW });
  client = new Client(url('full'));
  await client.connect();
}, 120_000);

afterAll(async () => {
  await client?.end();
  for (const database of ['full', 'small', 'again']) await dropDatabase(database);
  await running?.stop();
}, 30_000);

/** On a server that TEST_DATABASE_URL names nothing of ours stays behind. */
async function dropDatabase(database: string): Promise<void> {
  const server = new Client(url('postgres'));
  await server.connect();
  await server.query(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
  await server.end();
}

async function rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  return (await client.query(sql, values)).rows;
}

/** A digest of every row of every table, in any order. A pharmacy's version says when it was written, not what it is. */
async function checksum(database: string): Promise<string[]> {
  const reader = new Client(url(database));
  await reader.connect();
  const sums: string[] = [];
  for (const table of TABLES) {
    const sql = `SELECT md5(string_agg(md5(r::text), '' ORDER BY md5(r::text))) AS sum
                   FROM (SELECT to_jsonb(t) - $1::text AS r FROM ${table} t) rows`;
    const { rows } = await reader.query(sql, [table === 'pharmacy' ? 'version' : '']);
    sums.push(`${table} ${rows[0].sum}`);
  }
  await reader.end();
  return sums;
}

describe('loading', () => {
  test('a second load does nothing', async () => {
    expect(await loadDemoData({ databaseUrl: url('full'), now: NOW })).toEqual({ loaded: false });
  });

  test('the same moment gives the same data, down to the last row; two loads at once load once', async () => {
    const load = () => loadDemoData({ databaseUrl: url('again'), now: NOW, scale: 'small' });
    const outcomes = await Promise.all([load(), load()]);
    expect(outcomes.map(({ loaded }) => loaded).sort()).toEqual([false, true]);
    await loadDemoData({ databaseUrl: url('small'), now: NOW, scale: 'small' });
    expect(await checksum('small')).toEqual(await checksum('again'));
  });

  test('numbers continue after the loaded ones', async () => {
    for (const table of ['price_update', 'history_entry', 'price_change']) {
      const [next] = await rows(
        `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) > (SELECT max(id) FROM ${table}) AS free`,
      );
      expect(next).toEqual({ free: true });
    }
  });
});

describe('pharmacies', () => {
  test('every tag, contract, access, country and mirror state occurs (rule 2.11)', async () => {
    const [states] = await rows(`SELECT count(*)::int AS pharmacies,
      count(*) FILTER (WHERE active = 0 AND NOT user_access_activated)::int > 0 AS ordered,
      count(*) FILTER (WHERE active = 0 AND user_access_activated)::int > 0 AS demo,
      count(*) FILTER (WHERE active = 1)::int > 20 AS active,
      count(*) FILTER (WHERE active = 3)::int > 0 AS cancelled,
      count(*) FILTER (WHERE active NOT IN (0, 1, 3))::int > 0 AS inactive,
      count(*) FILTER (WHERE contract_status = 0)::int > 3 AS no_contract,
      count(*) FILTER (WHERE NOT pilot_access)::int > 1 AS no_pilot,
      count(*) FILTER (WHERE user_emails IS NULL)::int > 2 AS no_mails,
      count(*) FILTER (WHERE country = 'AT')::int AS austrian,
      count(*) FILTER (WHERE parent_apo_id IS NOT NULL)::int AS mirrors FROM pharmacy`);
    const { pharmacies, austrian, mirrors, ...present } = states ?? {};
    expect({ pharmacies, austrian, mirrors }).toEqual({ pharmacies: 60, austrian: 1, mirrors: 6 });
    expect(Object.values(present)).toEqual(Array(8).fill(true));
  });

  test('the pharmacies that tests refer to are what their names say', async () => {
    const sql =
      'SELECT name, active, contract_status, country, pilot_access, user_emails, token FROM pharmacy WHERE apo_id = $1';
    const one = async ({ apoId }: { apoId: number }) => (await rows(sql, [apoId]))[0];
    expect(await one(OWNER_PHARMACY)).toMatchObject({
      name: 'Rosen-Apotheke',
      active: 1,
      contract_status: 1,
      country: 'DE',
      token: OWNER_PHARMACY.token,
    });
    expect(await one(FIRST_CALCULATION_PHARMACY)).toMatchObject({
      active: 0,
      contract_status: 0,
      user_emails: 'issued',
    });
    expect(await one(LOCKED_LZD_PHARMACY)).toMatchObject({ active: 0, contract_status: 0, user_emails: 'issued' });
    expect(await one(NO_ACCESS_PHARMACY)).toMatchObject({ user_emails: null });
    expect(await one(NO_PILOT_PHARMACY)).toMatchObject({ pilot_access: false });
    expect(await one(AT_PHARMACY)).toMatchObject({ country: 'AT' });
  });

  test('mirrors have depth 1, the country of their main pharmacy and neither lists nor packages (rule 8.1)', async () => {
    expect(
      await rows(`SELECT m.apo_id FROM pharmacy m JOIN pharmacy p ON p.apo_id = m.parent_apo_id
        WHERE p.parent_apo_id IS NOT NULL OR p.country <> m.country
          OR EXISTS (SELECT 1 FROM price_item i WHERE i.apo_id = m.apo_id)
          OR EXISTS (SELECT 1 FROM list_version v WHERE v.apo_id = m.apo_id)
          OR EXISTS (SELECT 1 FROM price_update u WHERE u.apo_id = m.apo_id)`),
    ).toEqual([]);
  });
});

describe('price lists', () => {
  test('the lists of the owner have the size of real ones', async () => {
    expect(
      await rows('SELECT product_group, count(*)::int FROM price_item WHERE apo_id = $1 GROUP BY 1 ORDER BY 2 DESC', [
        OWNER_PHARMACY.apoId,
      ]),
    ).toEqual([
      { product_group: 'OTC', count: 20_000 },
      { product_group: 'FREIWAHL', count: 8_000 },
      { product_group: 'HILFSMITTEL', count: 3_000 },
    ]);
  });

  test('AEP < AVP, min ≤ avg ≤ max, a manual price exactly under own and permanent, prices in range', async () => {
    expect(
      await rows(
        `SELECT apo_id, pzn FROM price_item WHERE aep >= avp OR price_min > price_avg OR price_avg > price_max
        OR (price_type IN (2, 3)) <> (manual_price IS NOT NULL) OR calculated_price IS NULL
        OR calculated_price NOT BETWEEN 0.01 AND 99999.99 OR changed_at > $1 LIMIT 5`,
        [NOW],
      ),
    ).toEqual([]);
  });

  test('nothing refers to a product that the master does not have, and each is in one group only', async () => {
    expect(
      await rows(`SELECT i.pzn FROM price_item i LEFT JOIN product p USING (pzn) WHERE p.pzn IS NULL
        UNION ALL SELECT i.pzn FROM price_update_item i LEFT JOIN product p USING (pzn) WHERE p.pzn IS NULL
        UNION ALL SELECT pzn FROM price_item GROUP BY pzn HAVING count(DISTINCT product_group) > 1 LIMIT 5`),
    ).toEqual([]);
  });

  test('types, missing values and endings are spread as in a pharmacy', async () => {
    const [share] = await rows(
      `SELECT avg((price_type = 0)::int)::float AS calculated, avg((price_type = 1)::int)::float
      AS exclusion, avg((price_type = 2)::int)::float AS own, avg((price_type = 3)::int)::float AS permanent,
      avg((vhp IS NULL)::int)::float AS no_vhp, count(DISTINCT changed_at::date)::int AS dates,
      avg((right(calculated_price::text, 2) IN ('99', '95', '49', '90'))::int)::float AS endings,
      avg((pe_cluster IS NULL)::int)::float AS no_cluster, avg((units IS NULL)::int)::float AS no_units
      FROM price_item WHERE apo_id = $1`,
      [OWNER_PHARMACY.apoId],
    );
    expect(share?.calculated).toBeCloseTo(0.92, 2);
    expect(share?.exclusion).toBeCloseTo(0.03, 2);
    expect(share?.own).toBeCloseTo(0.03, 2);
    expect(share?.permanent).toBeCloseTo(0.02, 2);
    expect(share?.no_vhp).toBeCloseTo(0.34, 1);
    expect(share?.endings).toBeGreaterThan(0.7);
    expect(share?.no_cluster).toBeGreaterThan(0.05);
    expect(share?.no_units).toBeGreaterThan(0.05);
    expect(share?.dates).toBe(14);
  });

  test('list_version counts what the list holds, exclusions apart, and knows the last change (rule 2.12)', async () => {
    expect(
      await rows(`SELECT v.apo_id, v.product_group FROM list_version v LEFT JOIN price_item i USING (apo_id, product_group)
        GROUP BY v.apo_id, v.product_group
        HAVING v.item_count <> count(i.pzn) FILTER (WHERE price_type <> 1)
          OR v.negative_count <> count(i.pzn) FILTER (WHERE price_type = 1)
          OR v.last_change IS DISTINCT FROM max(i.changed_at)`),
    ).toEqual([]);
    const [lists] = await rows(
      'SELECT count(*)::int AS count, count(*) FILTER (WHERE item_count = 0)::int AS empty FROM list_version',
    );
    expect(lists?.count).toBe(54 * 3);
    expect(lists?.empty).toBeGreaterThan(5);
    expect(
      await rows(`SELECT item_count FROM list_version WHERE apo_id = $1 AND product_group = 'HILFSMITTEL'`, [
        EMPTY_GROUP_PHARMACY.apoId,
      ]),
    ).toEqual([{ item_count: 0 }]);
  });
});

describe('history', () => {
  test('each chain of changes is unbroken and ends in the row as it stands', async () => {
    expect(
      await rows(`WITH chain AS (
          SELECT c.*, lag(new_price) OVER w AS previous_price, lag(new_type) OVER w AS previous_type,
            lag(id) OVER w AS previous, lead(id) OVER w AS following, lag(created_at) OVER w AS earlier
          FROM price_change c WINDOW w AS (PARTITION BY apo_id, pzn ORDER BY id))
        SELECT c.id FROM chain c JOIN price_item i USING (apo_id, pzn)
        WHERE (old_price, old_type) IS NOT DISTINCT FROM (new_price, new_type)
          OR c.created_at <= c.earlier
          OR previous IS NOT NULL AND (old_price, old_type) IS DISTINCT FROM (previous_price, previous_type)
          OR following IS NULL AND (new_type <> i.price_type OR c.created_at <> i.changed_at OR i.price_old IS DISTINCT FROM old_price
            OR new_price IS DISTINCT FROM CASE price_type WHEN 0 THEN calculated_price WHEN 1 THEN NULL ELSE manual_price END)
        LIMIT 5`),
    ).toEqual([]);
  });

  test('about a tenth of the rows of the owner have one to four changes', async () => {
    const [history] = await rows(
      `SELECT count(*)::int AS products, min(n)::int, max(n)::int
      FROM (SELECT count(*) AS n FROM price_change WHERE apo_id = $1 GROUP BY pzn) s`,
      [OWNER_PHARMACY.apoId],
    );
    expect(history).toMatchObject({ min: 1, max: 4 });
    expect(Math.abs(Number(history?.products) - 3_100)).toBeLessThan(300);
  });

  test('an entry has a log exactly when changes point to it, and both tell the same event, user and moment', async () => {
    expect(
      await rows(`SELECT h.id FROM history_entry h LEFT JOIN price_change c ON c.history_id = h.id
        GROUP BY h.apo_id, h.id HAVING h.has_log <> (count(c.id) > 0) OR bool_or(c.apo_id <> h.apo_id OR c.event <> h.event
          OR c.user_name <> h.user_name OR c.id IS NOT NULL AND c.actor IS DISTINCT FROM h.actor OR c.created_at <> h.created_at OR c.product_group <> h.product_type)`),
    ).toEqual([]);
    expect(await rows('SELECT id FROM price_change WHERE history_id IS NULL')).toEqual([]);
    expect(await rows(`SELECT id FROM history_entry WHERE (actor IS NULL) <> (user_name = 'System')`)).toEqual([]);
  });

  test('the list version of an approval has the changes of its package and no others (rule 16.8)', async () => {
    expect(
      await rows(`SELECT u.id FROM price_update u LEFT JOIN price_change c
            ON c.apo_id = u.apo_id AND c.product_group = u.product_group AND c.list_version = u.approved_list_version
        WHERE u.status > 0 GROUP BY u.id, u.item_count HAVING count(c.id) <> u.item_count OR bool_or(c.created_at <> u.approved_at)`),
    ).toEqual([]);
  });

  test('numbers grow with time', async () => {
    expect(
      await rows(
        `SELECT id FROM (SELECT id, created_at < lag(created_at) OVER (ORDER BY id) AS back FROM history_entry) h WHERE back`,
      ),
    ).toEqual([]);
  });
});

describe('packages', () => {
  test('one open package per kind, pharmacy and group (rule 6.1)', async () => {
    expect(
      await rows(
        `SELECT kind FROM price_update WHERE status = 0 GROUP BY kind, apo_id, product_group HAVING count(*) > 1`,
      ),
    ).toEqual([]);
  });

  test('the open packages of the owner are due by the clock rules (rules 7.2 and 7.3)', async () => {
    expect(
      await rows(
        `SELECT kind, product_group, item_count, auto_action, to_char(auto_action_at AT TIME ZONE 'Europe/Berlin',
        'DD.MM.YYYY HH24:MI') AS due FROM price_update WHERE apo_id = $1 AND status = 0 ORDER BY kind`,
        [OWNER_PHARMACY.apoId],
      ),
    ).toEqual([
      // Created on the 18th: the fifth day after is the 23rd, which ends at midnight.
      { kind: 'MDP', product_group: 'OTC', item_count: 1_500, auto_action: 'approve', due: '24.11.2026 00:00' },
      { kind: 'QDP', product_group: 'FREIWAHL', item_count: 400, auto_action: 'delete', due: '23.11.2026 00:00' },
    ]);
    expect(
      await rows(
        `SELECT kind, status FROM price_update WHERE apo_id = $1 AND status <> 0 GROUP BY 1, 2 ORDER BY 1, 2`,
        [OWNER_PHARMACY.apoId],
      ),
    ).toEqual([
      { kind: 'LZD', status: 1 },
      { kind: 'MDP', status: -1 },
      { kind: 'MDP', status: 1 },
      { kind: 'QDP', status: 1 },
    ]);
  });

  test('first and new calculations are released or locked as their pharmacies need', async () => {
    const sql = `SELECT ready_for_approval, reset_choice FROM price_update WHERE kind = 'LZD' AND status = 0 AND apo_id = $1`;
    const lzd = ({ apoId }: { apoId: number }) => rows(sql, [apoId]);
    expect(await lzd(FIRST_CALCULATION_PHARMACY)).toEqual([{ ready_for_approval: true, reset_choice: 0 }]);
    expect(await lzd(LOCKED_LZD_PHARMACY)).toEqual([{ ready_for_approval: false, reset_choice: 0 }]);
    expect(await lzd(NO_ACCESS_PHARMACY)).toEqual([{ ready_for_approval: false, reset_choice: 0 }]);
    expect(await lzd(BLOCKED_PHARMACY)).toEqual([{ ready_for_approval: true, reset_choice: 1 }]);
  });

  test('MDP rows are on the list, open QDP rows are not yet, and item counts are right', async () => {
    expect(
      await rows(`SELECT u.id FROM price_update u JOIN price_update_item p ON p.update_id = u.id
        LEFT JOIN price_item i ON i.apo_id = p.apo_id AND i.pzn = p.pzn
        GROUP BY u.apo_id, u.id HAVING u.item_count <> count(*) OR bool_or(p.apo_id <> u.apo_id)
          OR bool_or(u.kind = 'MDP' AND i.pzn IS NULL) OR bool_or(u.kind = 'QDP' AND u.status = 0 AND i.pzn IS NOT NULL)
          OR bool_or(i.product_group <> u.product_group) OR bool_or(p.true_price <= 0)`),
    ).toEqual([]);
  });

  test('nothing open where the flag confirms at once, nor in cancelled pharmacies', async () => {
    expect(
      await rows(`SELECT u.id FROM price_update u JOIN list_version v USING (apo_id, product_group) JOIN pharmacy p USING (apo_id)
        WHERE u.status = 0 AND (kind = 'MDP' AND flag = 1 OR kind = 'QDP' AND qdp_flag = 2 OR p.active = 3)`),
    ).toEqual([]);
  });
});
