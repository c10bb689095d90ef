import type { Task } from '../../../child-pool/messages.ts';
import { judgePartOf } from './figures-of.ts';
import type { FiguresOrder } from './figures-task.ts';

/** The answer is one part of JSON, `JudgedPart`. */
const task: Task<FiguresOrder, null> = async ({ rowBytes, ...reviewable }, bytes) => {
  const part = judgePartOf({ ...reviewable, rows: bytes.subarray(0, rowBytes), context: bytes.subarray(rowBytes) });
  return { answer: null, parts: [Buffer.from(JSON.stringify(part))] };
};
export default task;
