import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEMO_TASKS_SECRET, startCustomerCentre } from '../customer-centre/server.ts';
import { loadDemoData } from '../demo/load.ts';
import { type IdentityProvider, startIdentityProvider } from '../identity/provider.ts';
import { API_AUDIENCE, BROWSER_CLIENT_ID } from '../identity/realm.ts';
import { startMailCatcher } from '../mail/catcher.ts';
import { startInbox } from '../mail/inbox.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import { type Ports, portsFrom } from '../ports.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { ensureDatabase, isTaken, startCluster } from '../postgres/cluster.ts';
import { startApi } from './api-process.ts';
import { buildWeb } from './build-web.ts';

export type Stack = {
  portalUrl: string;
  /** As the owner of the tables; the api itself connects with fewer rights. */
  databaseUrl: string;
  issuer: string;
  /** Shows the mails that the portal has sent. */
  inboxUrl: string;
  customerCentreUrl: string;
  /** Settles when a part ends by itself. */
  failed: Promise<string>;
  /** Stops every part, the youngest first. */
  stop(): Promise<void>;
};

export type StackOptions = {
  port: number;
  dataDir: string;
  /** One line a step. */
  log?: (line: string) => void;
  onApiOutput?: (text: string) => void;
  apiEnv?: Record<string, string>;
  accessTokenSeconds?: number;
  /** Starts an OpenID provider in place of the embedded one. */
  startIdentity?: (options: {
    port: number;
    dataDir: string;
    portalOrigins: string[];
    accessTokenSeconds?: number;
  }) => Promise<IdentityProvider>;
  scale?: 'full' | 'small';
  /** For tests: a faster database that loses data when the machine crashes. */
  unsafeDatabase?: boolean;
  /** Gives up between two steps. */
  signal?: AbortSignal;
  /** Hot reload: vite serves the portal's port and passes calls on to the api behind it. */
  hotReload?: boolean;
};

/** The first step, the packages, belongs to the command that starts this one (scripts/run.mjs). */
const STEPS = 7;
/** Folder of the embedded server within `dataDir`. */
const DATABASE_FOLDER = 'postgres';
const DATABASE = 'portal';
/** A portal that was just ended may hold its ports a moment longer. */
const PORT_PATIENCE_MS = 3_000;

/**
 * The embedded default: PostgreSQL, identity provider, customer centre, mail inbox, demo data, web build and the api, all on
 * this machine. Stops what it has started when a step fails.
 * @throws Error with a German message naming what is wrong
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const ports = portsFrom(options.port);
  const portalUrl = `http://localhost:${ports.portal}`;
  const parts: { stop(): Promise<void> }[] = [];
  let step = 1;
  const say = (text: string) => options.log?.(`[${step}/${STEPS}] ${text}`);
  const next = (text: string) => {
    options.signal?.throwIfAborted();
    step += 1;
    say(text);
  };
  const stop = async () => {
    for (const part of parts.splice(0).reverse()) await part.stop();
  };

  try {
    await refuseTakenPorts(ports, options.hotReload ?? false);
    await mkdir(options.dataDir, { recursive: true });

    next('Datenbank starten …');
    const cluster = await startCluster({
      dataDir: join(options.dataDir, DATABASE_FOLDER),
      port: ports.postgres,
      unsafe: options.unsafeDatabase ?? false,
    });
    parts.push(cluster);
    const databaseUrl = await ensureDatabase(cluster, DATABASE);

    next('Tabellen anlegen …');
    const applied = await deployMigrations(databaseUrl);
    const appDatabaseUrl = await ensureAppLogin(databaseUrl);
    if (applied.length > 0) say(`${applied.length} Migration(en) ausgeführt`);

    next('Anmeldedienst, Kundencenter und Posteingang starten …');
    const identity = await (options.startIdentity ?? startIdentityProvider)({
      port: ports.identity,
      dataDir: options.dataDir,
      portalOrigins: [portalUrl],
      ...(options.accessTokenSeconds === undefined ? {} : { accessTokenSeconds: options.accessTokenSeconds }),
    });
    parts.push({ stop: () => identity.close() });
    const customerCentre = await startCustomerCentre({ port: ports.customerCentre });
    parts.push({ stop: () => customerCentre.close() });
    const mail = await startMailCatcher({ port: ports.smtp });
    parts.push({ stop: () => mail.close() });
    const inbox = await startInbox({ port: ports.mailInbox, mailbox: mail.mailbox });
    parts.push({ stop: () => inbox.close() });

    next('Beispieldaten laden …');
    const { loaded } = await loadDemoData({ databaseUrl, ...(options.scale ? { scale: options.scale } : {}) });
    if (!loaded) say('Beispieldaten sind schon vorhanden und bleiben, wie sie sind');

    next('Oberfläche bauen …');
    const web = options.hotReload ? undefined : await buildWeb();
    if (web && !web.built) say('Oberfläche ist unverändert');

    next('Server starten …');
    const apiPort = options.hotReload ? ports.devApi : ports.portal;
    const api = await startApi({
      url: `http://localhost:${apiPort}`,
      ...(options.hotReload ? { watch: true } : {}),
      ...(options.onApiOutput ? { onOutput: options.onApiOutput } : {}),
      env: {
        NODE_ENV: 'development',
        PORTAL_PORT: String(apiPort),
        PORTAL_HOST: '127.0.0.1',
        DATABASE_URL: appDatabaseUrl,
        PORTAL_BASE_URL: portalUrl,
        PORTAL_ENVIRONMENT: 'dev',
        PORTAL_IDENTITY_URL: identity.url,
        PORTAL_IDENTITY_REALM: identity.realm,
        PORTAL_IDENTITY_CLIENT: BROWSER_CLIENT_ID,
        PORTAL_IDENTITY_AUDIENCE: API_AUDIENCE,
        PORTAL_CUSTOMER_CENTRE_URL: customerCentre.url,
        PORTAL_TOOLS: JSON.stringify(demoTools(customerCentre.url)),
        PORTAL_SMTP_URL: mail.smtpUrl,
        PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
        PORTAL_LINK_SECRET: await keepSecret(join(options.dataDir, 'link-secret')),
        PORTAL_TASKS_SECRET: DEMO_TASKS_SECRET,
        PORTAL_LOG_LEVEL: 'warn',
        ...(web ? { PORTAL_WEB_DIST: web.folder, PORTAL_WEB_RELEASES: web.releases } : {}),
        ...options.apiEnv,
      },
    });
    parts.push(api);
    options.signal?.throwIfAborted();
    const failed = Promise.race([api.ended, cluster.ended]);
    const urls = { portalUrl, inboxUrl: inbox.url, customerCentreUrl: customerCentre.url };
    return { ...urls, databaseUrl, issuer: identity.issuer, failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Fills a data folder with migrated tables and demo data and stops the server again. Copies of the folder start without loading.
 * @param dataDir as in StackOptions
 */
export async function prepareDemoDatabase(dataDir: string, port: number): Promise<void> {
  const cluster = await startCluster({ dataDir: join(dataDir, DATABASE_FOLDER), port, unsafe: true });
  try {
    const databaseUrl = await ensureDatabase(cluster, DATABASE);
    await deployMigrations(databaseUrl);
    await loadDemoData({ databaseUrl });
  } finally {
    await cluster.stop();
  }
}

async function refuseTakenPorts(ports: Ports, hotReload: boolean): Promise<void> {
  const { devApi: _later, ...always } = ports;
  const needed = Object.values(always);
  const giveUpAt = Date.now() + PORT_PATIENCE_MS;
  for (const port of hotReload ? [...needed, ports.devApi] : needed) {
    while (await isTaken(port)) {
      if (Date.now() > giveUpAt) {
        throw new Error(
          `Der Port ${port} ist belegt. Läuft das Portal schon? Sonst wählen Sie einen anderen: PORTAL_PORT=${ports.portal + 10}`,
        );
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** Made once and kept with the data, so that links in mails outlive a restart. */
async function keepSecret(path: string): Promise<string> {
  if (existsSync(path)) return readFile(path, 'utf8');
  const secret = randomBytes(32).toString('base64url');
  await writeFile(path, secret, { mode: 0o600 });
  return secret;
}

function demoTools(url: string) {
  const names = ['TruePrice', 'Lagerwert', 'Sortiment', 'Berichte'];
  return names.map((name, i) => ({ id: i + 1, name, url: `${url}/tools/${i + 1}` }));
}
