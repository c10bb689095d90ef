import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EXIT, Failure } from './failures.ts';

/**
 * Keeps a second run on the same file out. The lock is a name that this process listens on, which the operating system frees
 * however the process ends: no lock file can be left behind and hold up all later runs.
 * @returns the function that frees the lock
 * @throws Failure 75 while another run has it
 */
export async function takeLock(file: string): Promise<() => Promise<void>> {
  const name = lockName(file);
  if (isOnDisk(name) && !(await isLocked(name))) await rm(name, { force: true });
  const server = createServer((socket) => socket.destroy());
  server.listen(name);
  try {
    await once(server, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Failure(EXIT.passing, 'Ein anderer Lauf ist noch bei der Arbeit; dieser wird nicht gebraucht.');
  }
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

function lockName(file: string): string {
  const name = `till-sync-${createHash('sha256').update(file).digest('hex').slice(0, 32)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  if (process.platform === 'linux') return `\0${name}`;
  return join(tmpdir(), `${name}.sock`);
}

/** Elsewhere than on Linux and Windows the name is a file, which a killed process leaves behind. */
function isOnDisk(name: string): boolean {
  return name.endsWith('.sock');
}

async function isLocked(name: string): Promise<boolean> {
  const socket = connect(name);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false; // nobody listens
  } finally {
    socket.destroy();
  }
}
