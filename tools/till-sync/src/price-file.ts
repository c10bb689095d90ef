import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EXIT, Failure } from './failures.ts';

/** Reads a file; undefined when there is none. */
export async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
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
    await rename(nameBeside(file), file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw fileFailure('schreiben', file, error);
  }
}

/** Makes sure that a file could be replaced, without doing so. @throws Failure 73 */
export async function checkWritable(file: string): Promise<void> {
  try {
    await writeBeside(file, '');
    await rm(nameBeside(file));
  } catch (error) {
    throw fileFailure('schreiben', file, error);
  }
}

const nameBeside = (file: string) => `${file}.neu`;

async function writeBeside(file: string, content: Uint8Array | string): Promise<void> {
  const handle = await open(nameBeside(file), 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the new name last. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function fileFailure(what: string, file: string, error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Failure(EXIT.file, `Die Datei ${file} lässt sich nicht ${what} (${code ?? message}).`);
}
