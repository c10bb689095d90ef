import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PortalError } from '../http/errors.ts';
import { type ChildJob, chunksOf, type FromChild, type TaskResult, type ToChild } from './messages.ts';
import { jobNumber, SPENT_PIPE } from './processor-watch.ts';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));
/** Of its heap (SIGABRT or 134) or of the machine. */
const OUT_OF_MEMORY = new Set<unknown>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);
/** Nice value: a tenth of a contended processor. */
const PRIORITY = 10;
const COMPILED = getCompileCacheDir();

/** `outOfMemory` by its own limit or the system's. */
export class ChildEndedError extends Error {
  override name = 'ChildEndedError';
  readonly outOfMemory: boolean;
  constructor(how: string | number | null) {
    super(`the child process ended with ${how}`);
    this.outOfMemory = OUT_OF_MEMORY.has(how);
  }
}

/** More than `processorMs`. */
export class ProcessorTimeError extends Error {
  override name = 'ProcessorTimeError';
}

export type JobLimits = {
  /** Of all its threads, without its start. */
  readonly processorMs: number;
  /** The task is loaded and begins. */
  readonly onBegin: () => void;
};

/** A process that does one job at a time. */
export type Child = {
  /** @throws PortalError of the task; ChildEndedError; ProcessorTimeError */
  run(job: ChildJob, limits: JobLimits): Promise<Required<TaskResult<unknown>>>;
  /** Ends it at once. */
  kill(): void;
  readonly ended: Promise<void>;
};

/** Without the server's settings; cannot outlive it, does not keep it alive. */
export function startChild(heapMb: number): Child {
  const child = fork(PROGRAM, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc', 'pipe'],
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: COMPILED === undefined ? {} : { NODE_COMPILE_CACHE: dirname(COMPILED) },
  });
  child.unref();
  child.channel?.unref();

  let onMessage: (message: FromChild) => void = () => {};
  let onEnd: (error: Error) => void = () => {};
  child.on('message', (message) => onMessage(message as FromChild));
  const ended = new Promise<void>((resolve) => {
    const end = (error: Error) => {
      resolve();
      onEnd(error);
    };
    child.once('error', end);
    child.once('exit', (code, signal) => end(new ChildEndedError(signal ?? code)));
  });
  let jobs = 0;
  let onSpent: () => void = () => {};
  const spent = child.stdio[SPENT_PIPE] as Socket;
  spent.unref();
  spent.on('error', () => undefined);
  spent.on('data', (numbers: Buffer) => numbers.includes(jobNumber(jobs)) && onSpent());
  /** A process that is ending is reported by its exit. */
  const send = (message: ToChild) =>
    new Promise<void>((resolve) => {
      if (child.connected) child.send(message, () => resolve());
      else resolve();
    });

  return {
    run: (job, { processorMs, onBegin }) =>
      new Promise((resolve, reject) => {
        jobs += 1;
        // Somebody may wait for its start.
        if (jobs === 1) lowerPriority(child.pid);
        onSpent = () => reject(new ProcessorTimeError('the job has used up its processor time'));
        const parts: Buffer[] = [];
        let chunks: Uint8Array[] = [];
        onEnd = reject;
        onMessage = (message) => {
          if ('begun' in message) onBegin();
          else if ('chunk' in message) {
            chunks.push(message.chunk);
            if (!message.endsPart) return;
            parts.push(Buffer.concat(chunks));
            chunks = [];
          } else if ('answer' in message) resolve({ answer: message.answer, parts });
          else reject(errorOf(message));
        };
        void sendJob(job, { number: jobs, processorMs }, send);
      }),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

async function sendJob(
  { task, order, bytes = [] }: ChildJob,
  limit: { number: number; processorMs: number },
  send: (message: ToChild) => Promise<void>,
): Promise<void> {
  for (const each of bytes)
    for (const part of chunksOf(each)) {
      // Nothing piles up for a child that still starts.
      await Promise.all([send({ part }), setImmediate()]);
    }
  await send({ task: task.href, order, ...limit });
}

function errorOf(message: Extract<FromChild, { refused: unknown } | { failed: unknown }>): Error {
  if ('failed' in message) return Object.assign(new Error(message.failed.message), { stack: message.failed.stack });
  const { httpStatus, reason, message: sentence, details } = message.refused;
  return new PortalError(httpStatus, reason, sentence, details);
}

/** Stays as it is without the right, or when the process has ended. */
function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, PRIORITY);
  } catch {
    // only how the processor is shared
  }
}
