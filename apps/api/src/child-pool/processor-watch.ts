import { writeSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** Of the child, for the server to read: a job that keeps the main thread busy sends no message. */
export const SPENT_PIPE = 4;
const CHECKED_MS = 100;
/** One byte in the pipe. */
const NUMBERS = 256;

export type ProcessorWatch = {
  /** @param processorMs of all threads of the process, from now on */
  begin(number: number, processorMs: number): void;
  end(): void;
};

export const jobNumber = (job: number): number => job % NUMBERS;

const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/**
 * A thread of its own names in `SPENT_PIPE` the job that has used up its processor time. The operating system counts it
 * for the process on every platform; a process that waits, is starved or stopped uses none. Rule 13.16.
 */
export function startProcessorWatch(): ProcessorWatch {
  const shared = new Float64Array(new SharedArrayBuffer(16));
  const thread = new Worker(new URL(import.meta.url), {
    workerData: shared,
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 4 },
  });
  thread.unref();
  return {
    begin(number, most) {
      shared[1] = jobNumber(number);
      shared[0] = processorMs() + most;
    },
    end() {
      shared[0] = 0;
    },
  };
}

function watch(shared: Float64Array): void {
  setInterval(() => {
    const [most = 0, number = 0] = shared;
    if (most === 0 || processorMs() < most) return;
    shared[0] = 0;
    writeSync(SPENT_PIPE, Uint8Array.of(number));
  }, CHECKED_MS);
}

if (!isMainThread && workerData instanceof Float64Array) watch(workerData);
