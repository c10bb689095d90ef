import { createChildPool } from '../../../child-pool/pool.ts';
import type { Figures, Reviewable } from './figures-of.ts';
import type { FiguresOrder } from './figures-task.ts';

const TASK = new URL('./figures-task.ts', import.meta.url);
const pool = createChildPool({ slots: 1, queue: 1_000, timeoutMs: 30_000, heapMb: 384 });

/** @throws ChildPoolError */
export async function reviewInChild({ rows, context, ...update }: Reviewable): Promise<Figures> {
  const order: FiguresOrder = { ...update, rowBytes: rows.length };
  const { parts } = await pool.run({ task: TASK, order, bytes: [rows, context] });
  return JSON.parse((parts[0] as Buffer).toString()) as Figures;
}
