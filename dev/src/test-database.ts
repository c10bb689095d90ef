import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-ports.ts';
import { commandIn, withWords } from './pages.ts';
import type { Cluster } from './postgres/cluster.ts';
import { clearRows, lookAtUnused, makeUnused, type Unused } from './reset-database.ts';

/** How test processes find the servers, with spaces between them, and the template that the run has prepared. */
const SERVER = 'PORTAL_TEST_POSTGRES';
const TEMPLATE = 'PORTAL_TEST_TEMPLATE';
const APP_LOGIN = 'PORTAL_TEST_APP_LOGIN';
/** How its copies look before they are used, as JSON; missing where copies are not used again. */
const UNUSED = 'PORTAL_TEST_UNUSED';

/** Parts of a distributed test database: each table has as many tables behind it, and every one of them is copied for every file. */
const PARTS = 4;

/**
 * Prepares one migrated template database for a test run: on the server TEST_DATABASE_URL names (its user must be
 * allowed to create databases and roles), on the Citus cluster whose coordinator PORTAL_CITUS_URL names (as a superuser), else on a
 * throw-away one.
 */
export async function startTestCluster(): Promise<{ cluster: Pick<Cluster, 'url'>; stop(): Promise<void> }> {
  // Not for the test files themselves, each of which would load the migration engine.
  const [{ deployMigrations }, { ensureAppLogin }, { distribute }] = await Promise.all([
    import('@portal/migrate/migrate.ts'),
    import('@portal/migrate/app-login.ts'),
    import('@portal/migrate/distribute.ts'),
  ]);
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
  if (!coordinator) process.env[UNUSED] = JSON.stringify(await connected(cluster.url(template), lookAtUnused));
  return {
    cluster,
    stop: async () => {
      for (const name of await waitingCopies(cluster.url('postgres'), template))
        await onServers(servers, `DROP DATABASE ${name} WITH (FORCE)`);
      await onServers(servers, `DROP DATABASE ${template} WITH (FORCE)`);
      await onServers(servers, `DROP ROLE ${login}`);
      await own?.stop();
    },
  };
}

type Login = { user: string; password: string };

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

/**
 * Makes databases of one name, one on each server, a cluster of their own.
 * @param owner with the password by which the servers get in at each other, where they ask for one
 */
export async function joinNodes(servers: readonly string[], database: string, owner?: Login): Promise<void> {
  const nodes = servers.map((server) => serverAt(server).url(database));
  for (const node of nodes) await query(node, commandIn('docs/operations.md', 'CREATE EXTENSION citus'));
  if (owner) await tellPassword(servers, database, owner);
  const [coordinator = '', ...workers] = nodes;
  const at = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port || 5432}`;
  const [first = '', more = ''] = commandIn(
    'docs/operations.md',
    "SELECT citus_set_coordinator_host('COORDINATOR', 5432); SELECT citus_add_node('WORKER', 5432);",
  ).split('; ');
  await query(coordinator, withWords(first, { "'COORDINATOR', 5432": at(coordinator) }));
  for (const worker of workers) await query(coordinator, withWords(more, { "'WORKER', 5432": at(worker) }));
}

/** Lets the servers of a cluster in at each other as a login, which is there already. */
export async function tellPassword(servers: readonly string[], database: string, login: Login): Promise<void> {
  const telling = commandIn('docs/operations.md', "INSERT INTO pg_dist_authinfo VALUES (0, 'LOGIN', 'password=…')");
  const words = { LOGIN: login.user, '=…': `=${login.password}` };
  for (const server of servers) await query(serverAt(server).url(database), withWords(telling, words));
}

/**
 * A distributed database is copied by copying its part on every server under one name: what Citus knows of it stands in its own tables
 * and names servers and tables, never the database. Nobody may be connected to the original, Citus's own process neither.
 */
export async function closeDatabase(servers: readonly string[], name: string): Promise<void> {
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
  const { startCluster } = await import('./postgres/cluster.ts');
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

export type TestDatabase = {
  url: string;
  appUrl: string;
  /** Takes a test's rows out for the next one of its file (`clearRows`); never on a cluster. */
  clear(client: Pick<pg.ClientBase, 'query'>, structure: string): Promise<boolean>;
  drop(): Promise<void>;
};

/**
 * A database as the migrations leave it, for one test or one file of them: a copy of the template, or one that a test before has given
 * back. `url` is the owner's, for seeding and looking; the api under test connects with `appUrl`, whose rights are those it has in operation.
 */
export async function acquireTestDatabase(): Promise<TestDatabase> {
  const servers = testServers();
  const { [TEMPLATE]: template, [APP_LOGIN]: login, [UNUSED]: unused } = process.env;
  if (!template || !login) throw new Error(NO_RUN);
  const name = `test_${uniqueName()}`;
  if (!unused || !(await takeWaiting(servers[0] ?? '', template, name)))
    await onServers(servers, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = serverAt(servers[0] ?? '').url(name);
  return {
    url,
    appUrl: underLogin(url, login),
    clear: async (client, structure) =>
      unused !== undefined && clearRows(client, JSON.parse(unused) as Unused, structure),
    async drop() {
      const again = unused && (await connected(url, (client) => makeUnused(client, JSON.parse(unused) as Unused)));
      if (again) await onServers(servers, `ALTER DATABASE ${name} RENAME TO ${waiting(template)}${uniqueName()}`);
      else await onServers(servers, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** What the names of those copies begin with that wait for their next test. */
function waiting(template: string): string {
  return `waiting_${template}_`;
}

function waitingCopies(server: string, template: string): Promise<string[]> {
  return connected(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [waiting(template)],
    );
    return rows.map(({ name }) => name);
  });
}

/** Gives one that waits a new name, which only one test can do. @returns false where none waits */
async function takeWaiting(server: string, template: string, name: string): Promise<boolean> {
  for (const copy of await waitingCopies(server, template)) {
    try {
      await query(server, `ALTER DATABASE ${copy} RENAME TO ${name}`);
      return true;
    } catch (error) {
      if (!TAKEN.has((error as { code?: string }).code ?? '')) throw error;
    }
  }
  return false;
}

/** Another test has just renamed it, or is at it. */
const TAKEN = new Set(['3D000', '55006', 'XX000']);

function uniqueName(): string {
  return `${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
}

/** Copies a database of the run as it is, for tests that restore it; its connections are cut off. */
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

function underLogin(url: string, login: string): string {
  const other = new URL(url);
  other.username = login;
  other.password = login;
  return other.href;
}

async function onServers(servers: readonly string[], statement: string): Promise<void> {
  await Promise.all(servers.map((server) => retryWhileTemplateIsInUse(() => query(server, statement))));
}

function query<T extends pg.QueryResultRow>(url: string, statement: string, values: unknown[] = []) {
  return connected(url, (client) => client.query<T>(statement, values));
}

async function connected<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
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
