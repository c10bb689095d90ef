import { rm } from 'node:fs/promises';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { startKeycloak } from '@portal/dev/keycloak/start.ts';
import { type Stack, startStack } from '@portal/dev/stack/stack.ts';
import pg from 'pg';
import type { Browser } from '@playwright/test';
import { launchShell } from './browser.ts';
import { copyDatabase, makeDataFolder } from './demo-database.ts';

/** Short enough that a journey sees a refresh without long waiting: the browser refreshes below 20 s. */
export const ACCESS_TOKEN_SECONDS = 28;
/** After this long a token that was just issued lasts less than 20 seconds. */
export const REFRESH_AFTER_MS = (ACCESS_TOKEN_SECONDS - 20 + 1) * 1000;

/** What journeys run on: the real portal with its demo data, a browser, and a look into the database. */
export type Running = {
  readonly stack: Stack;
  readonly browser: Browser;
  readonly database: pg.Pool;
  readonly folder: string;
};

let running: Running | undefined;

/** The portal of this worker. @throws Error outside of a journey */
export function portal(): Running {
  if (!running) throw new Error('the portal runs within journeys only');
  return running;
}

export function setRunning(started: Running): void {
  running = started;
}

export async function startPortal(launch = launchShell): Promise<Running> {
  const folder = await makeDataFolder();
  await copyDatabase(folder);
  const port = await freePortalPort();
  // The same journeys run with the embedded provider and, by `pnpm test:keycloak`, with a real Keycloak.
  const provider = process.env.PORTAL_E2E_IDENTITY === 'keycloak' ? { startIdentity: startKeycloak } : {};
  const stack = await startStack({
    port,
    dataDir: folder,
    accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    unsafeDatabase: true,
    // Rules of the calendar are looked at with a clock that journeys move.
    apiEnv: { PORTAL_TEST_CLOCK: '1' },
    ...provider,
  });
  const database = new pg.Pool({ connectionString: stack.databaseUrl });
  return { stack, folder, browser: await launch(['--disable-gpu']), database };
}

export async function stopPortal({ stack, browser, database, folder }: Running): Promise<void> {
  await browser.close();
  await database.end();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
}
