import { fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { setPriority } from 'node:os';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { PortalError } from '../http/errors.ts';
import { type ChildJob, chunksOf, type FromChild, type TaskResult, type ToChild } from './messages.ts';

const PROGRAM = fileURLToPath(new URL('./program.ts', import.meta.url));
/** Of its heap (SIGABRT or 134) or of the machine. */
const OUT_OF_MEMORY = new Set<unknown>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);
/** Nice value: a quarter of a contended processor. */
const PRIORITY = 5;
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

/** A process that does one job at a time. */
export type Child = {
  /** @throws PortalError of the task; ChildEndedError */
  run(job: ChildJob): Promise<Required<TaskResult<unknown>>>;
  /** Ends it at once. */
  kill(): void;
  readonly ended: Promise<void>;
};

/** Without the server's settings; cannot outlive it, does not keep it alive. */
export function startChild(heapMb: number): Child {
  const child = fork(PROGRAM, [], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: COMPILED === undefined ? {} : { NODE_COMPILE_CACHE: dirname(COMPILED) },
  });
  child.unref();
  child.channel?.unref();
  lowerPriority(child.pid);

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
  /** A process that is ending is reported by its exit. */
  const send = (message: ToChild) => void (child.connected && child.send(message, () => undefined));

  return {
    run: (job) =>
      new Promise((resolve, reject) => {
        const parts: Buffer[] = [];
        let chunks: Uint8Array[] = [];
        onEnd = reject;
        onMessage = (message) => {
          if ('chunk' in message) {
            chunks.push(message.chunk);
            if (!message.endsPart) return;
            parts.push(Buffer.concat(chunks));
            chunks = [];
          } else if ('answer' in message) resolve({ answer: message.answer, parts });
          else reject(errorOf(message));
        };
        void sendJob(job, send);
      }),
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

async function sendJob({ task, order, bytes = [] }: ChildJob, send: (message: ToChild) => void): Promise<void> {
  for (const each of bytes)
    for (const part of chunksOf(each)) {
      send({ part });
      await setImmediate();
    }
  send({ task: task.href, order });
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
