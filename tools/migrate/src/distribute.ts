import pg from 'pg';
import { bringLogins } from './logins-on-nodes.ts';

/** Tables that every pharmacy's rows are joined with; each node has all of them. */
const SHARED = ['pharmacy', 'product', 'product_block', 'product_master'];
/** All of a pharmacy's tables are cut in the same way as this one, so that its rows lie together. */
const FIRST = 'list_step';
/**
 * How many parts the pharmacies are cut into. A part is what moves to another node, so this is also the most nodes that can share
 * the work; each table has as many tables behind it.
 */
const PARTS = 32;

/** What keeps a database from being distributed, and what to do about it; German, for the operator. */
export class NotDistributable extends Error {
  override name = 'NotDistributable';
}

/**
 * Puts the rows of each pharmacy on one of several servers (ADR 65): its tables, which are
 * those whose key begins with `apo_id`, are cut by it, `pharmacy` and the product master are copied to every server, all else stays
 * on the coordinator. One transaction, during which nobody reads or writes. What is distributed already is left alone. The logins of
 * the api and of reports become known on every server.
 * @param ownerUrl the coordinator, as the owner of the tables
 * @param options.parts how many parts there are to be; only the first time
 * @returns the tables that were distributed
 * @throws NotDistributable when the extension or a worker is missing
 */
export async function distribute(ownerUrl: string, { parts = PARTS } = {}): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    await checkCluster(client);
    return distributeMissing(client, parts);
  });
}

/** For tables that migrations have made since: does nothing where the database is not distributed. @returns as `distribute` */
export async function distributeNewTables(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) =>
    (await isDistributed(client)) ? distributeMissing(client, PARTS) : [],
  );
}

/**
 * The way back: all rows return to the coordinator, which must have room for them. One transaction, during which nobody reads or
 * writes.
 * @returns the tables that came back
 */
export async function undistribute(ownerUrl: string): Promise<string[]> {
  return withClient(ownerUrl, async (client) => {
    if (!(await isDistributed(client))) return [];
    return inTransaction(client, async () => {
      const { own, shared } = await tablesOf(client);
      const back = [...own, ...shared].filter(({ isDistributed }) => isDistributed);
      const keys = await foreignKeysOf(client, back);
      await withRights(client, async () => {
        for (const { drop } of keys) await client.query(drop);
        for (const { name } of back) await client.query('SELECT undistribute_table($1)', [name]);
      });
      for (const { add } of keys) await client.query(add);
      return back.map(({ name }) => name);
    });
  });
}

/**
 * Tables that come back are made anew, and so are new ones that refer to a shared one when they lose that key: with the rights that
 * every new table has. Some had fewer: nobody deletes from the history.
 */
async function withRights(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const rights = new Set((await rightsOf(client)).map(({ revoke }) => revoke));
  await work();
  for (const { revoke } of await rightsOf(client)) if (!rights.has(revoke)) await client.query(revoke);
}

/** What each right to a table is taken back by. */
async function rightsOf(client: pg.Client): Promise<{ revoke: string }[]> {
  const { rows } = await client.query<{ revoke: string }>(
    `SELECT format('REVOKE %s ON %s FROM %s', privilege_type, oid::regclass,
                   CASE grantee WHEN 0 THEN 'PUBLIC' ELSE grantee::regrole::text END) AS revoke
       FROM pg_class, aclexplode(relacl)
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND grantee <> relowner`,
  );
  return rows;
}

function distributeMissing(client: pg.Client, parts: number): Promise<string[]> {
  return inTransaction(client, async () => {
    await bringLogins(client);
    const { own, shared } = await tablesOf(client);
    const missing = [...shared, ...own].filter(({ isDistributed }) => !isDistributed);
    // A key between two tables can only be there when both are where they belong.
    const keys = await foreignKeysOf(client, missing);
    await withRights(client, async () => {
      for (const { drop } of keys) await client.query(drop);
    });
    await withoutTriggers(client, missing, async () => {
      for (const { name, isOwn } of missing) {
        if (!isOwn) await client.query('SELECT create_reference_table($1)', [name]);
        else if (name === FIRST) {
          await client.query(
            `SELECT create_distributed_table($1, 'apo_id', shard_count => $2, colocate_with => 'none')`,
            [name, parts],
          );
        } else await client.query(`SELECT create_distributed_table($1, 'apo_id', colocate_with => $2)`, [name, FIRST]);
      }
      // The rows are on their servers; what the coordinator had before only takes room.
      for (const { name } of missing) {
        await client.query('SELECT truncate_local_data_after_distributing_table($1)', [name]);
      }
      for (const { add } of keys) await client.query(add);
    });
    return missing.map(({ name }) => name);
  });
}

/**
 * Rows that move are none that change, so no trigger is to notice them: one that is due at the end of the transaction keeps its table
 * from being altered until then. Nor would those that guard the history let the coordinator empty its former tables. Each part on a
 * server has the state that its table has.
 */
async function withoutTriggers(client: pg.Client, tables: readonly Table[], work: () => Promise<void>): Promise<void> {
  const { rows: parts } = await client.query<{ part: string }>(
    `SELECT name AS part FROM unnest($1::text[]) name UNION ALL
     SELECT inhrelid::regclass::text FROM pg_inherits WHERE inhparent = ANY($1::text[]::regclass[])`,
    [tables.map(({ name }) => name)],
  );
  for (const { part } of parts) await client.query(`ALTER TABLE ${part} DISABLE TRIGGER USER`);
  await work();
  for (const { part } of parts) await client.query(`ALTER TABLE ${part} ENABLE TRIGGER USER`);
}

type Table = { name: string; isOwn: boolean; isDistributed: boolean };

/**
 * `own`: tables of a pharmacy; `FIRST` before the others, and those with triggers last, since these write to others while rows move;
 * `shared`: those that every server has.
 */
async function tablesOf(client: pg.Client): Promise<{ own: Table[]; shared: Table[] }> {
  const { rows } = await client.query<Table>(
    `SELECT quote_ident(c.relname) AS name, a.attname = 'apo_id' AND c.relname <> ALL($1) AS "isOwn",
            coalesce(d.partmethod = 'h' OR d.repmodel = 't', false) AS "isDistributed"
       FROM pg_class c
       JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0]
       LEFT JOIN pg_dist_partition d ON d.logicalrelid = c.oid
      WHERE c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
        AND (a.attname = 'apo_id' OR c.relname = ANY($1))
      ORDER BY c.relname <> $2, EXISTS (SELECT FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal), c.relname`,
    [SHARED, FIRST],
  );
  return { own: rows.filter(({ isOwn }) => isOwn), shared: rows.filter(({ isOwn }) => !isOwn) };
}

/** The foreign keys of these tables, as statements that take them away and bring them back. */
async function foreignKeysOf(client: pg.Client, tables: readonly Table[]): Promise<{ drop: string; add: string }[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS add
       FROM pg_constraint
      WHERE contype = 'f' AND conparentid = 0 AND conrelid = ANY($1::text[]::regclass[]) ORDER BY conname`,
    [tables.map(({ name }) => name)],
  );
  return rows;
}

async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await hasExtension(client))) return false;
  const { rowCount } = await client.query('SELECT FROM pg_dist_partition WHERE logicalrelid = $1::regclass', [FIRST]);
  return rowCount === 1;
}

async function hasExtension(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}

async function checkCluster(client: pg.Client): Promise<void> {
  if (!(await hasExtension(client))) {
    throw new NotDistributable(
      'In dieser Datenbank fehlt die Erweiterung citus. Auf jedem Server gehört citus an den Anfang von shared_preload_libraries (Neustart); dann legt ein Administrator sie an: CREATE EXTENSION citus.',
    );
  }
  const { rows } = await client.query<{ workers: number; is_coordinator: boolean }>(
    `SELECT count(*) FILTER (WHERE groupid <> 0 AND isactive AND shouldhaveshards)::int AS workers,
            (SELECT groupid = 0 FROM pg_dist_local_group) AS is_coordinator FROM pg_dist_node WHERE noderole = 'primary'`,
  );
  if (!rows[0]?.is_coordinator) {
    throw new NotDistributable('Dieser Server ist ein Worker. Der Befehl läuft auf dem Coordinator.');
  }
  if (rows[0].workers === 0) {
    throw new NotDistributable(
      "Der Cluster hat keinen Worker. Ein Administrator meldet sie auf dem Coordinator an: SELECT citus_set_coordinator_host('COORDINATOR', 5432); SELECT citus_add_node('WORKER', 5432).",
    );
  }
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('BEGIN');
  try {
    // Triggers that keep history from being altered, and versions from being forgotten, stay within one pharmacy's rows.
    await client.query('SET LOCAL citus.enable_unsafe_triggers = on');
    // By one connection to each worker: what one has made in this transaction, another would not see.
    await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
    const result = await work();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
