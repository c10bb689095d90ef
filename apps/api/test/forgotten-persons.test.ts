import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operate } from '@portal/operate/operate.ts';
import { sentenceOf } from '@portal/operate/persons/person.ts';
import { PERSON_COLUMNS } from '../src/db/person-columns.ts';
import { verifyChain } from '../src/modules/history-writing/index.ts';
import { verifyHistory } from '../src/modules/history-writing/verify-history.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { CLOSED_REASON, withParts } from '../src/modules/price-updates/update-texts.ts';
import { edit } from './support/save-stage.ts';
import { seedList, seedOpenUpdate, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

// Rules 11.2 and 11.10: a name can be taken out of all that is stored, and the history stays proved.
type Said = { code: number; said: string[]; complained: string[] };
async function people(portal: TestPortal, args: string[], more: Record<string, string> = {}): Promise<Said> {
  const [said, complained]: [string[], string[]] = [[], []];
  const output = {
    say: (line: string) => void said.push(line),
    complain: (line: string) => void complained.push(line),
  };
  // In the image both logins are set; names are the owner's to replace.
  const environment = { DATABASE_URL: portal.ownerUrl, APP_DATABASE_URL: portal.databaseUrl, ...more };
  return { code: await operate(['people', ...args], environment, output), said, complained };
}

describe('in the history', () => {
  const [a, b] = [testPzn(1), testPzn(2)];
  let portal: TestPortal;
  let anna: Client;
  let pharmacies: SeededPharmacy[];
  let facts: unknown;

  beforeAll(async () => {
    portal = await startPortal();
    pharmacies = [await seedPharmacy(portal.database, 1), await seedPharmacy(portal.database, 2)];
    const numbers = pharmacies.map(({ crmCompanyId }) => `TP_admin_${crmCompanyId}`);
    anna = await portal.as('Anna Berger', numbers);
    const jonas = await portal.as('Jonas Klein', numbers);
    for (const pharmacy of pharmacies) {
      await seedList(portal.database, pharmacy, 'OTC', [{ pzn: a }, { pzn: b }]);
      for (const [person, price] of [
        [anna, 4.5],
        [jonas, 5.5],
        [anna, 6.5],
      ] as const)
        await done(person.put(`/api/price/${pharmacy.path}`, { products: [edit(a, price), edit(b, price)] }));
      const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a, b]);
      const correction = { pzn: a, editedPrice: 7, editedPermanent: true, editedIgnore: false };
      await done(anna.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products: [correction] }));
    }
    expect((await anna.get('/api/solvena/userData')).status).toBe(200);
    facts = await readFacts();
  }, 60_000);
  afterAll(() => portal?.close());

  const done = async (answer: PromiseLike<{ body: unknown }>) =>
    expect((await answer).body).toMatchObject({ status: 'OK' });
  const read = async (sql: string) => (await portal.database.pool.query(sql)).rows as Record<string, unknown>[];
  /** What was changed, when, by which account. */
  const readFacts = async () => [
    await read(
      `SELECT to_jsonb(c) - 'user_name' AS row FROM price_change c WHERE created_at < '2026-03-11' ORDER BY id`,
    ),
    await read(
      `SELECT to_jsonb(e) - 'user_name' AS row FROM history_entry e WHERE created_at < '2026-03-11' ORDER BY id`,
    ),
    await read(`SELECT apo_id, pzn, manual_price, price_type FROM price_item ORDER BY 1, 2`),
  ];
  const names = async (table: string) =>
    Object.fromEntries(
      (await read(`SELECT user_name, count(*)::int FROM ${table} GROUP BY 1 ORDER BY 1`)).map((row) => [
        row.user_name,
        row.count,
      ]),
    );

  test('looking changes nothing', async () => {
    const { code, said } = await people(portal, ['forget', 'Anna', 'Berger', '--check', '--account-gone']);
    expect([code, said.at(-1)]).toEqual([0, expect.stringMatching(/^Geprüft, nichts geändert: .*, 2 Apotheken, /)]);
    expect(await names('history_entry')).toEqual({ 'Anna Berger': 6, 'Jonas Klein': 2 });
  });

  test('the name is replaced everywhere, prices and accounts stay, and each chain is proved', async () => {
    const { code, said } = await people(portal, ['forget', 'Anna Berger', '--account-gone']);
    expect(code).toBe(0);
    expect(said).toEqual([
      expect.stringMatching(/^Apotheke 500001: history_entry.user_name 3, price_change.user_name \d+, .*approver 1/),
      expect.stringMatching(/^Apotheke 500002: /),
      expect.stringMatching(/^Ohne Apotheke: portal_user 1 gelöscht, outbox.closedBy 2$/),
      expect.stringMatching(
        /^Vergessen: „Person [0-9a-f]{8}“ statt „Anna Berger“, 2 Apotheken, \d+ Namen ersetzt, 1 Zeilen gelöscht$/,
      ),
    ]);
    const pseudonym = /„(Person \w+)“/.exec(said.at(-1) ?? '')?.[1] ?? '';
    expect(await names('history_entry')).toEqual({ 'Jonas Klein': 2, [pseudonym]: 6, System: 2 });
    expect(Object.keys(await names('price_change'))).toEqual(['Jonas Klein', pseudonym]);
    expect(await readFacts()).toEqual(facts);
    const lines: string[] = [];
    expect(await verifyHistory(portal.databaseUrl, [], (line) => lines.push(line))).toBe(true);
    expect(lines).toEqual(['2 pharmacies, 10 links, 0 entries unproved, 0 pharmacies altered']);
    const sales = await portal.as('Tobias Sommer', ['solvena_sales']);
    const { body } = await sales.get(`/api/pharmacy/ownhistory/${pharmacies[0]?.path}`);
    expect(body.entries[0]).toMatchObject({ event: `Name einer Person ersetzt: ${pseudonym}`, userName: 'System' });
  });

  test('a second time changes nothing, by the account too', async () => {
    expect(await people(portal, ['forget', 'Anna Berger', '--account-gone'])).toMatchObject({
      code: 1,
      complained: ['Von „Anna Berger“ ist nichts gespeichert.'],
    });
    const before = await readFacts();
    const { code, said } = await people(portal, ['forget', 'subject-Anna Berger', '--account-gone']);
    expect([code, said]).toEqual([
      0,
      [expect.stringMatching(/ statt keinem Namen mehr, 0 Apotheken, 0 Namen ersetzt, 0 Zeilen gelöscht$/)],
    ]);
    expect(await readFacts()).toEqual(before);
  });

  test('what is altered afterwards is found as ever', async () => {
    const connection = await portal.database.pool.connect();
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
    await connection.query('UPDATE price_change SET new_price = 6.49 WHERE apo_id = 500001 AND new_price = 6.5');
    const { issues } = await verifyChain(connection, 500_001);
    await connection.query('ROLLBACK');
    connection.release();
    expect(issues).toEqual([expect.stringMatching(/link 3: it or its price changes were altered$/)]);
  });

  test.each(['history_entry', 'price_change'])(
    'of %s the owner alters nothing but a name to a pseudonym',
    async (table) => {
      for (const change of [
        `user_name = 'Jonas Klein'`,
        `user_name = 'Person 0123456'`,
        `user_name = 'Person 01234567', event = 'x'`,
        `actor = NULL`,
        `created_at = '2020-01-01'`,
      ])
        await expect(portal.database.pool.query(`UPDATE ${table} SET ${change}`)).rejects.toThrow(
          `${table} is append-only`,
        );
    },
  );

  test('who may still sign in is refused', async () => {
    const keycloak = await startKeycloak({ 'subject-Jonas Klein': { id: 'subject-Jonas Klein', enabled: true } });
    const { url } = keycloak;
    const settings = { KEYCLOAK_ADMIN_URL: url, KEYCLOAK_ADMIN_USERNAME: 'admin', KEYCLOAK_ADMIN_PASSWORD: 'secret' };
    try {
      expect(await people(portal, ['forget', 'Jonas Klein'], settings)).toMatchObject({
        code: 1,
        said: [],
        complained: [expect.stringMatching(/^Die Person kann sich noch anmelden: /)],
      });
      expect(await people(portal, ['forget', 'Jonas Klein'])).toMatchObject({
        code: 2,
        complained: [expect.stringMatching(/KEYCLOAK_ADMIN_URL fehlt.*--account-gone$/)],
      });
      keycloak.users = {};
      expect(await people(portal, ['forget', 'Jonas Klein', '--check'], settings)).toMatchObject({ code: 0 });
    } finally {
      keycloak.close();
    }
  });

  test('two of one name are told apart by their accounts, and the other one keeps the name', async () => {
    const [pharmacy] = pharmacies as [SeededPharmacy];
    const { pool } = portal.database;
    await pool.query(
      `INSERT INTO label_print (apo_id, actor, user_name, printed_at, labels, removed)
       SELECT $1, actor, 'Eva Maier', now(), 1, 0 FROM unnest(ARRAY['account-1', 'account-2']) actor`,
      [pharmacy.apoId],
    );
    await pool.query(
      `INSERT INTO history_entry (apo_id, created_at, event, user_name, actor) SELECT $1, now(), 'x', 'Eva Maier', actor
         FROM unnest(ARRAY['account-1', 'account-2']) actor`,
      [pharmacy.apoId],
    );
    await pool.query(`UPDATE pharmacy SET contract_by = 'Eva Maier' WHERE apo_id = $1`, [pharmacy.apoId]);
    expect(await people(portal, ['forget', 'Eva Maier', '--account-gone'])).toMatchObject({
      code: 1,
      complained: ['Den Namen haben mehrere Konten; eines nennen: account-1, account-2'],
    });
    const { said } = await people(portal, ['forget', 'account-1', '--account-gone']);
    expect(said[1]).toMatch(/^Apotheke 500001: Den Namen hat hier noch ein Konto/);
    expect(await names('label_print')).toMatchObject({ 'Eva Maier': 1 });
    expect(await read(`SELECT contract_by FROM pharmacy WHERE apo_id = 500001`)).toEqual([
      { contract_by: 'Eva Maier' },
    ]);
  });
});

/** As much of its administration as the command asks. */
async function startKeycloak(users: Record<string, object>) {
  const keycloak = { users, url: '', close: () => server.close().closeAllConnections() };
  const server: Server = createServer(({ url = '' }, response) => {
    const user = keycloak.users[decodeURIComponent(url.split('/users/')[1] ?? '')];
    const found = url.endsWith('/token') ? { access_token: 't' } : url.includes('/users/') ? user : [{ id: 'client' }];
    response.writeHead(found ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(found ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  keycloak.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return keycloak;
}

describe('in every table', () => {
  const PERSON = { name: 'Zacharias Einmalig', subject: '5f0c7b1e-0000-4000-8000-000000000001' };
  const OTHER = { name: 'Jonas Klein', subject: '5f0c7b1e-0000-4000-8000-000000000002' };
  const OLD = { name: PERSON.name, subject: null };
  /** Columns of text and JSON that tell of no person, by their names. */
  const OF_NOBODY =
    `account acknowledged address arrival atc auto_action betriebs_nr block brand build check_reason checks city closed_how
    companion conditions content contents country cursor day delivery_hash detail details digest doubts edited_reason
    ends_on error event extension fallen_from file_hash file_name filter_setting guardrails hash held_cursor held_digest kind last_error
    layout list_kind name norm_size once_key position producer product_changes product_group product_groups product_type profile purpose
    pzn reason rule since sort_order_setting source state status street text till_layout till_profile title token user_emails zipcode`.split(
      /\s+/,
    );
  let portal: TestPortal;
  let apoId: number;
  let count = 1_000;

  beforeAll(async () => {
    portal = await startPortal();
    ({ apoId } = await seedPharmacy(portal.database, 1));
    const { rows } = await portal.database.pool.query<{ sql: string }>(
      `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql
         FROM pg_constraint JOIN pg_class t ON t.oid = conrelid
        WHERE contype = 'c' AND connamespace = 'public'::regnamespace AND NOT relispartition`,
    );
    for (const { sql } of rows) await portal.database.pool.query(sql);
    for (const column of PERSON_COLUMNS)
      for (const person of column.subject && column.name && !column.goes ? [PERSON, OTHER, OLD] : [PERSON, OTHER])
        await fill(column, person);
  }, 60_000);
  afterAll(() => portal?.close());

  type Known = { column: string; type: string; needed: boolean };
  async function columnsOf(table: string): Promise<Known[]> {
    const { rows } = await portal.database.pool.query(
      `SELECT column_name AS column, udt_name AS type, is_nullable = 'NO' AS needed FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = $1`,
      [table],
    );
    return rows as Known[];
  }

  /** A row with a value of its own in each column that needs one, and a person in those of the entry. */
  async function fill(
    { table, name, subject, key, after = '' }: (typeof PERSON_COLUMNS)[number],
    person: { name: string; subject: string | null },
  ): Promise<void> {
    if (table === 'pharmacy') {
      if (person === PERSON)
        await portal.database.pool.query(`UPDATE pharmacy SET ${name} = $1 WHERE apo_id = $2`, [person.name, apoId]);
      return;
    }
    count += 1;
    const byType: Record<string, unknown> = {
      int2: count,
      int4: count,
      int8: count,
      numeric: 1,
      bool: false,
      text: `x${count}`,
      date: '2026-03-01',
      timestamptz: '2026-03-01T00:00:00Z',
      jsonb: '{}',
      bytea: Buffer.from(''),
      uuid: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    };
    const row: Record<string, unknown> = {};
    const known = await columnsOf(table);
    for (const { column, type, needed } of known) if (needed) row[column] = type.startsWith('_') ? [] : byType[type];
    if (known.some(({ column }) => column === 'apo_id')) row.apo_id = apoId;
    if (table === 'outbox_event') row.outbox_id = 1;
    if (name) row[name] = key ? JSON.stringify({ [key]: person.name }) : `${after}${person.name}`;
    if (subject) row[subject] = key ? JSON.stringify({ [key]: person.subject, name: person.name }) : person.subject;
    if (subject && person.subject === null && known.find(({ column }) => column === subject)?.needed) return;
    if (table === 'notice_address') row.address = `${person.name}@portal.example`;
    const connection = await portal.database.pool.connect();
    await connection.query('BEGIN; SET LOCAL session_replication_role = replica');
    const [columns, values] = [Object.keys(row), Object.values(row)];
    await connection.query(
      `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES (${columns.map((_, n) => `$${n + 1}`).join(', ')})`,
      values,
    );
    await connection.query('COMMIT');
    connection.release();
  }

  /** Tables with a row that has a text anywhere, and how many. */
  async function tablesWith(text: string): Promise<Record<string, number>> {
    const { rows } = await portal.database.pool.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    );
    const found: Record<string, number> = {};
    for (const { name } of rows) {
      const { rowCount } = await portal.database.pool.query(
        `SELECT FROM ${name} t WHERE strpos(to_jsonb(t)::text, $1) > 0`,
        [text],
      );
      if (rowCount) found[name] = rowCount;
    }
    return found;
  }

  test('a new column of text or JSON is said to hold a person, or nobody', async () => {
    const { rows } = await portal.database.pool.query<{ table: string; column: string }>(
      `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
        WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.udt_name IN ('text', 'varchar', 'jsonb', 'json', '_text', 'bpchar')
          AND c.table_name NOT LIKE 'price\\_change\\_%' AND c.table_name <> '_prisma_migrations'`,
    );
    const listed = new Set(
      PERSON_COLUMNS.flatMap(({ table, name, subject }) => [`${table}.${name}`, `${table}.${subject}`]),
    );
    const unknown = rows.filter(
      ({ table, column }) => !listed.has(`${table}.${column}`) && !OF_NOBODY.includes(column),
    );
    expect(unknown).toEqual([]);
    const there = new Set(rows.map(({ table, column }) => `${table}.${column}`));
    expect([...listed].filter((name) => !name.endsWith('.undefined') && !there.has(name))).toEqual([]);
  });

  test('a sentence that names who deleted a package is told by its beginning', async () => {
    const { after = '?' } = PERSON_COLUMNS.find(({ name }) => name === 'closed_reason') ?? {};
    const sentences = ['Ott', 'Ott (A. + B.)', 'Ott Maier'].map((name) => withParts(CLOSED_REASON.deletedBy(name), 2));
    const { rows } = await portal.database.pool.query(
      `SELECT regexp_replace(s, $2, 'X\\2') AS said FROM unnest($1::text[]) s`,
      [sentences, sentenceOf(after, ['Ott', 'Ott (A. + B.)'])],
    );
    expect(rows.map(({ said }) => said)).toEqual([
      'X, 2 Artikel vorher freigegeben',
      'X, 2 Artikel vorher freigegeben',
      'gelöscht von Ott Maier, 2 Artikel vorher freigegeben',
    ]);
  });

  test('what is exported names each table and column, and nobody else', async () => {
    const { code, said } = await people(portal, ['export', PERSON.subject]);
    expect(code).toBe(0);
    const told = JSON.parse(said.join('\n')) as {
      person: object;
      tables: Record<string, { columns: string[]; rows: Record<string, unknown>[] }>;
    };
    expect(told.person).toEqual({ subject: PERSON.subject, names: [PERSON.name] });
    expect(Object.keys(told.tables).toSorted()).toEqual(
      [...new Set(PERSON_COLUMNS.map(({ table }) => table))].toSorted(),
    );
    for (const [table, { rows }] of Object.entries(told.tables)) {
      expect([table, rows.length > 0]).toEqual([table, true]);
    }
    expect(said.join('\n')).not.toContain(OTHER.name);
    expect(told.tables.till_file?.columns).toEqual(
      expect.arrayContaining(['user_name', 'actor', 'loaded_by', 'reported_actor']),
    );
  });

  test('a name that is forgotten stands nowhere, and that of somebody else where it stood', async () => {
    const others = await tablesWith(OTHER.name);
    const expected = [...new Set(PERSON_COLUMNS.map(({ table }) => table))].filter((table) => table !== 'portal_user');
    expect(Object.keys(await tablesWith(PERSON.name)).toSorted()).toEqual(expected.toSorted());
    const { code, complained } = await people(portal, ['forget', PERSON.name, '--account-gone']);
    expect([code, complained]).toEqual([0, []]);
    expect(await tablesWith(PERSON.name)).toEqual({});
    expect(await tablesWith(OTHER.name)).toEqual(others);
    const left = Object.keys(await tablesWith(PERSON.subject));
    for (const { table, goes } of PERSON_COLUMNS) if (goes === 'true') expect(left).not.toContain(table);
  });
});
