import { existsSync } from 'node:fs';
import { type Browser, chromium } from '@playwright/test';
import { type Program, unpackShell } from './shell-browser.ts';

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
/** Fewer processes for each page, and no code made quick that runs for a second: a sixth less processor time. */
const LEAN = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2', '--js-flags=--no-opt'];
/** PORTAL_TEST_BROWSER: `shell` or `whole` allows one kind only. */
const ONLY = process.env.PORTAL_TEST_BROWSER;

/**
 * Starts a Chromium for journeys: CHROMIUM_PATH, else the shell without a window that npm brings (Linux x64), which needs half
 * the processor time of a whole browser for a page, else a whole one.
 * @throws Error that says what to install
 */
export async function launchShell(extraFlags: string[] = []): Promise<Browser> {
  const shell = process.env.CHROMIUM_PATH || ONLY === 'whole' ? undefined : await unpackShell();
  if (!shell) return launchBrowser(extraFlags);
  const launch = () => chromium.launch(options(shell, [...LEAN, ...extraFlags]));
  // With its GPU's thread in the same process the shell dies at some starts, in its C library, before it has opened a page.
  return launch().catch(launch);
}

/**
 * Starts a whole Chromium: CHROMIUM_PATH, Playwright's own, an installed one, else the shell.
 * @throws Error that says what to install
 */
export async function launchBrowser(extraFlags: string[] = []): Promise<Browser> {
  return chromium.launch(options(await findWhole(), extraFlags));
}

function options({ executablePath, env }: Program, extraFlags: string[]) {
  // without a locale the browser calls every file with an umlaut in its name 'download'
  return { executablePath, args: [...FLAGS, ...extraFlags], env: { ...process.env, ...env, LC_ALL: 'C.UTF-8' } };
}

async function findWhole(): Promise<Program> {
  const candidates = ONLY === 'shell' ? [] : [process.env.CHROMIUM_PATH, chromium.executablePath(), ...INSTALLED];
  const executablePath = candidates.find((path) => path && existsSync(path));
  const found = executablePath ? { executablePath, env: {} } : await unpackShell();
  if (found) return found;
  throw new Error('Kein Chromium gefunden: bitte Chrome oder Chromium installieren oder CHROMIUM_PATH setzen.');
}
