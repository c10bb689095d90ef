import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import type { Driver } from './driver.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const SCREEN = '/usr/bin/xvfb-run';
/** No command takes longer; one that is not answered is named rather than waited for. */
const START_TIMEOUT_MS = 30_000;
/** The name under which WebDriver answers with an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** A picture waits for the next painting, for which a page at rest gives no reason; this one gives some, which nobody sees. */
const REPAINT = `
const { style } = document.documentElement;
globalThis.repainting = setInterval(() => (style.opacity = style.opacity === '0.999' ? '1' : '0.999'), 50);
`;
const REST = `
clearInterval(globalThis.repainting);
document.documentElement.style.opacity = '';
`;

/** The browser of Debian's webkit2gtk-driver; undefined unless that and xvfb are installed. */
export function findWebKit(): string | undefined {
  const [browser] = globSync('/usr/lib/*/webkit*gtk-*/MiniBrowser').toSorted();
  return existsSync(DRIVER) && existsSync(SCREEN) ? browser : undefined;
}

/** WebKit over plain WebDriver, on a screen of its own. */
export async function startWebKit(binary: string): Promise<Driver> {
  const port = await freePortalPort();
  // in a group of its own, since the screen, the driver and the browser do not end with each other
  const child = spawn(SCREEN, ['-a', '-s', '-screen 0 1440x1000x24', DRIVER, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, LC_ALL: 'C.UTF-8', WEBKIT_DISABLE_COMPOSITING_MODE: '1' },
  });
  const base = `http://127.0.0.1:${port}`;
  try {
    await untilReady(base);
    const options = { binary, args: ['--automation'] };
    const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } };
    const { sessionId } = await call<{ sessionId: string }>(`${base}/session`, { capabilities });
    const session = `${base}/session/${sessionId}`;
    await call(`${session}/window/rect`, { x: 0, y: 0, width: 1440, height: 960 });
    return driverOf(session, child);
  } catch (error) {
    endGroup(child);
    throw error;
  }
}

function driverOf(session: string, child: ChildProcess): Driver {
  const element = async (selector: string) => {
    const found = await call<Record<string, string>>(`${session}/element`, { using: 'css selector', value: selector });
    return `${session}/element/${found[ELEMENT]}`;
  };
  const run = <Result>(body: string, ...args: unknown[]) =>
    call<Result>(`${session}/execute/sync`, { script: `const args = [...arguments];${body}`, args });
  return {
    goto: async (url) => void (await call(`${session}/url`, { url })),
    url: () => call<string>(`${session}/url`),
    run,
    click: async (selector) => void (await call(`${await element(selector)}/click`, {})),
    type: async (selector, text) => void (await call(`${await element(selector)}/value`, { text })),
    async screenshot() {
      await run(REPAINT);
      try {
        return Buffer.from(await call<string>(`${session}/screenshot`), 'base64');
      } finally {
        await run(REST);
      }
    },
    async close() {
      await call(session, undefined, 'DELETE').catch(() => {}); // it may be gone already
      endGroup(child);
    },
  };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

/** A command of WebDriver; its answer's value. */
async function call<Value>(url: string, body?: object, method = body ? 'POST' : 'GET'): Promise<Value> {
  const init = body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {};
  const signal = AbortSignal.timeout(START_TIMEOUT_MS);
  const response = await fetch(url, { method, signal, ...init }).catch((error: unknown) => {
    throw new Error(`no answer to ${method} ${new URL(url).pathname}`, { cause: error });
  });
  const { value } = (await response.json()) as { value: Value & { error?: string; message?: string } };
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function untilReady(base: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const ready = await fetch(`${base}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('WebKitWebDriver does not answer');
}
