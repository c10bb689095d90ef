import { type ChildPoolLimits, createChildPool } from '../../child-pool/pool.ts';
import type { SlotHolder } from '../../limits/semaphore.ts';
import type { MadePdf, PdfJob } from './pdf-job.ts';

const TASK = new URL('./pdf-task.ts', import.meta.url);

/** `slots` × `heapMb` plus waiting bodies (`BODY_MEMORY`). */
export const PDF_POOL: ChildPoolLimits = {
  slots: 2,
  perPharmacy: 1,
  perPerson: 1,
  queue: 16,
  queuePerPharmacy: 6,
  queuePerPerson: 2,
  maxWaitMs: 45_000,
  processorMs: 60_000,
  // 100,000 ordinary rows take half of it.
  heapMb: 512,
};

export type PdfPool = {
  /**
   * The bytes must not change any more.
   * @throws as `ChildPool.run`
   */
  run(job: PdfJob, options: { holder: SlotHolder; signal: AbortSignal }): Promise<MadePdf>;
  /** Jobs that are being made and that wait, now. */
  load(): { running: number; waiting: number };
  /** Ends all processes; jobs under way fail. */
  close(): Promise<void>;
};

export function createPdfPool(limits: ChildPoolLimits = PDF_POOL): PdfPool {
  const { run, load, close } = createChildPool(limits);
  return {
    async run({ json, ...order }, options) {
      const { answer: title, parts } = await run<string>({ task: TASK, order, bytes: json }, options);
      return { bytes: parts[0] as Buffer, title };
    },
    load,
    close,
  };
}
