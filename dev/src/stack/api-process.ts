import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './build-web.ts';

export type ApiProcess = {
  /** Settles when the process ends, with what ended it. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

/** Starts the api as a process of its own and waits until it answers ready. */
export async function startApi(options: {
  env: Record<string, string>;
  url: string;
  watch?: boolean;
  onOutput?: (line: string) => void;
}): Promise<ApiProcess> {
  const args = [...(options.watch ? ['--watch', '--watch-preserve-output'] : []), join(ROOT, 'apps/api/src/main.ts')];
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // There is no load balancer that would have to notice that it stops.
    env: { ...process.env, PORTAL_DRAIN_SECONDS: '0', ...options.env },
    // Over the fourth, a channel, the api notices when this process ends without stopping it.
    stdio: options.watch ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches the whole terminal group; the api is stopped by us, after its open requests.
    detached: process.platform !== 'win32',
  });
  const recent: string[] = [];
  const note = (chunk: Buffer) => {
    const text = chunk.toString();
    recent.push(text);
    if (recent.length > 30) recent.shift();
    options.onOutput?.(text);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) =>
      resolve(`Der Server ist beendet (${signal ?? code}).\n${recent.slice(-10).join('')}`),
    );
  });
  const stop = () => stopProcess(child, ended);
  try {
    await waitUntilReady(`${options.url}/api/health/ready`, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ended, stop };
}

async function stopProcess(child: ChildProcess, ended: Promise<string>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  await ended;
  clearTimeout(timer);
}

async function waitUntilReady(url: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined;
  void ended.then((reason) => {
    end = reason;
  });
  for (let attempt = 0; attempt < 300; attempt += 1) {
    if (end !== undefined) throw new Error(end);
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('Der Server antwortet nach 30 Sekunden noch nicht.');
}
