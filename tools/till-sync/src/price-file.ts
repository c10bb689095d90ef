import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure } from './failures.ts';

/** Reads a file; undefined when there is none. @throws Failure 73 (rule 9.7) */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await retryLocked(() => readFile(file));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileFailure('lesen', file, error);
  }
}

/**
 * Puts a new content in the place of a file. Whoever reads it, also after a power cut, finds the old one or the new one, never
 * half of it: the content is on the disk before it gets its name.
 * @throws Failure 73
 */
export async function replaceFile(file: string, content: Uint8Array | string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeBeside(file, content);
    await retryLocked(() => rename(nameBeside(file), file));
    await syncFolder(dirname(file));
  } catch (error) {
    throw fileFailure('schreiben', file, error);
  }
}

/** Makes sure that a file could be replaced, without doing so. @throws Failure 73 */
export async function checkWritable(file: string): Promise<void> {
  try {
    await writeBeside(file, '');
    await retryLocked(() => rm(nameBeside(file)));
  } catch (error) {
    throw fileFailure('schreiben', file, error);
  }
}

const nameBeside = (file: string) => `${file}.neu`;

async function writeBeside(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await retryLocked(() => open(nameBeside(file), 'w'));
  try {
    await handle.writeFile(content);
    await syncContent(handle);
  } finally {
    await handle.close();
  }
}

/** What file systems answer that do not know fsync: some network shares, FUSE. */
const UNSUPPORTED = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EBADF']);

async function syncContent(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    if (!UNSUPPORTED.has(codeOf(error))) throw error; // a full or broken disk
  }
}

/**
 * Makes the new name last, where the file system can: the file is whole and in place already. Without it a power cut may bring back
 * the file before, which the state knows.
 */
async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch {
    // best effort: Windows and many shares have no such call
  }
}

/** What Windows answers while a till, a virus scanner or a backup has the file open. */
const LOCKED = new Set(['EPERM', 'EBUSY', 'EACCES']);
const LOCKED_WAITS_MS = [100, 200, 400, 800, 1_600, 2_000];

/** Repeats what fails because another program has the file open, for five seconds. */
async function retryLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const wait of LOCKED_WAITS_MS) {
    try {
      return await work();
    } catch (error) {
      if (!LOCKED.has(codeOf(error))) throw error;
      await sleep(wait);
    }
  }
  return work();
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? '';
}

function fileFailure(what: string, file: string, error: unknown): Failure {
  return new Failure(EXIT.file, `Die Datei ${file} lässt sich nicht ${what} (${codeOf(error) || String(error)}).`);
}
