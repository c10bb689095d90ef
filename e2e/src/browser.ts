import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const FLAGS = [
  '--no-sandbox', // root has no user namespaces
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-quic',
];

/**
 * Starts a Chromium: CHROMIUM_PATH, Playwright's own, an installed one, else the one that npm brings (Linux x64).
 * PORTAL_TEST_BROWSER=bundled asks for the last.
 * @throws Error that says what to install
 */
export async function launchBrowser(extraFlags: string[] = []): Promise<Browser> {
  return chromium.launch(await launchOptions(extraFlags));
}

/** The same with a profile folder, whose settings are the user's. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, await launchOptions([]));
}

async function launchOptions(extraFlags: string[]) {
  const executablePath = findInstalled() ?? (await unpackBundled());
  // without a locale the browser calls every file with an umlaut in its name 'download'
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  return { executablePath, args: [...FLAGS, ...extraFlags], env };
}

function findInstalled(): string | undefined {
  if (process.env.PORTAL_TEST_BROWSER === 'bundled') return undefined;
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...INSTALLED];
  return candidates.find((path) => path && existsSync(path));
}

async function unpackBundled(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Kein Chromium gefunden: bitte Chrome oder Chromium installieren oder CHROMIUM_PATH setzen.');
  }
  // The package unpacks its libraries only where it believes to run on that service, and only beside a fresh binary.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs24.x';
  const binary = join(tmpdir(), 'chromium');
  if (existsSync(binary) && !existsSync(join(tmpdir(), 'al2023'))) rmSync(binary);
  const { default: bundled } = await import('@sparticuz/chromium');
  return bundled.executablePath();
}
