import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

/** Milliseconds; far longer than any upload or export. */
const ABANDONED_MS = 60 * 60 * 1000;

export function workRoot(): string {
  const { uid } = userInfo();
  return join(tmpdir(), uid < 0 ? 'preisportal-uploads' : `preisportal-uploads-${uid}`);
}

export async function createWorkFolder(of: 'upload' | 'export'): Promise<string> {
  const root = workRoot();
  await mkdir(root, { recursive: true, mode: 0o700 });
  return mkdtemp(join(root, `${of}-`));
}

/** Of killed processes; other instances may use theirs. */
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
