import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A process of its own that speaks in lines, and ends with its standard input. */
export type Child = {
  /** What it said when it was ready. */
  readonly ready: string;
  /** Sends a line, and gives the one that it answers with. */
  ask(line: string): Promise<string>;
  stop(): Promise<void>;
};

/** Starts a script and waits for its first line. */
export async function startChild(script: string, env: Readonly<Record<string, string>> = {}): Promise<Child> {
  const child = spawn(process.execPath, [script], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const next = () => once(lines, 'line').then(([line]) => String(line));
  return {
    ready: await next(),
    ask(line) {
      const answer = next();
      child.stdin.write(`${line}\n`);
      return answer;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
