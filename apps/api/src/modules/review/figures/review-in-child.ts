import { runOwnWork } from '../../../child-pool/own-work.ts';
import type { Figures, JudgedPart, Reviewable } from './figures-of.ts';
import type { FiguresOrder } from './figures-task.ts';

const FIGURES = new URL('./figures-task.ts', import.meta.url);
const PART = new URL('./part-task.ts', import.meta.url);

/** @throws as `runOwnWork` */
export function reviewInChild(reviewable: Reviewable): Promise<Figures> {
  return runInChild(FIGURES, reviewable);
}

/**
 * Rule 6.30.
 * @throws as `runOwnWork`
 */
export function judgePartInChild(reviewable: Reviewable): Promise<JudgedPart> {
  return runInChild(PART, reviewable);
}

async function runInChild<Answer>(task: URL, { rows, context, ...update }: Reviewable): Promise<Answer> {
  const order: FiguresOrder = { ...update, rowBytes: rows.length };
  const { parts } = await runOwnWork({ task, order, bytes: [rows, context] });
  return JSON.parse((parts[0] as Buffer).toString()) as Answer;
}
