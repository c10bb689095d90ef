import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deployMigrations } from './migrations/migrate.ts';
import { type Cluster, ensureDatabase, startCluster } from './postgres/cluster.ts';

const TEMPLATE = 'portal_template';
/** How test processes find the cluster that the run has started. */
const VARIABLE = 'PORTAL_TEST_POSTGRES';

/** Starts one throw-away cluster for a test run, with one migrated template database. */
export async function startTestCluster(): Promise<{ cluster: Cluster; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-test-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  await deployMigrations(await ensureDatabase(cluster, TEMPLATE));
  process.env[VARIABLE] = cluster.url('postgres');
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
  const server = process.env[VARIABLE];
  if (!server) throw new Error('no test cluster: run the tests through jest.config.mjs');
  const name = `test_${process.pid}_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(server, `DROP DATABASE ${name} WITH (FORCE)`) };
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
