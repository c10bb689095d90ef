import { execFileSync } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/dev/free-ports.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { type Cluster, ensureDatabase, serverUrl, startCluster } from '@portal/dev/postgres/cluster.ts';
import pg from 'pg';
import { LOGIN, type Server, TEMPLATE, until } from './environment.ts';
import { openProxy } from './proxy.ts';

/** Two machines with a database each: the primary, reached through a proxy, and a replica that every commit waits for. */
export type Pair = Server & {
  /** What happens to the machine of the primary: it dies, freezes, or packets to it and from it are swallowed. */
  lose(how: 'killed' | 'frozen' | 'swallowed'): Promise<void>;
  /** The replica freezes until `comeBack`: every commit waits for it. */
  freezeReplica(): Promise<void>;
  /** The replica becomes the primary, as a supervisor or a person would make it. */
  promote(): Promise<void>;
  /** Whatever is frozen goes on as if nothing had been; a lost primary still takes itself for the primary. */
  comeBack(): void;
  /** Runs a statement on the old primary or the new one, past the portal. */
  on(which: 'old' | 'new', sql: string): Promise<pg.QueryResult>;
};

const SETTINGS = ['wal_keep_size=512MB', 'hot_standby=on', 'wal_receiver_status_interval=1s'];

export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-pair-'));
  await chmod(folder, 0o755);
  const [oldDir, newDir] = [join(folder, 'one'), join(folder, 'two')];
  const [oldPort, newPort] = [await freePort(), await freePort()];
  const primary = await startCluster({ dataDir: oldDir, port: oldPort, settings: SETTINGS });
  const template = await ensureDatabase(primary, TEMPLATE);
  await deployMigrations(template);
  await ensureAppLogin(template, LOGIN);
  const ports = { old: oldPort, new: newPort };
  const on = (which: 'old' | 'new', sql: string) => query(serverUrl(ports[which], 'postgres'), sql);

  await copyCluster(serverUrl(oldPort, 'postgres'), oldDir, newDir);
  const replica = await startReplica(newDir, newPort, oldPort);
  await on('old', `ALTER SYSTEM SET synchronous_standby_names = '*'`);
  await on('old', 'SELECT pg_reload_conf()');
  await until('commits wait for the replica', async () => {
    const { rows } = await on('old', `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`);
    return rows.length === 1;
  });

  const proxy = await openProxy();
  proxy.leadTo(oldPort);
  const proxyPort = new URL(proxy.url).port;
  let frozen: number[] = [];
  const comeBack = () => {
    for (const pid of frozen) process.kill(pid, 'SIGCONT');
    frozen = [];
    proxy.release();
  };
  return {
    on,
    url: (database) => serverUrl(newPort, database).replace('localhost:', `localhost:${proxyPort},localhost:`),
    async lose(how) {
      if (how === 'swallowed') return proxy.set('swallowing');
      const processes = await familyOf(oldDir);
      for (const pid of processes) process.kill(pid, how === 'killed' ? 'SIGKILL' : 'SIGSTOP');
      if (how === 'killed') await primary.ended;
      else frozen = processes;
    },
    async freezeReplica() {
      frozen = await familyOf(newDir);
      for (const pid of frozen) process.kill(pid, 'SIGSTOP');
    },
    async promote() {
      await on('new', 'SELECT pg_promote(wait => true)');
    },
    comeBack,
    async stop() {
      throw new Error('a machine of a pair is lost, not stopped');
    },
    async start() {
      throw new Error('a machine of a pair comes back, it is not started');
    },
    async close() {
      comeBack();
      await proxy.close();
      await Promise.all([primary.stop(), replica.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A base backup of a running server by PostgreSQL's own two calls, which is what pg_basebackup makes of them. */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  // Both calls belong to one session.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('copy', fast => true)`);
    copyFiles(from, to);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => false)',
    );
    await writeInto(to, 'backup_label', rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
}

/** A file of the user whose folder it is: as root the database runs as another one. */
export async function writeInto(dataDir: string, name: string, text: string): Promise<void> {
  const { uid, gid } = await stat(join(dataDir, 'PG_VERSION'));
  await writeFile(join(dataDir, name), text);
  await chown(join(dataDir, name), uid, gid);
}

/** Files that vanish while they are copied are none that a restore needs: the log brings them back as they were. */
function copyFiles(from: string, to: string): void {
  const script =
    'cp -a "$1" "$2" 2>/dev/null; rm -rf "$2"/pg_wal/* "$2"/postmaster.pid "$2"/postmaster.opts && test -f "$2/PG_VERSION"';
  execFileSync('sh', ['-c', script, 'sh', from, to]);
}

async function startReplica(dataDir: string, port: number, primaryPort: number): Promise<Cluster> {
  const { username, password } = new URL(serverUrl(primaryPort, 'postgres'));
  const source = `primary_conninfo=host=localhost port=${primaryPort} user=${username} password=${password} application_name=replica`;
  await writeInto(dataDir, 'standby.signal', '');
  return startCluster({ dataDir, port, settings: [...SETTINGS, source] });
}

/** The server and its processes. */
async function familyOf(dataDir: string): Promise<number[]> {
  const server = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const children = await readFile(`/proc/${server}/task/${server}/children`, 'utf8');
  return [server, ...children.trim().split(' ').filter(Boolean).map(Number)];
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // Its machine may be lost: the query fails with that.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
