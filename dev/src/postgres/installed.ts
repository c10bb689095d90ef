import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withWords } from '../pages.ts';
import { serverAccount } from './account.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const OLDEST = 15;
const NEEDED = ['initdb', 'postgres', 'pg_ctl', 'psql', 'pg_basebackup', 'pg_verifybackup', 'pg_archivecleanup'];
const ALSO_NEEDED = ['pg_dump', 'pg_restore'];

/** The folder of an installed PostgreSQL with all its programs; the one that npm brings has three. */
export function findInstalled(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    process.env.PORTAL_PG_BIN ?? '',
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  return folders.find((folder) => {
    const { stdout } = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
    const version = Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? 0);
    return version >= OLDEST && [...NEEDED, ...ALSO_NEEDED].every((name) => existsSync(join(folder, name)));
  });
}

/**
 * Runs commands as the database's user, as they are but for the words that are to be replaced.
 * @returns what they say
 * @throws Error with what they said when one fails, or when a word is not in them
 */
export async function runCommands(
  commands: string,
  options: { bin: string; folder: string; env: Record<string, string>; words: Record<string, string> },
): Promise<string> {
  const { bin, folder, words } = options;
  const env = { PATH: `${bin}:${process.env.PATH ?? ''}`, LC_ALL: 'C', ...options.env };
  const account = await serverAccount([folder]);
  const script = withWords(commands, words);
  return ended(script, account.spawn('bash', [...BASH, script], { cwd: folder, stdio: STDIO, env }));
}

/** The same in the project's folder, as the user who runs this. */
export async function runAsCaller(
  commands: string,
  words: Record<string, string>,
  more: Record<string, string> = {},
): Promise<string> {
  const script = withWords(commands, words);
  const env = { ...process.env, ...more };
  return ended(script, spawn('bash', [...BASH, script], { cwd: ROOT, stdio: STDIO, env }));
}

const BASH = ['-euo', 'pipefail', '-c'];
const STDIO: StdioOptions = ['ignore', 'pipe', 'pipe'];

async function ended(script: string, child: ChildProcess): Promise<string> {
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(String(chunk)));
  const code = await new Promise((settle, reject) => child.on('error', reject).on('close', settle));
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${script}\n${said.join('')}`);
  return said.join('');
}
