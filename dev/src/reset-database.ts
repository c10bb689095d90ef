import pg from 'pg';

/** How a database of the tests looks that nobody has used yet. */
export type Unused = {
  /** Digest of its tables, columns, keys, triggers, functions and rights, and of the migrations applied to it. */
  readonly shape: string;
  /** The rows that migrations bring, as JSON by table. */
  readonly rows: Readonly<Record<string, string>>;
};

const MIGRATIONS = '_prisma_migrations';

const SHAPE = `
SELECT md5(string_agg(part, E'\\n' ORDER BY part)) AS shape
FROM (
  SELECT concat_ws(' ', relname, relkind, relowner::regrole, relacl, reloptions, relispartition, relreplident) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', attrelid::regclass, attnum, attname, atttypid, attnotnull, atthasdef, attidentity, attgenerated, attacl, attoptions)
    FROM pg_attribute JOIN pg_class c ON c.oid = attrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', adrelid::regclass, adnum, pg_get_expr(adbin, adrelid)) FROM pg_attrdef
  UNION ALL
  SELECT concat_ws(' ', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', indrelid::regclass, indexrelid::regclass, indisvalid, pg_get_indexdef(indexrelid)) FROM pg_index
    JOIN pg_class c ON c.oid = indrelid WHERE relnamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', tgrelid::regclass, tgenabled, pg_get_triggerdef(oid)) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL
  SELECT concat_ws(' ', tgrelid::regclass, tgenabled, tgfoid::regproc) FROM pg_trigger WHERE tgisinternal
  UNION ALL
  SELECT concat_ws(' ', oid::regprocedure, md5(prosrc), proacl, proconfig) FROM pg_proc
    WHERE pronamespace = 'public'::regnamespace
  UNION ALL
  SELECT concat_ws(' ', nspname, nspowner::regrole, nspacl) FROM pg_namespace
    WHERE nspname !~ '^pg_(toast_)?temp_'
  UNION ALL
  SELECT concat_ws(' ', datdba::regrole, datacl, datconnlimit, datallowconn) FROM pg_database
    WHERE datname = current_database()
  UNION ALL
  SELECT concat_ws(' ', setrole::regrole, setconfig) FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
  UNION ALL
  SELECT concat_ws(' ', extname, extversion) FROM pg_extension
  UNION ALL
  SELECT to_jsonb(m)::text FROM ${MIGRATIONS} m
) AS parts (part)`;

/** Tables that hold something, or did and were not cleared up. */
const USED = `
SELECT oid::regclass::text AS name, pg_relation_size(oid) AS bytes FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 AND relname <> '${MIGRATIONS}'
ORDER BY 1`;

/** Notes how a database looks before its first use. */
export async function lookAtUnused(client: pg.Client): Promise<Unused> {
  const rows: Record<string, string> = {};
  for (const { name } of (await client.query<{ name: string }>(USED)).rows) {
    const kept = await client.query<{ rows: string }>(`SELECT json_agg(t)::text AS rows FROM ${name} t`);
    rows[name] = kept.rows[0]?.rows ?? '[]';
  }
  return { shape: await shapeOf(client), rows };
}

/** What changes with everything in a database but its rows and statistics; read in milliseconds, where the whole shape takes a hundred. */
const STRUCTURE = `
SELECT concat_ws(' ',
  (SELECT md5(string_agg(concat_ws(' ', oid, relname, relkind, relowner, relacl, reloptions, relispartition), ',' ORDER BY oid)) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_attribute WHERE attrelid >= 16384),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_attrdef),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_constraint),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_index WHERE indrelid >= 16384),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_trigger),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM pg_proc WHERE pronamespace = 'public'::regnamespace),
  (SELECT string_agg(concat(nspname, nspacl), ' ' ORDER BY oid) FROM pg_namespace WHERE nspname !~ '^pg_(toast_)?temp_'),
  (SELECT xmin FROM pg_database WHERE datname = current_database()),
  (SELECT string_agg(concat(setrole, setconfig), ' ' ORDER BY setrole) FROM pg_db_role_setting),
  (SELECT count(*) FROM pg_extension),
  (SELECT concat(count(*), ' ', max(xmin::text::bigint)) FROM ${MIGRATIONS})
) AS structure`;

/** Rows of a table that is not emptied by deleting them one by one. */
const MANY_BYTES = 256 * 1024;

/** @returns what `clearRows` compares with */
export async function lookAtStructure(client: Queries): Promise<string> {
  return (await client.query<{ structure: string }>(STRUCTURE)).rows[0]?.structure ?? '';
}

/**
 * Takes the rows of a test out of a database that the next test of the same file goes on with, over connections that stay open. One
 * that is still busy, or holds a lock, is cut off.
 * @param client the superuser's, since history is not to be deleted otherwise
 * @param structure how it looked before the test
 * @returns false where somebody has changed more than rows
 */
export async function clearRows(client: Queries, unused: Unused, structure: string): Promise<boolean> {
  await client.query(`
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'
      AND (state <> 'idle' OR pid IN (SELECT pid FROM pg_locks WHERE locktype = 'advisory'))`);
  if ((await lookAtStructure(client)) !== structure) return false;
  const { rows: used } = await client.query<{ name: string; bytes: string }>(USED);
  const names = [...new Set([...used.map(({ name }) => name), ...Object.keys(unused.rows)])];
  const large = used.filter(({ bytes }) => Number(bytes) > MANY_BYTES).map(({ name }) => name);
  await client.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    ${large.length > 0 ? `TRUNCATE ${large.join(', ')} CASCADE;` : ''}
    ${names.map((name) => `DELETE FROM ${name};`).join('\n')}
    ${refilling(unused)}
    ${SEQUENCES}
    DELETE FROM pg_statistic WHERE starelid >= 16384;
    COMMIT`);
  return true;
}

type Queries = Pick<pg.ClientBase, 'query'>;

function refilling(unused: Unused): string {
  const inserts = Object.entries(unused.rows).map(
    ([name, rows]) =>
      `INSERT INTO ${name} OVERRIDING SYSTEM VALUE
       SELECT * FROM json_populate_recordset(NULL::${name}, ${pg.escapeLiteral(rows)});`,
  );
  return inserts.join('\n');
}

const SEQUENCES = `
    SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL;`;

/**
 * Makes a used database look as before its first use, ten times as quickly as copying it anew: rows, sequences and what the planner
 * has learned. Whoever is still connected is cut off.
 * @param client the superuser's, since history is not to be deleted otherwise
 * @returns false where somebody has changed more than rows: such a database is not to be used again
 */
export async function makeUnused(client: pg.Client, unused: Unused): Promise<boolean> {
  await client.query(`
    SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`);
  if ((await shapeOf(client)) !== unused.shape) return false;
  const used = (await client.query<{ name: string }>(USED)).rows.map(({ name }) => name);
  const cleared = [...new Set([...used, ...Object.keys(unused.rows)])];
  await client.query(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    TRUNCATE ${cleared.join(', ')} CASCADE;
    ${refilling(unused)}
    ${SEQUENCES}
    DELETE FROM pg_statistic WHERE starelid >= 16384;
    SELECT pg_stat_reset();
    COMMIT`);
  return true;
}

async function shapeOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ shape: string }>(SHAPE);
  return rows[0]?.shape ?? '';
}
