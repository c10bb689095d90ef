import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { startKeycloak } from '@portal/dev/keycloak/start.ts';
import { type Stack, startStack } from '@portal/dev/stack/stack.ts';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import pg from 'pg';
import type { Browser, BrowserContext, Page } from 'playwright';
import { launchBrowser } from './browser.ts';
import { collectTexts } from './texts/seen.ts';

/** Short enough that a journey sees a refresh: the browser refreshes below 20 s. */
const ACCESS_TOKEN_SECONDS = 40;

type Running = { stack: Stack; browser: Browser; database: pg.Pool; folder: string };
let running: Promise<Running> | undefined;

/** The real portal with its demo data and a browser, started once for all journeys of a run. */
export function portal(): Promise<Running> {
  running ??= start();
  return running;
}

async function start(): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-e2e-'));
  await chmod(folder, 0o755); // as root the database runs as another user
  const port = await freePortalPort();
  // Rules of the calendar are looked at with a clock that journeys move.
  const apiEnv = { PORTAL_TEST_CLOCK: '1' };
  // The same journeys run with the embedded provider and, by `pnpm test:keycloak`, with a real Keycloak.
  const provider = process.env.PORTAL_E2E_IDENTITY === 'keycloak' ? { startIdentity: startKeycloak } : {};
  const stack = await startStack({
    port,
    dataDir: folder,
    accessTokenSeconds: ACCESS_TOKEN_SECONDS,
    apiEnv,
    ...provider,
  });
  return {
    stack,
    folder,
    browser: await launchBrowser(),
    database: new pg.Pool({ connectionString: stack.databaseUrl }),
  };
}

after(async () => {
  if (!running) return;
  const { stack, browser, database, folder } = await running;
  await browser.close();
  await database.end();
  await stack.stop();
  await rm(folder, { recursive: true, force: true });
});

export type Visit = {
  page: Page;
  context: BrowserContext;
  url: string;
  /** Errors the page has logged or thrown; a journey ends with none. */
  errors: string[];
  close(): Promise<void>;
};

/** Opens a path of the portal in a fresh browser profile; nobody is signed in yet. */
export async function visit(path = '/', viewport = { width: 1440, height: 900 }): Promise<Visit> {
  const { stack, browser } = await portal();
  const context = await browser.newContext({ viewport, locale: 'de-DE', timezoneId: 'Europe/Berlin' });
  context.setDefaultTimeout(20_000);
  await collectTexts(context);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(`${stack.portalUrl}${path}`);
  return { page, context, errors, url: stack.portalUrl, close: () => context.close() };
}

/** Fills in the identity provider's form. */
export async function fillSignIn(page: Page, username: string, password = 'demo'): Promise<void> {
  await page.getByLabel('Benutzername').fill(username);
  await page.getByLabel('Passwort', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
}

/** Opens a path as a demo user. */
export async function visitAs(
  username: string,
  path = '/',
  viewport?: { width: number; height: number },
): Promise<Visit> {
  const visiting = await visit(path, viewport);
  await fillSignIn(visiting.page, username);
  return visiting;
}
