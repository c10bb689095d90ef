import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Database } from '@portal/api/db/database.ts';
import { closeDatabase, joinNodes, tellPassword } from '@portal/dev/test-database.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { distribute } from '@portal/migrate/distribute.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import pg from 'pg';
import { LOGIN, type Machine, onServer, type Server, startMachine, TEMPLATE, until } from './environment.ts';
import { findInstalled } from '@portal/dev/postgres/installed.ts';
import { copyCluster, writeInto } from './pair.ts';

/** Parts of the distributed database; each table has as many tables behind it, and every fault has a copy of all of them. */
const PARTS = 4;

/** As docs/operations.md says for every server of a cluster. */
const SETTINGS = [
  'shared_preload_libraries=citus',
  'citus.enable_unsafe_triggers=on',
  'citus.recover_2pc_interval=5s',
  // With certificates it would look for the caller's in a home that the database's user may not enter.
  'citus.node_conninfo=sslmode=disable',
  'wal_level=logical',
  'max_prepared_transactions=100',
  'max_worker_processes=32',
];

/** A coordinator with workers, which are kept as docs/operations.md says. */
export type Cluster = Server & {
  readonly workers: readonly Machine[];
  /** Starts another server and makes it a worker of a database. */
  addWorker(database: string): Promise<void>;
  /** A base backup of each server. */
  backUp(): Promise<void>;
  /** All servers are gone; others take their places with what there was at a restore point. */
  restoreTo(restorePoint: string): Promise<void>;
};

/** The folder of an installed PostgreSQL that has Citus. */
export function findCitus(): string | undefined {
  const bin = findInstalled();
  return bin && existsSync(join(dirname(bin), 'lib', 'citus.so')) ? bin : undefined;
}

/**
 * A coordinator and two workers, each of which may be stopped; durable, with archived logs and passwords between them.
 * @throws Error where no installed PostgreSQL has Citus
 */
export async function startDistributed(): Promise<Cluster> {
  const bin = findCitus();
  if (!bin) throw new Error('no installed PostgreSQL with Citus: docs/operations.md');
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-faults-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const [coordinator, ...workers] = await Promise.all(
    ['coordinator', 'worker1', 'worker2'].map((name) => startNode(folder, name, bin)),
  );
  if (!coordinator) throw new Error('no coordinator');
  const nodes = () => [coordinator, ...workers];
  const servers = () => nodes().map((node) => node.url('postgres'));
  const { username: user, password } = new URL(coordinator.url('postgres'));
  const server = { ...coordinator, workers };
  await onServer(server, `CREATE DATABASE ${TEMPLATE}`);
  await joinNodes(servers(), TEMPLATE, { user, password });
  const template = coordinator.url(TEMPLATE);
  await deployMigrations(template);
  await distribute(template, { parts: PARTS });
  await ensureAppLogin(template, LOGIN);
  await tellPassword(servers(), TEMPLATE, LOGIN);
  await closeDatabase(servers(), TEMPLATE);
  return {
    ...server,
    async addWorker(database) {
      const node = await startNode(folder, `worker${workers.length + 1}`, bin);
      workers.push(node);
      const own = node.url(database);
      // A copy remembers rights on the database it was made of.
      for (const name of [TEMPLATE, database]) await ask(node.url('postgres'), `CREATE DATABASE ${name}`);
      await ask(own, 'CREATE EXTENSION citus');
      await tellPassword([own], database, { user, password });
      const { hostname, port } = new URL(own);
      await ask(coordinator.url(database), 'SELECT citus_add_node($1, $2)', [hostname, Number(port)]);
      // The portal's login is there since then.
      await tellPassword([own], database, LOGIN);
    },
    async backUp() {
      for (const node of nodes()) await node.backUp();
    },
    async restoreTo(restorePoint) {
      for (const node of nodes()) await archiveAll(node);
      await Promise.all(nodes().map((node) => node.stop('fast')));
      await Promise.all(nodes().map((node) => node.restoreTo(restorePoint)));
    },
    async close() {
      for (const node of nodes()) await node.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Node = Machine & { backUp(): Promise<void>; restoreTo(restorePoint: string): Promise<void> };

async function startNode(folder: string, name: string, bin: string): Promise<Node> {
  const [dataDir, backup, archive] = ['', '-backup', '-archive'].map((what) => join(folder, name + what)) as [
    string,
    string,
    string,
  ];
  await mkdir(archive);
  await chmod(archive, 0o777); // as root the database runs as another user
  const archived = ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`];
  const machine = await startMachine(dataDir, { bin, settings: [...SETTINGS, ...archived] });
  return {
    ...machine,
    backUp: () => copyCluster(machine.url('postgres'), dataDir, backup),
    async restoreTo(restorePoint) {
      await rm(dataDir, { recursive: true });
      execFileSync('cp', ['-a', backup, dataDir]);
      await writeInto(dataDir, 'recovery.signal', '');
      const recovery = [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_name = '${restorePoint}'`,
        `recovery_target_action = 'promote'`,
      ];
      await appendFile(join(dataDir, 'postgresql.auto.conf'), `${recovery.join('\n')}\n`);
      await machine.start();
      await until('the restored server takes writes', async () => {
        const [row] = await ask<{ restoring: boolean }>(
          machine.url('postgres'),
          'SELECT pg_is_in_recovery() AS restoring',
        );
        return row?.restoring === false;
      });
    },
  };
}

async function archiveAll(node: Machine): Promise<void> {
  const url = node.url('postgres');
  const [row] = await ask<{ file: string }>(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await until('the log is archived', async () => {
    const [done] = await ask<{ file: string }>(url, 'SELECT last_archived_wal AS file FROM pg_stat_archiver');
    return String(done?.file) >= String(row?.file);
  });
}

/** The servers agree by themselves on what a lost one had only prepared; until then a write that was acknowledged may not be seen. */
export async function untilAgreed({ workers = [] }: Server, { pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  for (const worker of workers) {
    await until('nothing is only prepared', async () => {
      const waiting = await ask(
        worker.url(rows[0]?.name ?? ''),
        'SELECT FROM pg_prepared_xacts WHERE database = current_database()',
      );
      return waiting.length === 0;
    });
  }
}

async function ask<T extends pg.QueryResultRow>(url: string, sql: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
