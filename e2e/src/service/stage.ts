import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import pg from 'pg';
import { freePortalPort } from '@portal/dev/free-ports.ts';
import { startKeycloak } from '@portal/dev/keycloak/start.ts';
import { startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { serverAccount } from '@portal/dev/postgres/account.ts';
import { startCluster } from '@portal/dev/postgres/cluster.ts';
import { startApi } from '@portal/dev/stack/api-process.ts';
import { clockOf, RIGHT_CLOCK } from './clock.ts';
import { environmentOf, readSettingsFile } from './settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
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
export async function prepareStage(say: (line: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'preisportal-service-'));
  const data = mkdtempSync(join(tmpdir(), 'preisportal-service-data-'));
  await (await serverAccount([tmpdir()])).own(data);
  const port = await freePortalPort();
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  closing.push(() => rmSync(data, { recursive: true, force: true }));
  const cluster = await startCluster({ dataDir: join(data, 'pg'), port: port + 2, unsafe: true });
  closing.push(() => cluster.stop());
  const mail = await startMailCatcher({ port: 0 });
  closing.push(() => mail.close());
  const messages: Message[] = [];
  let secret = '';
  const centre = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => void parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
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
  const addresses = { '@db:5432': `@localhost:${port + 2}`, 'http://identity:8080': identityUrl };

  // What first-day.md asks to be copied lies where it says.
  mkdirSync(join(folder, 'docker'));
  cpSync(join(ROOT, 'docker/production.env.example'), join(folder, 'docker/production.env.example'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'docker'),
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

  /** `portal up`: databases, logins and migrations, the identity provider, the portal. */
  async function startServices(): Promise<void> {
    const given = settings();
    secret = given.PORTAL_TASKS_SECRET ?? '';
    const compose = join(ROOT, 'docker-compose.yml');
    const migrating = environmentOf(compose, 'migrate', given, addresses);
    // As in a container's first start: the superuser has the password of the settings.
    const admin = new pg.Client({ connectionString: cluster.url('postgres') });
    await admin.connect();
    await admin.query(`ALTER ROLE postgres PASSWORD ${admin.escapeLiteral(given.POSTGRES_PASSWORD ?? '')}`);
    await admin.end();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [REFUSE_DEV, join(ROOT, 'tools/migrate/src/main.ts')],
      {
        env: { PATH: process.env.PATH, ...clockOf(process.env), ...migrating },
        encoding: 'utf8',
      },
    );
    if (status !== 0) throw new Error(`migrate ended with ${status}: ${stdout}${stderr}`);
    const keycloak = await startKeycloak({
      port: port + 1,
      portalOrigins: [],
      realmFile: join(ROOT, 'docker/keycloak/production/preisportal-realm.json'),
      // Its database is its own, in memory.
      env: {
        ...Object.fromEntries(
          Object.entries(environmentOf(compose, 'identity', given, {})).filter(([name]) =>
            /^(PORTAL_|KC_BOOTSTRAP_)/.test(name),
          ),
        ),
        ...RIGHT_CLOCK,
      },
      say,
    });
    closing.push(() => keycloak.close());
    const env = {
      ...environmentOf(compose, 'portal', given, addresses),
      ...own,
      PORTAL_PORT: String(port),
      NODE_OPTIONS: REFUSE_DEV,
    };
    const portal = await startApi({ env, url });
    closing.push(() => portal.stop());
  }

  /** Commands of a page, as somebody types them into one shell. */
  function runCommands(commands: string): Promise<{ code: number | null; output: string }> {
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      SERVICE_ADDRESSES: JSON.stringify({ ...addresses, ...own }),
      NODE_OPTIONS: '',
    };
    return new Promise((settle, reject) => {
      const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', commands], { cwd: folder, env });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => void (output += part.toString()));
      child.on('error', reject);
      child.on('close', (code) => settle({ code, output }));
    });
  }

  return {
    folder,
    url,
    issuer: `${identityUrl}/realms/preisportal`,
    entered,
    messages,
    settings,
    startServices,
    runCommands,
    async close(): Promise<void> {
      for (const close of closing.toReversed()) await close();
    },
  };
}
