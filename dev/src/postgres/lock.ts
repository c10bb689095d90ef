import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const LOCK_TIMEOUT_MS = 5_000;

/**
 * Makes way for a start in this data folder: waits for a server that is about to end and removes the lock of one that
 * no longer exists.
 * @throws Error with a German message when another server works in the folder
 */
export async function releaseDataFolder(dataDir: string): Promise<void> {
  const file = join(dataDir, 'postmaster.pid');
  for (const giveUpAt = Date.now() + LOCK_TIMEOUT_MS; ; ) {
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (!pid) return;
    if (!(await isServer(pid))) {
      await rm(file, { force: true });
      return;
    }
    if (Date.now() > giveUpAt) {
      throw new Error(
        `Die Daten in ${dataDir} werden schon benutzt (Prozess ${pid}). Für ein zweites Portal wählen Sie einen anderen Ordner: PORTAL_DATA=…`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** After a restart of the machine the number may belong to some other program. */
async function isServer(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
  return name.trim() === 'postgres';
}
