import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Its number is 0.1.0. */
const COMMIT = 'b04de6b4577d44a189a31fe8347001d70fcb1cfc';
const PACKAGES = ['apps/api', 'packages/contracts', 'packages/list-view', 'packages/rules'];

/** The first migration that the former build does not know. */
export const FIRST_LATER_MIGRATION = '20261128041000';

/**
 * The api of the last release, from this repository's past, on the packages that are installed here.
 * @returns its main.ts; undefined in a clone without that past, which is said
 */
export function formerBuild(): string | undefined {
  const folder = join(ROOT, 'test-results/former-build', COMMIT);
  const main = join(folder, 'apps/api/src/main.ts');
  const whole = join(folder, '.whole');
  if (existsSync(whole)) return main;
  if (spawnSync('git', ['cat-file', '-e', COMMIT], { cwd: ROOT }).status !== 0) {
    process.stderr.write(`this clone lacks ${COMMIT}, so the way back to the last release is not tried\n`);
    return undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sources = PACKAGES.flatMap((name) => [`${name}/src`, `${name}/package.json`]);
  run('sh', ['-c', `git archive ${COMMIT} package.json prisma ${sources.join(' ')} | tar -x -C "$0"`, folder]);
  for (const name of PACKAGES)
    linkPackages(join(ROOT, name, 'node_modules'), join(folder, name, 'node_modules'), folder);
  const prisma = join(ROOT, 'node_modules/prisma/build/index.js');
  run(process.execPath, [prisma, 'generate', '--schema', join(folder, 'prisma/schema.prisma')]);
  writeFileSync(whole, '');
  return main;
}

/** The same packages, but the workspace's own of that time. */
function linkPackages(from: string, to: string, folder: string): void {
  if (!existsSync(from)) return;
  mkdirSync(join(to, '@portal'), { recursive: true });
  for (const name of readdirSync(from).filter((entry) => !entry.startsWith('.') && entry !== '@portal'))
    symlinkSync(realpathSync(join(from, name)), join(to, name));
  for (const path of PACKAGES) {
    const name = path.split('/').at(-1) as string;
    if (existsSync(join(from, '@portal', name))) symlinkSync(join(folder, path), join(to, '@portal', name));
  }
}

function run(command: string, args: readonly string[]): void {
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' };
  const { status, stderr } = spawnSync(command, args, { cwd: ROOT, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
