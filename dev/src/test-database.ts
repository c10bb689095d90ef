import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { type Cluster, ensureDatabase, startCluster } from './postgres/cluster.ts';

/** How test processes find the server and the template that the run has prepared. */
const SERVER = 'PORTAL_TEST_POSTGRES';
const TEMPLATE = 'PORTAL_TEST_TEMPLATE';
const APP_LOGIN = 'PORTAL_TEST_APP_LOGIN';
/** Set to 1 where one process runs thousands of tests on a cluster that goes afterwards: copies are made ahead and left behind. */
const AHEAD = 'PORTAL_TEST_AHEAD';

/**
 * Prepares one migrated template database for a test run: on the server TEST_DATABASE_URL names (its user must be
 * allowed to create databases and roles), else on a throw-away one.
 */
export async function startTestCluster(): Promise<{ cluster: Pick<Cluster, 'url'>; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { cluster: serverAt(given), stop: async () => {} } : await startThrowAway();
  const template = `portal_template_${process.pid}`;
  const url = server.cluster.url('postgres');
  const login = `portal_test_${process.pid}`;
  const templateUrl = await ensureDatabase(server.cluster, template);
  await deployMigrations(templateUrl);
  await ensureAppLogin(templateUrl, { user: login, password: login });
  process.env[SERVER] = url;
  process.env[TEMPLATE] = template;
  process.env[APP_LOGIN] = login;
  return {
    cluster: server.cluster,
    stop: async () => {
      await onServer(url, `DROP DATABASE ${template} WITH (FORCE)`);
      await onServer(url, `DROP ROLE ${login}`);
      await server.stop();
    },
  };
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

/**
 * A fresh copy of the migrated template; every test file takes its own. `url` is the owner's, for seeding and looking;
 * the api under test connects with `appUrl`, whose rights are those it has in operation.
 */
export async function acquireTestDatabase(): Promise<{ url: string; appUrl: string; drop(): Promise<void> }> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  const login = process.env[APP_LOGIN];
  if (!server || !template || !login) throw new Error('no test database: run the tests through jest.config.mjs');
  const ahead = process.env[AHEAD] === '1';
  const name = await (prepared ?? copyOf(server, template));
  prepared = ahead ? copyOf(server, template) : undefined;
  const url = serverAt(server).url(name);
  const drop = () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  // Not awaited, since thousands of tests follow. A database that is left over goes with the server, and is reported.
  const dropAside = async () => void drop().catch((error) => process.emitWarning(`${name} is left over: ${error}`));
  return { url, appUrl: underLogin(url, login), drop: ahead ? dropAside : drop };
}

let prepared: Promise<string> | undefined;

async function copyOf(server: string, template: string): Promise<string> {
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return name;
}

function underLogin(url: string, login: string): string {
  const other = new URL(url);
  other.username = login;
  other.password = login;
  return other.href;
}

async function onServer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await retryWhileTemplateIsInUse(() => client.query(statement));
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
