import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../stack/build-web.ts';

const run = promisify(execFile);
const BASE = 'localhost/node:24-bookworm-slim';
const IMAGE = 'localhost/preisportal:test';

/** An image on this machine, unpacked so that it can be started. */
export type Image = {
  /** The unpacked file system. */
  readonly root: string;
  /** NAME=value, as the image sets them. */
  readonly env: readonly string[];
  readonly command: readonly string[];
  readonly workingDir: string;
  /** uid:gid */
  readonly user: string;
  readonly bytes: number;
  remove(): Promise<void>;
};

/** Why no image can be built or started here, in German; undefined where it can. */
export function whyNot(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'Nötig ist Linux als root.';
  const missing = ['buildah', 'unshare', 'setpriv', 'chroot'].filter((name) => !has(name));
  return missing.length > 0 ? `Es fehlt: ${missing.join(', ')} (apt-get install buildah).` : undefined;
}

/**
 * Builds docker/Dockerfile as it stands, on the base it names; where that cannot be had, on a Debian made here with this Node.
 * @throws Error with the builder's output
 */
export async function buildImage(say: (line: string) => void): Promise<Image> {
  const base = await pullBase().catch(async () => {
    say('Das Grundabbild ist nicht erreichbar; es entsteht mit debootstrap.');
    return makeBase();
  });
  const file = ['--file', 'docker/Dockerfile', '--ignorefile', 'docker/Dockerfile.dockerignore'];
  await buildah([
    'build',
    '--isolation=chroot',
    // Its layers do not depend on what a step reads from a bind mount: those of a former state would be used.
    '--no-cache',
    `--build-arg=NODE_IMAGE=${base}`,
    ...file,
    '--tag',
    IMAGE,
    '.',
  ]);
  const container = await buildah(['from', '--pull-never', IMAGE]);
  const root = await buildah(['mount', container]);
  const { OCIv1 } = JSON.parse(await buildah(['inspect', '--type=image', IMAGE])) as {
    OCIv1: { config: { Env: string[]; Cmd: string[]; WorkingDir: string; User: string } };
  };
  const { Env: env, Cmd: command, WorkingDir: workingDir, User: user } = OCIv1.config;
  const bytes = Number((await run('du', ['--summarize', '--bytes', root])).stdout.split('\t')[0]);
  const remove = async () => void (await buildah(['rm', container]));
  return { root, env, command, workingDir, user, bytes, remove };
}

async function pullBase(): Promise<string> {
  const dockerfile = await readFile(join(ROOT, 'docker/Dockerfile'), 'utf8');
  const name = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
  // Where a name has both, the digest decides.
  const base = `docker.io/library/${name.replace(/:[^@]+@/, '@')}`;
  await buildah(['pull', base], 60_000);
  return base;
}

/** What the official image is to the Dockerfile: Debian 12 with Node and npm under /usr/local. */
async function makeBase(): Promise<string> {
  if ((await buildah(['images', '--quiet', '--filter', `reference=${BASE}`])) !== '') return BASE;
  if (!has('debootstrap')) throw new Error('Es fehlt debootstrap (apt-get install debootstrap).');
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-base-'));
  try {
    await run('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', folder], {
      maxBuffer: 1 << 26,
    });
    mkdirSync(join(folder, 'usr/local/bin'), { recursive: true });
    copyFileSync(process.execPath, join(folder, 'usr/local/bin/node'));
    await run('npm', ['install', '--global', `--prefix=${join(folder, 'usr/local')}`, 'npm@11']);
    // Certificates that this machine trusts beside the usual ones.
    const trusted = process.env.NODE_EXTRA_CA_CERTS;
    if (trusted) copyFileSync(trusted, join(folder, 'etc/ssl/certs/ca-certificates.crt'));
    const container = await buildah(['from', 'scratch']);
    await buildah(['add', container, folder, '/']);
    await buildah(['config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', container]);
    await buildah(['commit', '--rm', container, BASE]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return BASE;
}

async function buildah(args: string[], timeout?: number): Promise<string> {
  const { stdout } = await run('buildah', args, { cwd: ROOT, maxBuffer: 1 << 28, ...(timeout ? { timeout } : {}) });
  return stdout.trim();
}

function has(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
}
