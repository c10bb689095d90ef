import { spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import type { ComposeCommand } from '@portal/dev/compose.ts';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { findDistribution } from '@portal/dev/keycloak/distribution.ts';
import { startKeycloak } from '@portal/dev/keycloak/start.ts';
import { startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { withWords } from '@portal/dev/pages.ts';
import { serverAccount } from '@portal/dev/postgres/account.ts';
import { startCluster } from '@portal/dev/postgres/cluster.ts';
import { startApi } from '@portal/dev/stack/api-process.ts';
import { clockOf, RIGHT_CLOCK } from './clock.ts';
import type { Engine } from './docker.ts';
import { environmentOf, readSettingsFile } from './settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMPOSE = join(ROOT, 'docker-compose.yml');
const REFUSE_DEV = `--import=${join(import.meta.dirname, 'refuse-dev.mjs')}`;
const CONTACT = {
  title: 'Kontakt',
  people: [{ name: 'A', mobile: '1', title: 'B' }],
  phone: '1',
  email: 'a@example.com',
};

export type Message = { readonly event: string; readonly pharmacy: { readonly crmCompanyId: number } };
export type Stage = Awaited<ReturnType<typeof prepareStage>>;

/** A server on which nothing is installed yet: a database server, a mail server, and a customer centre that keeps what it is told. */
export async function prepareStage(bin: string, say: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'preisportal-service-'));
  const data = mkdtempSync(join(tmpdir(), 'preisportal-service-data-'));
  const account = await serverAccount([tmpdir()]);
  await account.own(data);
  const places = {
    db: {
      '/opt/preisportal': join(ROOT, 'docker/database'),
      '/backup': join(data, 'backup'),
      '/archive': join(data, 'archive'),
      '/tmp': join(data, 'tmp'),
      '/var/lib/postgresql/data': join(data, 'pg'),
    },
    identity: { '/tmp': join(folder, 'identity'), '/opt/keycloak': await findDistribution() },
  };
  for (const place of [places.db['/backup'], places.db['/archive'], places.db['/tmp']]) {
    mkdirSync(place);
    await account.own(place);
  }
  mkdirSync(places.identity['/tmp']);
  const port = await freePortalPort();
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  closing.push(() => rmSync(data, { recursive: true, force: true }));
  // As docker/database/start.sh sets it.
  const archived =
    /archive_command=(.*)'/.exec(readFileSync(join(ROOT, 'docker/database/start.sh'), 'utf8'))?.[1] ?? '';
  const words = { '/opt/preisportal': places.db['/opt/preisportal'], '/archive/%f': `${places.db['/archive']}/%f` };
  const logging = ['archive_mode=on', `archive_command=${withWords(archived, words)}`];
  const startDatabaseServer = () =>
    startCluster({ dataDir: join(data, 'pg'), port: port + 2, unsafe: true, bin, settings: logging, env: RIGHT_CLOCK });
  let cluster = await startDatabaseServer();
  closing.push(() => cluster.stop());
  const version = Number(
    /\(PostgreSQL\) (\d+)/.exec(spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout)?.[1],
  );
  const mail = await startMailCatcher({ port: 0 });
  closing.push(() => mail.close());
  const messages: Message[] = [];
  let secret = '';
  const centre = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const signed = `${String(request.headers['x-portal-timestamp'])}.${body}`;
      const right = `sha256=${createHmac('sha256', secret).update(signed).digest('hex')}`;
      const isRight = request.headers['x-portal-signature'] === right;
      if (isRight) messages.push(JSON.parse(body) as Message);
      response.writeHead(isRight ? 204 : 401).end();
    });
  }).listen(0, '127.0.0.1');
  await once(centre, 'listening');
  closing.push(() => centre.close());
  const url = `http://127.0.0.1:${port}`;
  const identityUrl = `http://localhost:${port + 1}`;
  const addresses = {
    '@db:5432': `@localhost:${port + 2}`,
    '//db:5432': `//localhost:${port + 2}`,
    'http://identity:8080': identityUrl,
  };

  // As the image has it.
  const bundled = spawnSync(process.execPath, [
    join(ROOT, 'scripts/bundle-till-sync.mjs'),
    join(ROOT, 'dist/till-sync'),
  ]);
  if (bundled.status !== 0) throw new Error(`the till's program was not bundled: ${String(bundled.stderr)}`);
  // What first-day.md asks to be copied lies where it says.
  mkdirSync(join(folder, 'docker'));
  cpSync(join(ROOT, 'docker/production.env.example'), join(folder, 'docker/production.env.example'));
  const commands = join(folder, 'bin');
  mkdirSync(commands);
  writeFileSync(
    join(commands, 'docker'),
    `#!/bin/sh\nexec ${process.execPath} ${join(import.meta.dirname, 'docker.ts')} "$@"\n`,
    { mode: 0o755 },
  );
  const web = join(ROOT, 'apps/web/dist/index.html');
  const dist = existsSync(web) ? join(ROOT, 'apps/web/dist') : join(folder, 'web');
  if (!existsSync(web)) {
    mkdirSync(dist);
    writeFileSync(join(dist, 'index.html'), '<!doctype html>');
  }
  const own = {
    PORTAL_WEB_DIST: dist,
    PORTAL_WEB_RELEASES: '',
    INTAKE_PORTAL: url,
    PORTAL_METRICS_PORT: '0',
    PORTAL_HOST: '127.0.0.1',
  };

  /** What an operator enters by hand. */
  const entered = {
    PORTAL_IDENTITY_URL: identityUrl,
    PORTAL_IDENTITY_HTTP: '1',
    PORTAL_CUSTOMER_CENTRE_URL: `http://127.0.0.1:${(centre.address() as AddressInfo).port}`,
    PORTAL_SMTP_URL: mail.smtpUrl,
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_SUPPORT: `'${JSON.stringify({ DE: CONTACT, AT: CONTACT })}'`,
  };
  const settings = () => readSettingsFile(join(folder, 'production.env'));

  type Running = { readonly settings: string; stop(): Promise<void> };
  const running = new Map<string, Running>();
  closing.push(() => Promise.all([...running].map(async ([name, { stop }]) => void (name === 'db' || (await stop())))));
  let release = 0;

  function migrate(given: Record<string, string>): string {
    const env = {
      PATH: process.env.PATH,
      ...clockOf(process.env),
      ...environmentOf(COMPOSE, 'migrate', given, addresses),
    };
    const args = [REFUSE_DEV, join(ROOT, 'tools/migrate/src/main.ts')];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`migrate ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  }

  /** As in a container's first start: the superuser has the password of the settings. */
  async function startDatabase(given: Record<string, string>): Promise<void> {
    if (running.has('db')) return;
    if (secret) return resumeDatabase();
    secret = given.PORTAL_TASKS_SECRET ?? '';
    const admin = new pg.Client({ connectionString: cluster.url('postgres') });
    await admin.connect();
    await admin.query(`ALTER ROLE postgres PASSWORD ${admin.escapeLiteral(given.POSTGRES_PASSWORD ?? '')}`);
    await admin.end();
    running.set('db', { settings: '', stop: () => cluster.stop() });
  }

  async function resumeDatabase(): Promise<void> {
    cluster = await startDatabaseServer();
    running.set('db', { settings: '', stop: () => cluster.stop() });
  }

  async function startIdentity(env: Record<string, string>): Promise<() => Promise<void>> {
    const taken = Object.entries(env).filter(([name]) => /^(PORTAL_|KC_BOOTSTRAP_|KC_DB)/.test(name));
    const keycloak = await startKeycloak({
      port: port + 1,
      portalOrigins: [],
      realmFile: join(ROOT, 'docker/keycloak/production/preisportal-realm.json'),
      env: { ...Object.fromEntries(taken), ...RIGHT_CLOCK },
      say,
    });
    return keycloak.close;
  }

  async function startPortal(given: Record<string, string>, at: number): Promise<() => Promise<void>> {
    const env = { ...given, ...own, PORTAL_PORT: String(at), NODE_OPTIONS: REFUSE_DEV };
    return (await startApi({ env, url: `http://127.0.0.1:${at}` })).stop;
  }

  const starting: Record<string, (env: Record<string, string>) => Promise<() => Promise<void>>> = {
    identity: startIdentity,
    portal: (env) => startPortal(env, port),
    'portal-2': (env) => startPortal(env, port + 3),
  };

  /** What the engine does beside running commands: services are started, replaced where their settings or image differ, and stopped. */
  async function carryOut({ name, services, options }: ComposeCommand): Promise<string> {
    const given = settings();
    if (name === 'build') release += 1;
    if (name === 'stop') for (const service of services) await end(service);
    if (name === 'up') {
      if (services.length === 0 || services.includes('db')) await startDatabase(given);
      if (!options['no-deps']) migrate(given);
      for (const [service, start] of Object.entries(starting)) {
        if (services.length > 0 && !services.includes(service)) continue;
        const env = environmentOf(COMPOSE, service, given, addresses);
        const now = JSON.stringify([env, service === 'identity' || release]);
        if (running.get(service)?.settings === now) continue;
        await end(service);
        running.set(service, { settings: now, stop: await start(env) });
        started.push(service);
      }
    }
    return name === 'ps' ? `${[...running.keys()].join('\n')}\n` : '';
  }

  async function end(service: string): Promise<void> {
    await running.get(service)?.stop();
    running.delete(service);
  }

  const started: string[] = [];
  const control = createServer((request, response) => {
    void bodyOf(request)
      .then((body) => carryOut(JSON.parse(body) as ComposeCommand))
      .then(
        (text) => response.end(text),
        (error: Error) => response.writeHead(500).end(`${error.message}\n`),
      );
  }).listen(0, '127.0.0.1');
  await once(control, 'listening');
  closing.push(() => control.close());
  const engine: Engine = {
    url: `http://127.0.0.1:${(control.address() as AddressInfo).port}`,
    at: { ...addresses, ...own },
    places: { ...places, identity: { ...places.identity, 'http://localhost:8080': identityUrl } },
    database: { bin, port: port + 2 },
  };

  /** Commands of a page, as somebody types them into one shell; with `typed` on a terminal, where these passwords are entered. */
  function runCommands(commands: string, typed?: readonly string[]): Promise<{ code: number | null; output: string }> {
    const env = {
      ...process.env,
      PATH: `${join(folder, 'bin')}:${process.env.PATH ?? ''}`,
      SERVICE_ENGINE: JSON.stringify(engine),
      NODE_OPTIONS: '',
    };
    const shell = ['bash', '-e', '-o', 'pipefail', '-c', commands];
    return new Promise((settle, reject) => {
      const child = typed
        ? spawn('script', ['--quiet', '--return', '--command', shell.map(quoted).join(' '), '/dev/null'], {
            cwd: folder,
            env,
          })
        : spawn('bash', shell.slice(1), { cwd: folder, env });
      const left = [...(typed ?? [])];
      let output = '';
      const hear = (part: Buffer) => {
        output += part.toString();
        if (/password: *$/i.test(output) && left.length > 0) child.stdin.write(`${left.shift()}\n`);
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', hear);
      if (!typed) child.stdin.end();
      child.on('error', reject);
      child.on('close', (code) => settle({ code, output }));
    });
  }

  return {
    folder,
    url,
    issuer: `${identityUrl}/realms/preisportal`,
    identityUrl,
    databasePort: port + 2,
    backups: places.db['/backup'],
    archive: places.db['/archive'],
    entered,
    messages,
    /** Services in the order in which they were started. */
    started,
    /** The portal works on it, and says that it is not meant to. */
    isTooOld: version < 16,
    settings,
    runCommands,
    async close(): Promise<void> {
      for (const close of closing.toReversed()) await close();
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;
