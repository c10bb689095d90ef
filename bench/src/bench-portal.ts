import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '@portal/api/app.ts';
import { readConfig } from '@portal/api/config.ts';
import { openDatabase } from '@portal/api/db/database.ts';
import { loadDemoData } from '@portal/dev/demo/load.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { ensureDatabase } from '@portal/dev/postgres/cluster.ts';
import { startTestCluster } from '@portal/dev/test-database.ts';
import { accessFrom } from '@portal/rules';
import { pino } from 'pino';
import pg from 'pg';
import { startChild } from './child.ts';

/**
 * The api of this process over a database of its own; everybody is signed in as sales, or with the
 * token `till-{crmCompanyId}`, `till-{crmCompanyId}.{name}` as a till of that pharmacy.
 * @param demo false for a database without the demo data
 */
export async function startBenchPortal({ demo = true }: { demo?: boolean } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-bench-'));
  const { cluster, stop } = await startTestCluster();
  const databaseUrl = await ensureDatabase(cluster, `bench_${process.pid}`);
  await deployMigrations(databaseUrl);
  if (demo) await loadDemoData({ databaseUrl });
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: await ensureAppLogin(databaseUrl),
    PORTAL_BASE_URL: 'http://localhost:3000',
    PORTAL_IDENTITY_URL: 'http://localhost:1',
    PORTAL_IDENTITY_REALM: 'bench',
    PORTAL_IDENTITY_CLIENT: 'bench',
    PORTAL_IDENTITY_AUDIENCE: 'bench',
    PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost:1',
    PORTAL_SMTP_URL: 'smtp://localhost:1',
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_LINK_SECRET: 'l'.repeat(32),
    PORTAL_TASKS_SECRET: 't'.repeat(32),
    PORTAL_RATE_FACTOR: '0',
    PORTAL_ENVIRONMENT: 'test',
  });
  const logger = pino({ level: 'silent' });
  const database = openDatabase(config.database, logger);
  const caller = {
    subject: 'bench',
    userName: 'Bench',
    firstname: '',
    lastname: '',
    title: '',
    email: undefined,
    country: 'DE',
    access: accessFrom(['solvena_sales'], 'DE'),
  };
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const app = createApp({
    config,
    database,
    verifier: {
      verify: async (token) =>
        token.startsWith('till-') ? { ...caller, subject: token, userName: token, access: tillAccess(token) } : caller,
      askEmail: async () => undefined,
    },
    clock: { now },
    logger,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    databaseUrl,
    database,
    pool: new pg.Pool({ connectionString: databaseUrl, max: 4 }),
    now,
    passTime: (ms: number) => void (passed += ms),
    async close() {
      server.closeAllConnections();
      server.close();
      await database.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * The same in a process of its own, as people have it: the collections of garbage that a bench forces before each sample
 * (`measure.ts`) cost the portal nothing then.
 */
export async function startPortalProcess() {
  const { ready, stop } = await startChild(join(import.meta.dirname, 'portal-process.ts'));
  const { url, databaseUrl } = JSON.parse(ready) as { url: string; databaseUrl: string };
  return { url, pool: new pg.Pool({ connectionString: databaseUrl, max: 4 }), close: stop };
}

const tillAccess = (token: string) => accessFrom([token.replace('till-', 'till_sync_').replace(/\..*/, '')], 'DE');
