import type { Task } from '../../../child-pool/messages.ts';
import { figuresOf, type Reviewable } from './figures-of.ts';

export type FiguresOrder = Omit<Reviewable, 'rows' | 'context'> & { readonly rowBytes: number };

/** The answer is one part of JSON, `Figures`. */
const task: Task<FiguresOrder, null> = async ({ rowBytes, ...reviewable }, bytes) => {
  const figures = figuresOf({ ...reviewable, rows: bytes.subarray(0, rowBytes), context: bytes.subarray(rowBytes) });
  return { answer: null, parts: [Buffer.from(JSON.stringify(figures))] };
};
export default task;
