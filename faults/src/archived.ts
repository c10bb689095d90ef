import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/dev/free-ports.ts';
import { type Cluster, ensureDatabase, startCluster } from '@portal/dev/postgres/cluster.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import pg from 'pg';
import { LOGIN, type Server, TEMPLATE, until } from './environment.ts';
import { copyCluster, writeInto } from './pair.ts';

/** A server whose log is archived, as docs/operations.md sets it up. */
export type ArchivedServer = Server & {
  /** The base backup that a later restore starts from. */
  backUp(): Promise<void>;
  /** The server is gone; another one takes its place with what was committed up to a moment. */
  restoreTo(moment: string): Promise<void>;
};

/** The embedded server, which has no `pg_basebackup`: the same by PostgreSQL's own calls. */
export async function startArchived(): Promise<ArchivedServer> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-archived-'));
  await chmod(folder, 0o755);
  const [dataDir, backup] = [join(folder, 'pg'), join(folder, 'backup')];
  const archive = join(folder, 'archive');
  await mkdir(archive);
  await chmod(archive, 0o777); // as root the database runs as another user
  const port = await freePort();
  const settings = ['archive_mode=on', `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f`];
  let cluster: Cluster = await startCluster({ dataDir, port, settings });
  const template = await ensureDatabase(cluster, TEMPLATE);
  await deployMigrations(template);
  await ensureAppLogin(template, LOGIN);
  const unused = () => Promise.reject(new Error('this server is restored, not stopped'));
  return {
    url: (database) => cluster.url(database),
    stop: unused,
    start: unused,
    backUp: () => copyCluster(cluster.url('postgres'), dataDir, backup),
    async restoreTo(moment) {
      await archiveAll(cluster.url('postgres'));
      await cluster.stop();
      await rm(dataDir, { recursive: true });
      await writeInto(backup, 'recovery.signal', '');
      cluster = await startCluster({
        dataDir: backup,
        port,
        settings: [
          `restore_command=cp ${archive}/%f %p`,
          `recovery_target_time=${moment}`,
          'recovery_target_action=promote',
        ],
      });
      await until('the restored server takes writes', async () => {
        const rows = await ask(cluster.url('postgres'), 'SELECT pg_is_in_recovery() AS restoring');
        return rows[0]?.restoring === false;
      });
    },
    async close() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function archiveAll(url: string): Promise<void> {
  const [row] = await ask(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await until('the log is archived', async () => {
    const [done] = await ask(url, 'SELECT last_archived_wal AS file FROM pg_stat_archiver');
    return String(done?.file) >= String(row?.file);
  });
}

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}
