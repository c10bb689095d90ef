import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { chown, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Whose rights PostgreSQL runs with: it refuses to run as root. */
export type Account = {
  spawn(program: string, args: string[], options: SpawnOptions): ChildProcess;
  /** Hands a file or folder to that user. */
  own(path: string): Promise<void>;
};

const USER = 'postgres';
// Not root, yet able to walk through folders that only root may enter, such as /root or a mktemp folder.
// The first flag keeps that right in access(2) too, with which PostgreSQL looks for its own programs.
const WALK_ANYWHERE = ['--securebits=+no_setuid_fixup', '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];

/**
 * The account for programs and data in these folders: the caller's own, or as root the user postgres, who is created
 * when missing.
 * @throws Error with a German message when that user cannot get at a folder
 */
export async function serverAccount(folders: string[]): Promise<Account> {
  if (process.getuid?.() !== 0) return { spawn, own: async () => {} };
  const { uid, gid } = postgresIds();
  const own = (path: string) => chown(path, uid, gid);
  const closed = await firstClosed(folders);
  if (closed === undefined) {
    return { own, spawn: (program, args, options) => spawn(program, args, { ...options, uid, gid }) };
  }
  const become = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...WALK_ANYWHERE, '--'];
  if (spawnSync('setpriv', [...become, 'true']).status !== 0) {
    throw new Error(
      `Als root läuft die Datenbank unter dem Benutzer ${USER}, und der darf den Ordner ${closed} nicht betreten. Legen Sie Projekt und PORTAL_DATA woanders ab, oder starten Sie ohne root.`,
    );
  }
  return { own, spawn: (program, args, options) => spawn('setpriv', [...become, program, ...args], options) };
}

function postgresIds(): { uid: number; gid: number } {
  if (spawnSync('id', ['-u', USER]).status !== 0) {
    execFileSync('groupadd', ['--force', USER]);
    execFileSync('useradd', ['--gid', USER, '--no-create-home', USER]);
  }
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** The first folder on the way to one of these that other users may not enter. */
async function firstClosed(folders: string[]): Promise<string | undefined> {
  for (const start of folders) {
    for (let folder = resolve(start); folder !== dirname(folder); folder = dirname(folder)) {
      const mode = await stat(folder).then(
        (found) => found.mode,
        () => undefined, // not made yet
      );
      if (mode !== undefined && (mode & 0o001) === 0) return folder;
    }
  }
  return undefined;
}
