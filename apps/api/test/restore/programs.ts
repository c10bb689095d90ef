import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** PostgreSQL's own programs; pg_dump refuses a server newer than itself. */
export type Programs = { dump: string; restore: string };
const OLDEST = 18;

/**
 * Finds pg_dump and pg_restore of version 18 or newer: in the folder PORTAL_PG_BIN, on the PATH, or where Debian keeps them.
 * The embedded PostgreSQL has none.
 */
export function findPrograms(): Programs | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(process.env.PORTAL_PG_BIN ? [process.env.PORTAL_PG_BIN] : []),
    ...(process.env.PATH ?? '').split(process.platform === 'win32' ? ';' : ':'),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  for (const folder of folders.filter(Boolean)) {
    const [dump, restore] = ['pg_dump', 'pg_restore'].map((name) => join(folder, name)) as [string, string];
    if (versionOf(dump) >= OLDEST && versionOf(restore) >= OLDEST) return { dump, restore };
  }
  return undefined;
}

function versionOf(program: string): number {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
}

/** @throws Error with what the program said */
export function runProgram(program: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}:\n${stderr}`);
}
