import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deployMigrations } from './migrations/migrate.ts';
import { type Cluster, ensureDatabase, startCluster } from './postgres/cluster.ts';

/** How test processes find the server and the template that the run has prepared. */
const SERVER = 'PORTAL_TEST_POSTGRES';
const TEMPLATE = 'PORTAL_TEST_TEMPLATE';

/**
 * Prepares one migrated template database for a test run: on the server TEST_DATABASE_URL names (its user must be
 * allowed to create databases), else on a throw-away one.
 */
export async function startTestCluster(): Promise<{ cluster: Pick<Cluster, 'url'>; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL;
  const server = given ? { cluster: serverAt(given), stop: async () => {} } : await startThrowAway();
  const template = `portal_template_${process.pid}`;
  const url = server.cluster.url('postgres');
  await deployMigrations(await ensureDatabase(server.cluster, template));
  process.env[SERVER] = url;
  process.env[TEMPLATE] = template;
  return {
    cluster: server.cluster,
    stop: async () => {
      await onServer(url, `DROP DATABASE ${template} WITH (FORCE)`);
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

/** A fresh copy of the migrated template; every test file takes its own. */
export async function acquireTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const server = process.env[SERVER];
  const template = process.env[TEMPLATE];
  if (!server || !template) throw new Error('no test database: run the tests through jest.config.mjs');
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  return { url: serverAt(server).url(name), drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
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
