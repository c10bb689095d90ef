import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const WEB = join(ROOT, 'apps/web');
export const WEB_DIST = join(WEB, 'dist');
const STAMP = join(WEB_DIST, '.stamp');
const SOURCES = ['apps/web/src', 'apps/web/public', 'packages/contracts/src', 'packages/rules/src'];
const FILES = ['apps/web/index.html', 'apps/web/vite.config.ts', 'apps/web/postcss.config.mjs', 'pnpm-lock.yaml'];

/** Builds the web application when its sources differ from those of the last build; tells whether it did. */
export async function buildWeb(): Promise<boolean> {
  const stamp = await hashSources();
  if (existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === stamp) return false;
  await run(process.execPath, [join(WEB, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], WEB);
  await writeFile(STAMP, stamp);
  return true;
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
