import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The release that is tested; docker-compose.yml runs the image of the same one. */
export const KEYCLOAK_VERSION = '26.7.3';
const ARTIFACT = `org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip`;
const UNPACK = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:unpack';
const DOWNLOAD_MS = 5 * 60_000;
const OLDEST_JAVA = 17;

/** Something that the run of a real Keycloak needs is not on this machine; the message is German. */
export class MissingPart extends Error {
  override name = 'MissingPart';
}

/**
 * The Java that runs Keycloak: of JAVA_HOME, else the one on the path.
 * @throws MissingPart when there is none or it is too old
 */
export function findJava(env: NodeJS.ProcessEnv = process.env): string {
  const java = env.JAVA_HOME ? join(env.JAVA_HOME, 'bin', 'java') : 'java';
  const { stdout, stderr, status } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const needed = `Keycloak braucht Java ab Version ${OLDEST_JAVA}`;
  if (status !== 0) {
    throw new MissingPart(`${needed}, „${java}“ gibt es nicht. Java installieren oder JAVA_HOME setzen.`);
  }
  const version = /version "(\d+)/.exec(`${stderr}${stdout}`)?.[1];
  if (Number(version) < OLDEST_JAVA) {
    throw new MissingPart(`${needed}, „${java}“ ist Version ${version}. Neueres Java über JAVA_HOME angeben.`);
  }
  return java;
}

/**
 * The folder of an unpacked Keycloak: KEYCLOAK_HOME, else the tested release, which Maven fetches once into a cache
 * (PORTAL_CACHE, by default preisportal in the user's cache folder).
 * @throws MissingPart when KEYCLOAK_HOME is none, there is no Maven or it cannot fetch
 */
export async function findDistribution(
  env: NodeJS.ProcessEnv = process.env,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  if (env.KEYCLOAK_HOME) {
    if (isDistribution(env.KEYCLOAK_HOME)) return env.KEYCLOAK_HOME;
    throw new MissingPart(`KEYCLOAK_HOME: In ${env.KEYCLOAK_HOME} liegt kein Keycloak (bin/kc.sh fehlt).`);
  }
  const cache = env.PORTAL_CACHE ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'preisportal');
  const home = join(cache, `keycloak-${KEYCLOAK_VERSION}`);
  if (isDistribution(home)) return home;
  say(`Keycloak ${KEYCLOAK_VERSION} wird einmalig geladen (160 MB) …`);
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, 'unfinished-'));
  try {
    fetchInto(unfinished, env);
    // Another run may have been quicker; its copy is as good.
    await rename(join(unfinished, `keycloak-${KEYCLOAK_VERSION}`), home).catch((error: unknown) => {
      if (!isDistribution(home)) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return home;
}

function fetchInto(folder: string, env: NodeJS.ProcessEnv): void {
  const args = ['--batch-mode', '--quiet', UNPACK, `-Dartifact=${ARTIFACT}`, `-DoutputDirectory=${folder}`];
  const options = { cwd: folder, env, encoding: 'utf8', timeout: DOWNLOAD_MS } as const;
  const { error, status, stdout, stderr } = spawnSync('mvn', args, options);
  if (status === 0) return;
  const way = `Maven (mvn) installieren oder Keycloak ${KEYCLOAK_VERSION} entpacken und seinen Ordner als KEYCLOAK_HOME angeben.`;
  if (error && 'code' in error && error.code === 'ENOENT') throw new MissingPart(`Keycloak fehlt: ${way}`);
  throw new MissingPart(`Keycloak ließ sich nicht laden: ${way}\n${error?.message ?? ''}${stdout}${stderr}`);
}

function isDistribution(folder: string): boolean {
  return existsSync(join(folder, 'bin', 'kc.sh'));
}
