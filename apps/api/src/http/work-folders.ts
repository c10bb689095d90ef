import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Far longer than the longest upload, its processing, and the making and mailing of an export take. */
const ABANDONED_MS = 60 * 60 * 1000;

/** Where files lie while they are worked on: one folder a user of the machine, under the temporary folder (TMPDIR). */
export function workRoot(): string {
  const { uid } = userInfo();
  return join(tmpdir(), uid < 0 ? 'preisportal-uploads' : `preisportal-uploads-${uid}`);
}

/** A new folder for the files of one upload or export, which nobody else may read; whoever made it removes it. */
export async function createWorkFolder(of: 'upload' | 'export'): Promise<string> {
  const root = workRoot();
  await mkdir(root, { recursive: true, mode: 0o700 });
  return mkdtemp(join(root, `${of}-`));
}

/**
 * Removes what a process that was killed in the middle of an upload or export has left behind; other instances on this
 * machine may be using theirs.
 * @returns how many folders were removed
 */
export async function removeAbandonedFolders(now = Date.now()): Promise<number> {
  const root = workRoot();
  let removed = 0;
  for (const name of await list(root)) {
    const path = join(root, name);
    const found = await stat(path).catch(ignoreMissing);
    if (found && now - found.mtimeMs > ABANDONED_MS) {
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

/** Nothing before the first upload. */
async function list(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(ignoreMissing)) ?? [];
}

/** Another instance may have removed it in this moment. */
function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
