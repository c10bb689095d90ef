import { mkdtemp, readFile, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '@portal/api/db/database.ts';
import { serverUrls } from '@portal/api/db/servers.ts';
import { freePort } from '@portal/dev/free-ports.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { type Cluster, ensureDatabase, startCluster } from '@portal/dev/postgres/cluster.ts';
import pg from 'pg';
import { pino } from 'pino';
import { type ApiInstance, instanceSettings, pause, startInstance } from '../../apps/api/test/support/api-instance.ts';
import { type HttpClient, httpClient } from '../../apps/api/test/support/http-client.ts';
import { claimsOf, startIssuer, type TestIssuer } from '../../apps/api/test/support/issuer.ts';
import { type TcpProxy, openProxy } from './proxy.ts';

export const LOGIN = { user: 'portal_api', password: 'portal_api' };
export const TEMPLATE = 'portal_template';

/** A server that may be stopped and started again under its address. */
export type Machine = {
  url(database: string): string;
  /** 'fast' breaks open connections off in order, 'immediate' is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

/** The PostgreSQL server that all faults share; durable, as in operation, since it is stopped hard. */
export type Server = Machine & {
  /** The other servers of a distributed database, whose coordinator this one is. */
  readonly workers?: readonly Machine[];
};

export async function startServer(): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-faults-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const machine = await startMachine(join(folder, 'pg'));
  const template = await ensureDatabase(machine, TEMPLATE);
  await deployMigrations(template);
  await ensureAppLogin(template, LOGIN);
  return {
    ...machine,
    async close() {
      await machine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** @param options of `startCluster` */
export async function startMachine(
  dataDir: string,
  options: { bin?: string; settings?: readonly string[] } = {},
): Promise<Machine> {
  const port = await freePort();
  const start = () => startCluster({ dataDir, port, ...options });
  let cluster: Cluster = await start();
  return {
    url: (database) => cluster.url(database),
    async stop(how) {
      const pid = Number((await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await cluster.ended;
    },
    async start() {
      cluster = await start();
    },
    close: () => cluster.stop(),
  };
}

/** A portal of its own for one fault: an empty database, an identity provider behind a proxy, a temporary folder, processes. */
export type Environment = {
  readonly server: Server;
  /** As the owner, for seeding and looking. */
  readonly database: Database;
  readonly appUrl: string;
  readonly issuer: TestIssuer;
  readonly identity: TcpProxy;
  /** The temporary folder of the processes. */
  readonly temporary: string;
  readonly login: string;
  token(person?: string): Promise<string>;
  start(more?: Record<string, string>, options?: Parameters<typeof startInstance>[1]): Promise<ApiInstance>;
  /**
   * Ends the only process as a power cut would, and waits until the database has ended its sessions: a COMMIT that was on its way
   * is carried out after the process is gone, so counting before that is too early.
   */
  kill(instance: ApiInstance): Promise<void>;
  /** @param person a name: people have shares of their own (rule 13.18) */
  client(instance: Pick<ApiInstance, 'url'>, person?: string): Promise<HttpClient>;
  close(): Promise<void>;
};

let environments = 0;

export async function openEnvironment(server: Server): Promise<Environment> {
  environments += 1;
  const name = `fault_${environments}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const database = openDatabase({ url: server.url(name), pool: 4 }, pino({ level: 'silent' }));
  const appUrl = server.url(name).replace(/\/\/[^@]*@/, `//${LOGIN.user}:${LOGIN.password}@`);
  const temporary = await mkdtemp(join(tmpdir(), 'preisportal-fault-'));
  const identity = await openProxy();
  const issuer = await startIssuer(identity.url);
  identity.leadTo(issuer.port);
  const tokenOf = (person = 'Petra Hahn') => issuer.token(claimsOf(person, ['solvena_admin']), { expiresIn: 3600 });
  const started: ApiInstance[] = [];
  const portal = { databaseUrl: appUrl, issuer };
  return {
    server,
    database,
    appUrl,
    issuer,
    identity,
    temporary,
    login: LOGIN.user,
    token: tokenOf,
    async start(more = {}, options = {}) {
      const settings = instanceSettings(portal, {
        TMPDIR: temporary,
        PORTAL_DRAIN_SECONDS: '0',
        // Every row of a delivery has one price here.
        PORTAL_RED_DELIVERIES: 'accept',
        ...more,
      });
      const instance = await startInstance(settings, options);
      started.push(instance);
      return instance;
    },
    async kill(instance) {
      await instance.end('SIGKILL');
      await until('the sessions of a killed process end', async () => {
        const [row] = await database.prisma.$queryRaw<{ left: bigint }[]>`
          SELECT count(*) AS left FROM pg_stat_activity WHERE datname = current_database() AND usename = ${LOGIN.user}`;
        return row?.left === 0n;
      });
    },
    client: async (instance, person) => httpClient(instance.url, await tokenOf(person)),
    async close() {
      await Promise.all(started.map((instance) => instance.end('SIGKILL')));
      await database.close();
      await identity.close();
      await issuer.close();
      await rm(temporary, { recursive: true, force: true });
    },
  };
}

/** Statements of the owner outside any portal's database, on each of several servers. */
export async function onServer(server: Server, statement: string): Promise<void> {
  for (const machine of [server, ...(server.workers ?? [])]) await onMachine(machine, statement);
}

async function onMachine(machine: Machine, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrls(machine.url('postgres'))[0] });
  await client.connect();
  try {
    // A template that was just migrated may be in use a moment longer.
    await until('the server does it', () =>
      client.query(statement).then(
        () => true,
        (error: { code?: string }) => {
          if (error.code !== '55006') throw error;
          return false;
        },
      ),
    );
  } finally {
    await client.end();
  }
}

/** Asks until it is so. @throws Error naming what did not come about in time */
export async function until(what: string, holds: () => Promise<boolean>, patienceMs = 30_000): Promise<void> {
  for (const giveUpAt = Date.now() + patienceMs; !(await holds()); ) {
    if (Date.now() > giveUpAt) throw new Error(`not within ${patienceMs / 1000} s: ${what}`);
    await pause(25);
  }
}
