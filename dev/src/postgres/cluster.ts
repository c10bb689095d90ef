import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { type Account, serverAccount } from './account.ts';
import { releaseDataFolder } from './lock.ts';
import { findPrograms, programsIn } from './programs.ts';

export type Cluster = {
  url(database: string): string;
  /** Settles when the server ends by itself, with what it said last. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

const USER = 'postgres';
const PASSWORD = 'postgres'; // reachable from this machine only, see listen_addresses
const SETTINGS = ['listen_addresses=localhost', 'unix_socket_directories=', 'timezone=UTC', 'shared_buffers=256MB'];
const FAST = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300'];
const STOP_MS = 30_000;
/** It answers all the same: somebody has set another one. */
const REFUSED = '28P01';

/**
 * Starts the PostgreSQL of npm in `dataDir`; makes the folder at the first time. The server ends with this process,
 * however that ends.
 * @throws Error with a German message when the port is taken, or the folder is damaged, in use or not to be entered
 */
export async function startCluster(options: {
  dataDir: string;
  port: number;
  /** For tests: faster, and a crash of the machine loses data. */
  unsafe?: boolean;
  /** More settings, such as 'wal_keep_size=256MB'. */
  settings?: readonly string[];
  /** The folder of another PostgreSQL's programs. */
  bin?: string;
  /** Over the caller's. */
  env?: Readonly<Record<string, string>>;
}): Promise<Cluster> {
  const { port } = options;
  const dataDir = resolve(options.dataDir);
  // Before the account is chosen: whether it may enter this folder depends on the caller's umask.
  await mkdir(dirname(dataDir), { recursive: true });
  const programs = options.bin ? programsIn(options.bin) : await findPrograms();
  const account = await serverAccount([dirname(dataDir), dirname(programs.postgres)]);
  await releaseDataFolder(dataDir);
  if (await isTaken(port)) throw new Error(`Der Port ${port} für die Datenbank ist belegt.`);
  if (!existsSync(join(dataDir, 'PG_VERSION'))) await initialise(dataDir, account, programs.initdb);

  const settings = [...SETTINGS, ...(options.unsafe ? FAST : ['max_connections=100']), ...(options.settings ?? [])];
  const args = ['-D', dataDir, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const server = run(account, programs.postgres, args, options.env);
  const watcher = spawn(
    process.execPath,
    [join(import.meta.dirname, 'stop-with-parent.ts'), String(server.child.pid)],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true, // Ctrl-C reaches the whole terminal group
    },
  );
  watcher.unref();
  let isStopping = false;
  const ended = new Promise<string>((settle) => {
    void server.exit.then(() => {
      watcher.kill();
      if (!isStopping) settle(`Die Datenbank ist beendet.\n${server.tail()}`);
    });
  });
  const stop = async () => {
    isStopping = true;
    const impatient = setTimeout(() => server.child.kill('SIGKILL'), STOP_MS);
    // Windows knows no signals: only PostgreSQL's own tool ends it in an orderly way.
    if (process.platform === 'win32') spawn(programs.pg_ctl, ['stop', '-D', dataDir, '-m', 'fast']);
    else server.child.kill('SIGINT');
    await server.exit;
    clearTimeout(impatient);
  };
  try {
    await answering(port, server.exit);
  } catch (cause) {
    await stop();
    throw new Error(
      `Die Datenbank in ${dataDir} startet nicht. Ist der Ordner beschädigt, benennen Sie ihn um und starten Sie neu.\n${server.tail()}`,
      { cause },
    );
  }
  return { url: (database) => serverUrl(port, database), ended, stop };
}

/** The address of a database on the embedded server at this port. */
export function serverUrl(port: number, database: string): string {
  return `postgresql://${USER}:${PASSWORD}@localhost:${port}/${database}`;
}

/** Makes the data in a folder beside its place and moves it there when complete: a half made one never counts. */
async function initialise(dataDir: string, account: Account, initdb: string): Promise<void> {
  if (existsSync(dataDir)) {
    const content = await readdir(dataDir).catch((cause: unknown) => {
      throw new Error(`Der Ordner ${dataDir} ist nicht lesbar: Er gehört einem anderen Benutzer.`, { cause });
    });
    if (content.length > 0) {
      throw new Error(
        `Der Ordner ${dataDir} ist nicht leer und enthält keine Datenbank. Ist er beschädigt, benennen Sie ihn um und starten Sie neu.`,
      );
    }
    await rmdir(dataDir);
  }
  const making = `${dataDir}.new`;
  const password = `${dataDir}.password`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  await writeFile(password, PASSWORD, { mode: 0o600 });
  try {
    await account.own(making);
    await account.own(password);
    const { exit, tail } = run(account, initdb, [
      `--pgdata=${making}`,
      `--username=${USER}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ]);
    if ((await exit) !== 0) throw new Error(`Die Datenbank in ${dataDir} ließ sich nicht anlegen.\n${tail()}`);
    await rename(making, dataDir);
  } finally {
    await rm(password, { force: true });
    await rm(making, { recursive: true, force: true });
  }
}

function run(account: Account, program: string, args: string[], env?: Readonly<Record<string, string>>) {
  const child: ChildProcess = account.spawn(program, args, {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C', ...env },
    // Ctrl-C reaches the whole terminal group; the database is stopped by us, after the api.
    detached: process.platform !== 'win32',
  });
  const lines: string[] = [];
  const remember = (chunk: unknown) => {
    lines.push(String(chunk));
    if (lines.length > 20) lines.shift();
  };
  child.stdout?.on('data', remember);
  child.stderr?.on('data', remember);
  const exit = new Promise<number | null>((settle) => {
    child.on('error', (error) => {
      remember(error.message);
      settle(null);
    });
    child.on('close', settle);
  });
  return { child, exit, tail: () => lines.join('').split('\n').slice(-10).join('\n') };
}

/** Creates the database when it does not exist yet. */
export async function ensureDatabase(cluster: Pick<Cluster, 'url'>, name: string): Promise<string> {
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
  return new Promise((settle) => {
    const socket = createConnection({ port, host: 'localhost' });
    socket.once('connect', () => {
      socket.destroy();
      settle(true);
    });
    socket.once('error', () => settle(false));
  });
}

/** Waits until the server accepts connections; recovery after a hard end may take a while. */
async function answering(port: number, exit: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  void exit.then(() => {
    hasEnded = true;
  });
  for (const giveUpAt = Date.now() + 60_000; ; ) {
    const client = new pg.Client({ connectionString: serverUrl(port, 'postgres') });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if ((error as { code?: string }).code === REFUSED) return;
      if (hasEnded || Date.now() > giveUpAt) throw error;
      await new Promise((settle) => setTimeout(settle, 50));
    }
  }
}
