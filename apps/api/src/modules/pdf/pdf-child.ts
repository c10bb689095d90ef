import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { PdfAnswer, PdfJob, PdfOrder, PdfOutcome } from './pdf-job.ts';

const PROGRAM = fileURLToPath(new URL('./pdf-process.ts', import.meta.url));
/** How a process ends that has run out of memory: of its heap (SIGABRT or 134) or of the machine's or container's. */
const OUT_OF_MEMORY = new Set<unknown>(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGKILL', 134]);

/** The process ended in the middle of a job, `outOfMemory` by its own limit or the system's. */
export class PdfChildError extends Error {
  override name = 'PdfChildError';
  readonly outOfMemory: boolean;
  constructor(how: string | number | null) {
    super(`the PDF process ended with ${how}`);
    this.outOfMemory = OUT_OF_MEMORY.has(how);
  }
}

/** A process that makes one PDF at a time. */
export type PdfChild = {
  /**
   * Hands over a job; `done` gets its outcome once, or an error when the process ends before. Not before the last is done.
   */
  start(job: PdfJob, done: (error: Error | undefined, outcome?: PdfOutcome) => void): void;
  /** Ends it at once. */
  kill(): void;
  readonly ended: Promise<void>;
};

/**
 * Starts a process. It gets none of the server's settings, cannot outlive the server, and does not keep it alive.
 * @param onEnd called when the process has ended, whatever the cause
 */
export function startPdfChild(heapMb: number, onEnd: () => void): PdfChild {
  const child = fork(PROGRAM, [], {
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    execArgv: [`--max-old-space-size=${heapMb}`],
    env: {},
  });
  const [input, output] = [child.stdin as Socket, child.stdout as Socket];
  child.unref();
  child.channel?.unref();
  input.unref();
  output.unref();
  // A process that is gone is reported by its exit.
  input.on('error', () => undefined);

  let settle: ((error: Error | undefined, outcome?: PdfOutcome) => void) | undefined;
  let collected: Buffer[] = [];
  let answer: PdfAnswer | undefined;
  const end = (error: Error | undefined, outcome?: PdfOutcome) => {
    const done = settle;
    settle = undefined;
    collected = [];
    answer = undefined;
    done?.(error, outcome);
  };
  const checkComplete = () => {
    if (!answer) return;
    if (answer.status !== 'made') return end(undefined, answer);
    if (collected.reduce((sum, chunk) => sum + chunk.length, 0) < answer.size) return;
    const { title } = answer;
    end(undefined, { status: 'made', pdf: { bytes: Buffer.concat(collected), title } });
  };
  output.on('data', (chunk: Buffer) => {
    collected.push(chunk);
    if (answer) checkComplete();
  });
  child.on('message', (message) => {
    answer = message as PdfAnswer;
    checkComplete();
  });
  const ended = new Promise<void>((resolve) => {
    const gone = (error: Error) => {
      resolve();
      onEnd();
      end(error);
    };
    child.once('error', gone);
    child.once('exit', (code, signal) => gone(new PdfChildError(signal ?? code)));
  });
  return {
    start(job, done) {
      settle = done;
      send(child, job);
      for (const part of job.json) input.write(part);
    },
    kill: () => void child.kill('SIGKILL'),
    ended,
  };
}

function send(child: ChildProcess, job: PdfJob): void {
  const size = job.json.reduce((sum, part) => sum + part.length, 0);
  const { json: _, ...task } = job;
  const order: PdfOrder = { ...task, size };
  // Failing to send means that the process is ending, which its exit reports.
  child.send(order, () => undefined);
}
