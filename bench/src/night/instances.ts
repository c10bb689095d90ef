import { join } from 'node:path';
import type { DueReport } from '@portal/api/jobs/run-due-actions.ts';
import { startChild } from '../child.ts';

export type Run = DueReport & { readonly cpuMs: number };
export type Instance = { run(): Promise<Run>; stop(): Promise<void> };

/** Starts a process of its own for the night's job (worker.ts), ready to run it. */
export async function startInstance(databaseUrl: string): Promise<Instance> {
  const child = await startChild(join(import.meta.dirname, 'worker.ts'), { WORKER_DATABASE_URL: databaseUrl });
  return { run: async () => JSON.parse(await child.ask('run')) as Run, stop: child.stop };
}
