import { readFile, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a file has to stand still before it is read. */
export type Settling = {
  /** Milliseconds in which neither size nor time of the file change; 0 reads at once. */
  readonly quietMs: number;
  /** Milliseconds until a file that keeps changing is given up. */
  readonly giveUpMs: number;
  readonly stop?: AbortSignal | undefined;
};

/**
 * Reads a file once nobody writes to it any more: its size and time stand still before it is read, and are the same afterwards. All of it at
 * once, 20 MB as a rule: one that changes while it is streamed from the disk would end the process.
 */
export async function readSettledFile(
  path: string,
  { quietMs, giveUpMs, stop }: Settling,
): Promise<Buffer<ArrayBuffer> | 'unreadable' | 'growing'> {
  const until = Date.now() + giveUpMs;
  try {
    let before = await stateOf(path);
    for (;;) {
      // A file of long ago is not being written; its clock may be another one than ours, so that it is looked at again below.
      if (before.isFresh(quietMs)) await sleep(quietMs, undefined, { signal: stop }).catch(() => undefined);
      const now = await stateOf(path);
      if (now.mark === before.mark) {
        const content = await readFile(path);
        if ((await stateOf(path)).mark === before.mark && content.length === before.size) return content;
      }
      if (stop?.aborted || Date.now() >= until) return 'growing';
      before = await stateOf(path);
      if (quietMs > 0) await sleep(Math.min(quietMs, 100), undefined, { signal: stop }).catch(() => undefined);
    }
  } catch (error) {
    // what the system says of a file that is missing, locked, too large or a folder
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return 'unreadable';
  }
}

async function stateOf(path: string) {
  const { size, mtimeMs } = await stat(path);
  return {
    size,
    mark: `${size} ${mtimeMs}`,
    isFresh: (quietMs: number) => quietMs > 0 && Math.abs(Date.now() - mtimeMs) < Math.max(quietMs, FRESH_MS),
  };
}

/** Clocks of servers differ by seconds. */
const FRESH_MS = 10_000;
