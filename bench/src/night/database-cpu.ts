import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

/** A clock tick of Linux in milliseconds. */
const TICK_MS = 10;

/**
 * Processor time that the PostgreSQL server has used since it began, all its processes together.
 * @returns milliseconds; NaN where the server is on another machine or the system has no /proc
 */
export async function databaseCpuMs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = await readStat(rows[0]?.pid ?? 0);
  const server = backend && (await readStat(backend.parent));
  if (!server) return Number.NaN;
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map((name) => readStat(Number(name)));
  const children = (await Promise.all(all)).filter((process) => process?.parent === backend.parent);
  // What ended children have used is with their parent.
  const ticks = children.reduce((sum, process) => sum + (process?.own ?? 0), server.own + server.ended);
  return ticks * TICK_MS;
}

async function readStat(pid: number): Promise<{ parent: number; own: number; ended: number } | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (stat === undefined) return undefined;
  // The name in brackets may hold spaces; the state follows it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  );
  return { parent, own: user + system, ended: endedUser + endedSystem };
}
