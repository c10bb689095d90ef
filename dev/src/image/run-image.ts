import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Image } from './build-image.ts';

export type Running = {
  readonly pid: number;
  /** What it has written so far. */
  output(): string;
  /** Sends SIGTERM. @returns exit code, or the signal that ended it */
  stop(): Promise<number | string>;
  /** @returns exit code, or the signal that ended it */
  readonly ended: Promise<number | string>;
};

/**
 * Starts a command in an image as docker-compose.yml does: its user, a file system that cannot be written to but for /tmp and
 * the folder of releases, no rights of the system, nothing in the environment but what is given. It shares this machine's network.
 * @param releases a folder of this machine for /portal/releases
 */
export function runImage(
  image: Image,
  options: { env: Record<string, string>; releases: string; command?: readonly string[] },
): Running {
  const { root, workingDir, user } = image;
  const command = options.command ?? image.command;
  // Each step goes over into the next, so that the process that is started is the portal's own in the end.
  const script = `set -e
touch "$ROOT/etc/hosts" "$ROOT/etc/resolv.conf"
mount --bind "$ROOT" "$ROOT"
mount --options remount,bind,ro "$ROOT"
mount --types tmpfs --options mode=1777,size=1g tmpfs "$ROOT/tmp"
mount --types proc proc "$ROOT/proc"
mount --bind /dev "$ROOT/dev"
for file in hosts resolv.conf; do mount --bind "/etc/$file" "$ROOT/etc/$file"; done
mount --bind "$RELEASES" "$ROOT/portal/releases"
rights=--bounding-set=-all,+sys_chroot,+setuid,+setgid
exec setpriv --no-new-privs $rights chroot --userspec="$WHO" "$ROOT" /usr/bin/env -i -C "$FOLDER" "$@"`;
  const settings = [...image.env, ...Object.entries(options.env).map(([name, text]) => `${name}=${text}`)];
  const child = spawn('unshare', ['--mount', 'sh', '-c', script, 'sh', ...settings, ...command], {
    env: { PATH: process.env.PATH, ROOT: root, RELEASES: options.releases, WHO: user, FOLDER: workingDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return watch(child);
}

function watch(child: ChildProcess): Running {
  let text = '';
  const note = (chunk: Buffer) => {
    text = (text + chunk.toString()).slice(-20_000);
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  const ended = (once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>).then(
    ([code, signal]) => code ?? signal ?? 'unknown',
  );
  return {
    pid: child.pid ?? 0,
    output: () => text,
    ended,
    stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}
