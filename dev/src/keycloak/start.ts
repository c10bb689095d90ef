import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REALM } from '../identity/realm.ts';
import { DEMO_SERVICE_ACCOUNTS, DEMO_USERS } from '../identity/users.ts';
import { isTaken } from '../postgres/cluster.ts';
import { findDistribution, findJava, MissingPart } from './distribution.ts';
import { keycloakRealm } from './realm.ts';
import { printRealm } from './realm-files.ts';

export type KeycloakOptions = {
  port: number;
  portalOrigins: string[];
  /** Whole seconds; 5 minutes by default. */
  accessTokenSeconds?: number;
  say?: (line: string) => void;
  /** A realm's file in the place of the demo's; what it names as ${NAME}, the first administrator and the database come from `env`. */
  realmFile?: string;
  env?: Record<string, string>;
};

/** Its first start on a slow machine: it puts itself together before it listens. */
const START_MS = 10 * 60_000;
const STOP_MS = 20_000;

/**
 * Starts a real Keycloak with the realm of docker/keycloak and, unless `env` names another, an empty database in memory, in a copy of its distribution, so
 * that nothing of one run is left for the next. Answers what the embedded provider does.
 * @throws MissingPart when Java or Keycloak is not to be had, Error with Keycloak's last words when it does not start
 */
export async function startKeycloak(options: KeycloakOptions) {
  if (process.platform === 'win32') throw new MissingPart('Der Lauf mit echtem Keycloak braucht Linux oder macOS.');
  const java = findJava();
  const distribution = await findDistribution(process.env, options.say);
  if (await isTaken(options.port)) throw new Error(`Der Port ${options.port} für Keycloak ist belegt.`);
  const url = `http://localhost:${options.port}`;
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-keycloak-'));
  const home = join(folder, 'keycloak');
  await cp(distribution, home, { recursive: true, filter: (path) => path !== join(distribution, 'data') });
  await mkdir(join(home, 'data/import'), { recursive: true });
  const realm = keycloakRealm({
    portalOrigins: options.portalOrigins,
    users: DEMO_USERS,
    serviceAccounts: DEMO_SERVICE_ACCOUNTS,
    accessTokenSeconds: options.accessTokenSeconds ?? 300,
    sslRequired: 'none',
  });
  const text = options.realmFile === undefined ? printRealm(realm) : await readFile(options.realmFile, 'utf8');
  await writeFile(join(home, 'data/import', `${REALM}-realm.json`), text);

  options.say?.('Keycloak startet (eine halbe bis zwei Minuten) …');
  const child = spawn(
    join(home, 'bin/kc.sh'),
    [
      'start-dev',
      '--import-realm',
      `--db=${options.env?.KC_DB ?? 'dev-mem'}`,
      `--http-port=${options.port}`,
      `--hostname=${url}`,
    ],
    {
      cwd: home,
      env: { ...process.env, ...options.env, JAVA: java, JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx768m' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: the script starts Java beside itself.
      detached: true,
    },
  );
  const said = remember(child);
  const ended = new Promise<string>((settle) => {
    child.on('error', (error) => settle(error.message));
    child.on('exit', (code, signal) => settle(`Keycloak ist beendet (${signal ?? code}).\n${said()}`));
  });
  // However this process ends, Keycloak does too.
  const killNow = () => signalGroup(child, 'SIGKILL');
  process.on('exit', killNow);
  const close = async () => {
    signalGroup(child, 'SIGTERM');
    const impatient = setTimeout(killNow, STOP_MS);
    await ended;
    killNow();
    clearTimeout(impatient);
    process.off('exit', killNow);
    await rm(folder, { recursive: true, force: true });
  };
  const issuer = `${url}/realms/${REALM}`;
  try {
    await waitForRealm(issuer, ended);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, issuer, realm: REALM, close };
}

async function waitForRealm(issuer: string, ended: Promise<string>): Promise<void> {
  let end: string | undefined;
  void ended.then((reason) => {
    end = reason;
  });
  for (const giveUpAt = Date.now() + START_MS; Date.now() < giveUpAt; ) {
    if (end !== undefined) throw new Error(end);
    const ready = await fetch(`${issuer}/.well-known/openid-configuration`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`Keycloak antwortet nach ${START_MS / 60_000} Minuten noch nicht.`);
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // ESRCH: all of it has ended
  }
}

/** Keeps the last lines that a process says. */
function remember(child: ChildProcess): () => string {
  const recent: string[] = [];
  const note = (chunk: Buffer) => {
    recent.push(chunk.toString());
    if (recent.length > 40) recent.shift();
  };
  child.stdout?.on('data', note);
  child.stderr?.on('data', note);
  return () => recent.join('');
}
