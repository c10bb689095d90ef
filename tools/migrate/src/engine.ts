/// <reference lib="dom" />
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import * as binding from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';
import { runScript } from './run-script.ts';

const CHAR = 18;
const TEXT = 25;

export type SchemaEngine = binding.SchemaEngine;

/**
 * Prisma's own migration engine as WebAssembly over node-postgres: the same one as in the prisma command, whose native
 * build would have to be downloaded.
 */
export async function openEngine(
  databaseUrl: string,
  schema: { path: string; content: string },
): Promise<{ engine: SchemaEngine; close: () => Promise<void> }> {
  await (loading ??= load());
  const database = new MigrationPg(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(database);
  const engine = await binding.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => undefined,
    factory,
  );
  const close = async () => {
    engine.free();
    await database.disconnect();
  };
  return { engine, close };
}

let loading: Promise<void> | undefined;

/** Once in a process: the binding keeps views on the memory of the first instance. */
async function load(): Promise<void> {
  const module = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm');
  const bytes = await readFile(join(dirname(module), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': binding as never });
  // The generated loader of the package does the same for bundlers; its types leave both functions out.
  const { __wbg_set_wasm } = binding as unknown as { __wbg_set_wasm(exports: WebAssembly.Exports): void };
  __wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
}

/** The adapter with three things mended that migrations need; see each method. */
class MigrationPg extends PrismaPg {
  readonly #pool: MigrationPool;
  readonly #url: string;
  constructor(url: string) {
    const pool = new MigrationPool({ connectionString: url });
    super(pool);
    this.#pool = pool;
    this.#url = url;
  }

  override async connect() {
    return mended(await super.connect(), this.#pool);
  }

  /** The engine leaves its connections, and with them the lock of a migration, to their idle timeout. */
  async disconnect(): Promise<void> {
    await this.#pool.end();
  }

  /** The original would hand out the real database as the shadow one. */
  override async connectToShadowDb() {
    const name = `prisma_shadow_${process.pid}_${Date.now()}`;
    await runOn(this.#url, `CREATE DATABASE "${name}"`);
    const shadowUrl = new URL(this.#url);
    shadowUrl.pathname = `/${name}`;
    const pool = new MigrationPool({ connectionString: shadowUrl.href });
    const shadow = mended(await new PrismaPg(pool).connect(), pool);
    shadow.dispose = async () => {
      await pool.end();
      await runOn(this.#url, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return shadow;
  }
}

type Asked = { readonly text: string };

/** What the adapter asks of the database. */
class MigrationPool extends pg.Pool {
  /** Texts that are scripts, while they run. */
  readonly scripts = new Set<string>();
  /** The columns of each answer's rows that are "char". */
  readonly charColumns = new WeakMap<object, readonly number[]>();

  override query(...asked: never[]): never {
    const [{ text }] = asked as unknown as [Asked];
    return (this.scripts.has(text) ? this.#runScript(text) : this.#ask(asked)) as never;
  }

  async #runScript(text: string) {
    await runScript(this, text);
    return { rowCount: 0 };
  }

  async #ask(asked: never[]) {
    const query = super.query.bind(this) as (...all: unknown[]) => Promise<pg.QueryArrayResult>;
    const result = await query(...asked);
    // Introspection reads "char" columns (OID 18), which the adapter does not know.
    const columns = [...result.fields.keys()].filter((i) => result.fields[i]?.dataTypeID === CHAR);
    for (const field of result.fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
    this.charColumns.set(result.rows, columns);
    return result;
  }
}

function mended<A extends SqlDriverAdapter>(adapter: A, pool: MigrationPool): A {
  // The original splits a script at every semicolon, also inside function bodies and texts. As a statement of the adapter's its errors
  // reach the engine in the adapter's form: only then does the engine tell them, with the migration's name.
  adapter.executeScript = async (script: string) => {
    pool.scripts.add(script);
    try {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] });
    } finally {
      pool.scripts.delete(script);
    }
  };
  // The engine wants "char" columns as characters.
  const queryRaw = adapter.queryRaw.bind(adapter);
  adapter.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const i of pool.charColumns.get(result.rows) ?? []) result.columnTypes[i] = ColumnTypeEnum.Character;
    return result;
  };
  return adapter;
}

/** The lock that the engine holds as long as it applies migrations. */
const MIGRATING = 72707369;

/**
 * Lets migrations be begun anew whose process was killed; nobody else would note that they are given up. Under the engine's own lock, so
 * that none is taken for one of these that somebody has just begun.
 */
export async function giveUpKilled(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(
      `SELECT to_regclass('_prisma_migrations') IS NOT NULL AND pg_try_advisory_lock(${MIGRATING}) AS mine`,
    );
    if (!rows[0]?.mine) return;
    await client.query(
      'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL',
    );
  });
}

async function runOn(url: string, statement: string): Promise<void> {
  await onDatabase(url, (client) => client.query(statement));
}

/** A connection of its own; with it its locks go. */
async function onDatabase(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
