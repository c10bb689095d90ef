import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { DueReport } from '@portal/api/jobs/run-due-actions.ts';

export type Run = DueReport & { readonly cpuMs: number };
export type Instance = { run(): Promise<Run>; stop(): Promise<void> };

/** Starts a process of its own for the night's job (worker.ts), ready to run it. */
export async function startInstance(databaseUrl: string): Promise<Instance> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: { ...process.env, WORKER_DATABASE_URL: databaseUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const next = () => once(lines, 'line').then(([line]) => String(line));
  await next();
  return {
    async run() {
      const answer = next();
      child.stdin.write('run\n');
      return JSON.parse(await answer) as Run;
    },
    async stop() {
      child.stdin.end();
      await once(child, 'exit');
    },
  };
}
