import { createChildPool } from '../../../child-pool/pool.ts';
import type { Figures, Reviewable } from './figures-of.ts';
import type { FiguresOrder } from './figures-task.ts';

const TASK = new URL('./figures-task.ts', import.meta.url);
/** One process for all readers: a review of 20,000 rows takes a fraction of a second. Each reader bounds what it asks at once. */
const pool = createChildPool({ slots: 1, queue: 1_000, timeoutMs: 30_000, heapMb: 384 });

/**
 * Reviews a package in a child process, so that no other call waits for it.
 * @throws ChildPoolError when it takes too long or too much memory
 */
export async function reviewInChild({ rows, context, ...update }: Reviewable): Promise<Figures> {
  const order: FiguresOrder = { ...update, rowBytes: rows.length };
  const { parts } = await pool.run({ task: TASK, order, bytes: [rows, context] });
  return JSON.parse((parts[0] as Buffer).toString()) as Figures;
}
