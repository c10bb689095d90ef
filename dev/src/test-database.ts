import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { distribute } from '@portal/migrate/distribute.ts';
import { type Cluster, startCluster } from './postgres/cluster.ts';

/** How test processes find the servers, with spaces between them, and the template that the run has prepared. */
const SERVER = 'PORTAL_TEST_POSTGRES';
const TEMPLATE = 'PORTAL_TEST_TEMPLATE';
const APP_LOGIN = 'PORTAL_TEST_APP_LOGIN';
/** Set to 1 where one process runs thousands of tests on a cluster that goes afterwards: copies are made ahead and left behind. */
const AHEAD = 'PORTAL_TEST_AHEAD';

/** Parts of a distributed test database: each table has as many tables behind it, and every one of them is copied for every file. */
const PARTS = 4;

/**
 * Prepares one migrated template database for a test run: on the server TEST_DATABASE_URL names (its user must be
 * allowed to create databases and roles), on the Citus cluster whose coordinator PORTAL_CITUS_URL names (as a superuser), else on a
 * throw-away one.
 */
export async function startTestCluster(): Promise<{ cluster: Pick<Cluster, 'url'>; stop(): Promise<void> }> {
  const { TEST_DATABASE_URL: given, PORTAL_CITUS_URL: coordinator } = process.env;
  const own = given || coordinator ? undefined : await startThrowAway();
  const cluster = own?.cluster ?? serverAt(coordinator ?? given ?? '');
  const template = `portal_template_${process.pid}`;
  const login = `portal_test_${process.pid}`;
  const servers = [cluster.url('postgres'), ...(coordinator ? await workersOf(coordinator) : [])];
  await onServers(servers, `CREATE DATABASE ${template}`);
  if (coordinator) await joinNodes(servers, template);
  await deployMigrations(cluster.url(template));
  if (coordinator) await distribute(cluster.url(template), { parts: PARTS });
  await ensureAppLogin(cluster.url(template), { user: login, password: login });
  if (coordinator) await closeDatabase(servers, template);
  process.env[SERVER] = servers.join(' ');
  process.env[TEMPLATE] = template;
  process.env[APP_LOGIN] = login;
  return {
    cluster,
    stop: async () => {
      await onServers(servers, `DROP DATABASE ${template} WITH (FORCE)`);
      await onServers(servers, `DROP ROLE ${login}`);
      await own?.stop();
    },
  };
}

/** The other servers of a cluster, by the names under which the coordinator knows them. */
export async function workersOf(coordinator: string): Promise<string[]> {
  const { rows } = await query<{ host: string; port: number }>(
    coordinator,
    `SELECT nodename AS host, nodeport AS port FROM pg_dist_node WHERE groupid <> 0 AND noderole = 'primary' AND isactive ORDER BY nodeid`,
  );
  return rows.map(({ host, port }) => {
    const url = new URL(coordinator);
    url.host = `${host}:${port}`;
    url.pathname = '/postgres';
    return url.href;
  });
}

/** An empty database on a cluster, with the extension on every node, that is not distributed yet. */
export async function createClusterDatabase(
  coordinator: string,
  name: string,
): Promise<{ url: string; drop(): Promise<void> }> {
  const servers = [serverAt(coordinator).url('postgres'), ...(await workersOf(coordinator))];
  await onServers(servers, `CREATE DATABASE ${name}`);
  await joinNodes(servers, name);
  return { url: serverAt(coordinator).url(name), drop: () => onServers(servers, `DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Makes databases of one name, one on each server, a cluster of their own. */
async function joinNodes(servers: readonly string[], database: string): Promise<void> {
  const nodes = servers.map((server) => serverAt(server).url(database));
  for (const node of nodes) await query(node, 'CREATE EXTENSION citus');
  const [coordinator = '', ...workers] = nodes;
  const at = (node: string) => [new URL(node).hostname, Number(new URL(node).port || 5432)];
  await query(coordinator, 'SELECT citus_set_coordinator_host($1, $2)', at(coordinator));
  for (const worker of workers) await query(coordinator, 'SELECT citus_add_node($1, $2)', at(worker));
}

/**
 * A distributed database is copied by copying its part on every server under one name: what Citus knows of it stands in its own tables
 * and names servers and tables, never the database. Nobody may be connected to the original, Citus's own process neither.
 */
async function closeDatabase(servers: readonly string[], name: string): Promise<void> {
  await onServers(servers, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
  await onServers(servers, `SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE datname = '${name}'`);
}

function serverAt(url: string): Pick<Cluster, 'url'> {
  return {
    url: (database) => {
      const other = new URL(url);
      other.pathname = `/${database}`;
      return other.href;
    },
  };
}

async function startThrowAway(): Promise<{ cluster: Cluster; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-test-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  return {
    cluster,
    stop: async () => {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const NO_RUN = 'no test database: run the tests through jest.config.mjs';

function testServers(): string[] {
  const servers = process.env[SERVER]?.split(' ');
  if (!servers) throw new Error(NO_RUN);
  return servers;
}

/**
 * A fresh copy of the migrated template; every test file takes its own. `url` is the owner's, for seeding and looking;
 * the api under test connects with `appUrl`, whose rights are those it has in operation.
 */
export async function acquireTestDatabase(): Promise<{ url: string; appUrl: string; drop(): Promise<void> }> {
  const servers = testServers();
  const template = process.env[TEMPLATE];
  const login = process.env[APP_LOGIN];
  if (!template || !login) throw new Error(NO_RUN);
  const ahead = process.env[AHEAD] === '1';
  const name = await (prepared ?? copyOf(servers, template));
  prepared = ahead ? copyOf(servers, template) : undefined;
  const url = serverAt(servers[0] ?? '').url(name);
  const drop = () => onServers(servers, `DROP DATABASE ${name} WITH (FORCE)`);
  // Not awaited, since thousands of tests follow. A database that is left over goes with the server, and is reported.
  const dropAside = async () => void drop().catch((error) => process.emitWarning(`${name} is left over: ${error}`));
  return { url, appUrl: underLogin(url, login), drop: ahead ? dropAside : drop };
}

/** Copies a database of the run as it is, for tests that restore it; whoever is connected to it is cut off. */
export async function copyTestDatabase(from: string, to: string): Promise<void> {
  const servers = testServers();
  await closeDatabase(servers, from);
  await onServers(servers, `CREATE DATABASE ${to} TEMPLATE ${from}`);
  await onServers(servers, `ALTER DATABASE ${from} ALLOW_CONNECTIONS true`);
}

/** Drops a database of the run, if there is one of that name. */
export function dropTestDatabase(name: string): Promise<void> {
  return onServers(testServers(), `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

let prepared: Promise<string> | undefined;

async function copyOf(servers: readonly string[], template: string): Promise<string> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServers(servers, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return name;
}

function underLogin(url: string, login: string): string {
  const other = new URL(url);
  other.username = login;
  other.password = login;
  return other.href;
}

async function onServers(servers: readonly string[], statement: string): Promise<void> {
  await Promise.all(servers.map((server) => retryWhileTemplateIsInUse(() => query(server, statement))));
}

async function query<T extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<T>(statement, values);
  } finally {
    await client.end();
  }
}

/** Two copies of one template cannot start in the same moment. */
async function retryWhileTemplateIsInUse(run: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await run();
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55006' || attempt >= 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A port that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
