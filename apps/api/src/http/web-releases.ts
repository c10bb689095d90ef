import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { RequestHandler } from 'express';

const RETAINED_RELEASES = 5;
const DAY_MS = 24 * 60 * 60 * 1000;
const RETENTION_MS = 30 * DAY_MS;
const UNFINISHED = 'unfinished-';

/**
 * Open browsers still find their files. The latest five stay, and those started within 30 days.
 * @param releases may be shared by servers
 */
export async function keepRelease(dist: string, releases: string, now = new Date()): Promise<void> {
  // `npm start` builds into such a folder and clears it itself
  if (resolve(dirname(dist)) === resolve(releases)) return;
  await mkdir(releases, { recursive: true });
  await access(releases, constants.W_OK);
  const page = await readFile(join(dist, 'index.html'));
  const folder = join(releases, createHash('sha256').update(page).digest('hex').slice(0, 16));
  if (!(await exists(folder))) {
    const unfinished = await mkdtemp(join(releases, UNFINISHED));
    await cp(join(dist, 'assets'), join(unfinished, 'assets'), { recursive: true });
    await rename(unfinished, folder).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true });
      if (!(await exists(folder))) throw error; // else another server was quicker
    });
  }
  await utimes(folder, now, now);
  await removeOld(releases, now);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Folders of a releases folder, the latest first. */
async function listReleases(releases: string): Promise<{ name: string; at: number }[]> {
  const names = await readdir(releases);
  const found = await Promise.all(
    names.map(async (name) => ({ name, at: await stat(join(releases, name)).then(({ mtimeMs }) => mtimeMs, gone) })),
  );
  return found.filter(({ at }) => at > 0).toSorted((a, b) => b.at - a.at);
}

/** Another server may remove it too. */
function gone(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0;
  throw error;
}

async function removeOld(releases: string, now: Date): Promise<void> {
  const all = await listReleases(releases);
  const finished = all.filter(({ name }) => !name.startsWith(UNFINISHED));
  const old = finished.slice(RETAINED_RELEASES).filter(({ at }) => at < now.getTime() - RETENTION_MS);
  const abandoned = all.filter(({ name, at }) => name.startsWith(UNFINISHED) && at < now.getTime() - DAY_MS);
  for (const { name } of [...old, ...abandoned]) await rm(join(releases, name), { recursive: true, force: true });
}

export function serveReleases(releases: string, serve: (folder: string) => RequestHandler): RequestHandler {
  const handlers = new Map<string, RequestHandler>();
  const handlerOf = (name: string) => {
    const handler = handlers.get(name) ?? serve(join(releases, name, 'assets'));
    handlers.set(name, handler);
    return handler;
  };
  return async (request, response, next) => {
    // Each time: another server may have started a newer one.
    for (const { name } of await listReleases(releases)) {
      if (name.startsWith(UNFINISHED)) continue;
      const passedOn = await new Promise<unknown>((settle) => {
        response.once('close', () => settle('answered'));
        void handlerOf(name)(request, response, (error?: unknown) => settle(error));
      });
      if (passedOn === 'answered') return;
      if (passedOn) return next(passedOn);
    }
    return next();
  };
}
