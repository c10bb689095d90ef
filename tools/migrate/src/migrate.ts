import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { MigrationList } from '@prisma/schema-engine-wasm';
import { distributeNewTables } from './distribute.ts';
import { giveUpKilled, openEngine, type SchemaEngine } from './engine.ts';
import { findOlderBuild } from './older-build.ts';
import { admitToLaterTables } from './prepare.ts';

const PRISMA = fileURLToPath(new URL('../../../prisma/', import.meta.url));
const SCHEMA = join(PRISMA, 'schema.prisma');
const MIGRATIONS = join(PRISMA, 'migrations');
const LOCKFILE = 'migration_lock.toml';
const FILTERS = { externalTables: [], externalEnums: [] };

/**
 * Applies what is not applied yet and returns the names. Safe to run at every start. `NAME_contract`, which takes away what the
 * build before `NAME` needs, waits for a later start, while no older build is at work. An empty database gets all at once. New tables of a distributed database are distributed too (distribute.ts).
 * @param options.before none from this name on: what the database was before it
 */
export function deployMigrations(databaseUrl: string, { before }: { before?: string } = {}): Promise<string[]> {
  return withEngine(databaseUrl, async (engine) => {
    const all = await readMigrations();
    await giveUpKilled(databaseUrl);
    if (before) all.migrationDirectories = all.migrationDirectories.filter(({ path }) => path < before);
    const missing = await missingOf(engine, all);
    const isEmpty = missing.length === all.migrationDirectories.length;
    const older = isEmpty ? undefined : await findOlderBuild(databaseUrl);
    const waits = (path: string) =>
      missing.some((name) => isContractOf(path, name)) ||
      (older !== undefined && path.endsWith('_contract') && missing.includes(path));
    const migrationDirectories = all.migrationDirectories.filter(({ path }) => isEmpty || !waits(path));
    if (!isEmpty) await admitToLaterTables(databaseUrl);
    try {
      const migrationsList = { ...all, migrationDirectories };
      const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: FILTERS });
      if (appliedMigrationNames.length > 0) await distributeNewTables(databaseUrl);
      return appliedMigrationNames;
    } catch (error) {
      // What was left undone can be begun again (run-script.ts).
      const [, migrationName] = /^\s*with migration_name="(\S+)"$/m.exec(String((error as Error).message)) ?? [];
      if (migrationName) await engine.markMigrationRolledBack({ migrationName });
      throw error;
    }
  });
}

/** `20261122200200_keys_contract` is the contract of `20261122200100_keys`. */
function isContractOf(contract: string, name: string): boolean {
  return contract.replace(/^\d+/, '') === `${name.replace(/^\d+/, '')}_contract`;
}

/**
 * Writes a migration that takes the database to prisma/schema.prisma; it can then be completed by hand.
 * @returns its folder name, or undefined when there is nothing to migrate
 * @throws Error when the database has drifted from the migrations
 */
export function newMigration(databaseUrl: string, name: string): Promise<string | undefined> {
  return withEngine(databaseUrl, async (engine, schema) => {
    await mkdir(MIGRATIONS, { recursive: true });
    await writeFile(join(MIGRATIONS, LOCKFILE), 'provider = "postgresql"\n');
    const migrationsList = await readMigrations();
    await engine.applyMigrations({ migrationsList, filters: FILTERS });
    const { action } = await engine.devDiagnostic({ migrationsList, filters: FILTERS });
    if (action.tag === 'reset') throw new Error(`the database has drifted: ${action.reason}`);
    const created = await engine.createMigration({
      draft: false,
      migrationName: name,
      migrationsList,
      schema: { files: [schema] },
      filters: FILTERS,
    });
    if (created.migrationScript === null) return undefined;
    const folder = join(MIGRATIONS, created.generatedMigrationName);
    await mkdir(folder);
    await writeFile(join(folder, `migration.${created.extension}`), created.migrationScript);
    return created.generatedMigrationName;
  });
}

/** What a database lacks; changes nothing. */
export type MigrationStatus = {
  /** Not applied, or begun and not ended. */
  readonly missing: string[];
  /** Contracts whose expanding migration is applied: they wait until no instance of the release before is left (ADR 63). */
  readonly waiting: string[];
};

export async function readMigrationStatus(databaseUrl: string): Promise<MigrationStatus> {
  return withEngine(databaseUrl, async (engine) => {
    const all = await readMigrations();
    // begun: somebody is applying it, or was when the process was killed
    const { failedMigrationNames: begun } = await diagnose(engine, all);
    const lacking = await missingOf(engine, all);
    const isWaiting = (contract: string) =>
      all.migrationDirectories.some(
        ({ path }) => isContractOf(contract, path) && !lacking.includes(path) && !begun.includes(path),
      );
    return {
      missing: [...begun, ...lacking.filter((name) => !isWaiting(name))],
      waiting: lacking.filter(isWaiting),
    };
  });
}

/** Names of the migrations that this database lacks, those that wait included. */
export async function findUnapplied(databaseUrl: string): Promise<string[]> {
  const { missing, waiting } = await readMigrationStatus(databaseUrl);
  return [...missing, ...waiting].toSorted();
}

async function missingOf(engine: SchemaEngine, migrationsList: MigrationList): Promise<string[]> {
  const { history } = await diagnose(engine, migrationsList);
  return history && 'unappliedMigrationNames' in history ? history.unappliedMigrationNames : [];
}

function diagnose(engine: SchemaEngine, migrationsList: MigrationList) {
  return engine.diagnoseMigrationHistory({ migrationsList, optInToShadowDatabase: false, filters: FILTERS });
}

/** What differs between migrations and schema, empty when they agree. */
export function findDrift(databaseUrl: string): Promise<string> {
  return withEngine(databaseUrl, async (engine, schema) => {
    const result = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations()) },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: true,
      filters: FILTERS,
    });
    return result.exitCode === 2 ? (result.stdout ?? 'drift') : '';
  });
}

async function withEngine<T>(
  databaseUrl: string,
  work: (engine: SchemaEngine, schema: { path: string; content: string }) => Promise<T>,
) {
  const schema = { path: SCHEMA, content: await readFile(SCHEMA, 'utf8') };
  const { engine, close } = await openEngine(databaseUrl, schema);
  try {
    return await work(engine, schema);
  } finally {
    await close();
  }
}

async function readMigrations(): Promise<MigrationList> {
  const entries = await readdir(MIGRATIONS, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir: MIGRATIONS,
    lockfile: { path: LOCKFILE, content: await readFile(join(MIGRATIONS, LOCKFILE), 'utf8').catch(() => null) },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(
      folders.map(async (path) => ({
        path,
        migrationFile: {
          path: 'migration.sql',
          content: { tag: 'ok' as const, value: await readFile(join(MIGRATIONS, path, 'migration.sql'), 'utf8') },
        },
      })),
    ),
  };
}
