import { REASON } from '@portal/contracts';
import { ChildPoolError, createChildPool } from '../../../child-pool/pool.ts';
import { PortalError } from '../../../http/errors.ts';
import { TEXT } from '../../../texts/de.ts';
import type { Figures, JudgedPart, Reviewable } from './figures-of.ts';
import type { FiguresOrder } from './figures-task.ts';

const FIGURES = new URL('./figures-task.ts', import.meta.url);
const PART = new URL('./part-task.ts', import.meta.url);
const pool = createChildPool({ slots: 1, queue: 1_000, processorMs: 30_000, heapMb: 384 });

/** @throws PortalError 503 (rule 13.16); ChildPoolError */
export function reviewInChild(reviewable: Reviewable): Promise<Figures> {
  return runInChild(FIGURES, reviewable);
}

/**
 * Rule 6.30.
 * @throws PortalError 503; ChildPoolError
 */
export function judgePartInChild(reviewable: Reviewable): Promise<JudgedPart> {
  return runInChild(PART, reviewable);
}

async function runInChild<Answer>(task: URL, { rows, context, ...update }: Reviewable): Promise<Answer> {
  const order: FiguresOrder = { ...update, rowBytes: rows.length };
  try {
    const { parts } = await pool.run({ task, order, bytes: [rows, context] });
    return JSON.parse((parts[0] as Buffer).toString()) as Answer;
  } catch (error) {
    const isBusy = error instanceof ChildPoolError && (error.refusal === 'full' || error.refusal === 'late');
    throw isBusy ? new PortalError(503, REASON.busy, TEXT.unavailable) : error;
  }
}
