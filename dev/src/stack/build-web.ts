import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WEB = join(ROOT, 'apps/web');
/** Where `pnpm build` puts what an image is made of. */
const DIST = join(WEB, 'dist');
/** Builds of the embedded portal, one folder for each state of the sources. */
const BUILDS = join(ROOT, 'node_modules/.cache/preisportal-web');
const RETAINED_BUILDS = 5;
/** A portal reads its folder as long as it runs, and browsers its former one: what was started within this time stays. */
const RETAINED_MS = 7 * 24 * 60 * 60 * 1000;
const SOURCES = [
  'apps/web/src',
  'apps/web/public',
  'packages/contracts/src',
  'packages/list-view/src',
  'packages/rules/src',
];
const FILES = [
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'apps/web/translations-plugin.ts',
  'apps/web/calls-plugin.ts',
  'apps/web/precompress-plugin.ts',
  'apps/web/browser-targets.ts',
  'apps/web/package.json',
  'apps/web/postcss.config.mjs',
  'pnpm-lock.yaml',
];

/**
 * The web application of the present sources, built unless that has been done before. A finished folder never changes, so
 * that portals which are started at once, or run while the sources are changed, do not take each other's files away.
 */
export async function buildWeb(): Promise<{ folder: string; releases: string; built: boolean }> {
  const folder = join(BUILDS, (await hashSources()).slice(0, 16));
  if (existsSync(folder)) {
    const now = new Date();
    await utimes(folder, now, now); // in use again
    return { folder, releases: BUILDS, built: false };
  }
  await mkdir(BUILDS, { recursive: true });
  const unfinished = await mkdtemp(join(BUILDS, 'unfinished-'));
  try {
    await buildInto(unfinished);
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error; // else another portal was quicker
  }
  await removeOldBuilds(BUILDS, new Date());
  return { folder, releases: BUILDS, built: true };
}

/** Builds the web application into `apps/web/dist`. */
export function buildForProduction(): Promise<void> {
  return buildInto(DIST);
}

function buildInto(folder: string): Promise<void> {
  const vite = join(WEB, 'node_modules/vite/bin/vite.js');
  return run(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], WEB);
}

/** Removes all but the latest builds, of those that no start has used for a week. */
export async function removeOldBuilds(builds: string, now: Date): Promise<void> {
  const names = (await readdir(builds)).filter((name) => !name.startsWith('unfinished-'));
  const ages = await Promise.all(names.map(async (name) => ({ name, at: (await stat(join(builds, name))).mtimeMs })));
  const old = ages.toSorted((a, b) => b.at - a.at).slice(RETAINED_BUILDS);
  for (const { name, at } of old)
    if (at < now.getTime() - RETAINED_MS) await rm(join(builds, name), { recursive: true, force: true });
}

async function hashSources(): Promise<string> {
  const folders = await Promise.all(
    SOURCES.map((folder) => readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })),
  );
  const files = folders
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...FILES.map((name) => join(ROOT, name)).filter(existsSync)]) {
    hash
      .update(file.slice(ROOT.length))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Runs a command to its end; what it printed is in the error when it fails. */
function run(command: string, args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    const output: string[] = [];
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`Der Bau der Oberfläche ist fehlgeschlagen.\n${output.join('')}`)),
    );
  });
}
