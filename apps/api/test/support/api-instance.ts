import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from '@portal/dev/free-ports.ts';
import { AUDIENCE, type TestIssuer } from './issuer.ts';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
const START_MS = 60_000;
const { PATH, TMPDIR, NODE_COMPILE_CACHE } = process.env;
const INHERITED = { PATH, TMPDIR, NODE_COMPILE_CACHE };

/** One api process, as it runs in operation. */
export type ApiInstance = {
  readonly url: string;
  readonly port: number;
  readonly child: ChildProcess;
  /** What it has logged, newest last. */
  log(): string;
  /** Sends a signal and waits for the end. @returns exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | string>;
  readonly ended: boolean;
};

/** The settings of an instance; several with the same ones are several instances of one portal. */
export function instanceSettings(
  portal: { databaseUrl: string; issuer: Pick<TestIssuer, 'url' | 'realm'> },
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    NODE_ENV: 'test',
    DATABASE_URL: portal.databaseUrl,
    PORTAL_BASE_URL: 'http://localhost:3000',
    PORTAL_ENVIRONMENT: 'test',
    PORTAL_IDENTITY_URL: portal.issuer.url,
    PORTAL_IDENTITY_REALM: portal.issuer.realm,
    PORTAL_IDENTITY_CLIENT: 'portal-web',
    PORTAL_IDENTITY_AUDIENCE: AUDIENCE,
    PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost:3005',
    PORTAL_SMTP_URL: 'smtp://127.0.0.1:1',
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_LINK_SECRET: 'l'.repeat(32),
    PORTAL_TASKS_SECRET: 't'.repeat(32),
    PORTAL_LOG_LEVEL: 'warn',
    // What these tests send at once is no attack.
    PORTAL_RATE_FACTOR: '0',
    ...more,
  };
}

/**
 * Starts an instance and waits until it answers ready. Where another program takes the free port first, another one is tried.
 * @param options.port a free one unless given
 * @param options.through a shell line before the command, such as a limit
 * @param options.main the main.ts of another release
 */
export async function startInstance(
  settings: Record<string, string>,
  options: { port?: number; through?: string; ready?: boolean; main?: string } = {},
): Promise<ApiInstance> {
  for (let attempt = 1; ; attempt++) {
    const instance = spawnInstance(settings, options.port ?? (await freePort()), options.through, options.main);
    if (options.ready === false) return instance;
    if (await isUp(instance)) return instance;
    const taken = instance.log().includes('EADDRINUSE') && options.port === undefined;
    if (!taken || attempt === 3) throw new Error(`the instance has ended:\n${instance.log()}`);
  }
}

function spawnInstance(settings: Record<string, string>, port: number, through?: string, main = MAIN): Started {
  // What a package will refuse one day ends the process, and with it the test.
  const node = [process.execPath, '--throw-deprecation', main];
  const command = through ? ['sh', '-c', `${through} && exec "$0" "$@"`, ...node] : node;
  const child = spawn(command[0] as string, command.slice(1), {
    env: { ...INHERITED, ...settings, PORTAL_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const note = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  let listens = false;
  child.on('message', (message) => {
    listens ||= message === 'ready';
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const instance: Started = {
    url: `http://127.0.0.1:${port}`,
    port,
    child,
    log: () => output,
    async end(signal) {
      if (!instance.ended) child.kill(signal);
      const [code, by] = await exit;
      return code ?? by ?? 'unknown';
    },
    get ended() {
      return child.exitCode !== null || child.signalCode !== null;
    },
    get listens() {
      return listens;
    },
  };
  return instance;
}

/** The process itself says that it listens: what answers on its port might be somebody else's. */
type Started = ApiInstance & { readonly listens: boolean };

/**
 * @returns false when the process has ended instead
 * @throws Error with the log when it is not ready after a minute
 */
async function isUp(instance: Started): Promise<boolean> {
  for (const giveUpAt = Date.now() + START_MS; Date.now() < giveUpAt; ) {
    if (instance.ended) return false;
    if (instance.listens && (await isReady(instance.url))) return true;
    await pause(50);
  }
  throw new Error(`the instance is not ready:\n${instance.log()}`);
}

export async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/api/health/ready`, { headers: { Connection: 'close' } }).catch(() => undefined);
  await answer?.arrayBuffer();
  return answer?.ok ?? false;
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
