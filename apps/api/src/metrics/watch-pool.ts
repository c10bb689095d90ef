import type { ChildPool } from '../child-pool/pool.ts';
import type { Metrics } from './metrics.ts';

export function watchPool(metrics: Metrics | undefined, kind: 'pdf' | 'table', pool: Pick<ChildPool, 'load'>): void {
  if (!metrics) return;
  const jobs = metrics.gauge(`portal_${kind}_jobs`, JOBS[kind], ['state']);
  metrics.onScrape(() => {
    for (const [state, count] of Object.entries(pool.load())) jobs.set({ state }, count);
  });
}

const JOBS = {
  pdf: 'PDFs that are being made and that wait for a process',
  table: 'Uploaded tables that are being read and that wait for a process',
} as const;
