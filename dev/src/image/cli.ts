import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DEMO_TASKS_SECRET } from '../customer-centre/server.ts';
import { demoPharmacyRef } from '../demo/constants.ts';
import { loadDemoData } from '../demo/load.ts';
import { freePort } from '../free-ports.ts';
import { startIdentityProvider } from '../identity/provider.ts';
import { obtainTokens } from '../identity/sign-in.ts';
import { startCluster } from '../postgres/cluster.ts';
import { buildImage, type Image, whyNot } from './build-image.ts';
import { runImage, type Running } from './run-image.ts';

// `pnpm test:image`: builds docker/Dockerfile, prepares a real database with the image, signs in, saves a price, restarts, and
// finds the price. Ends with 0 also where no image can be built, and says why.

const say = (line: string) => void process.stdout.write(`${line}\n`);
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const XSRF = 'x'.repeat(43);
const PASSWORDS = { admin: 'admin-of-the-image-test', owner: 'owner-of-the-image-test', api: 'api-of-the-image-test' };

const reason = whyNot();
if (reason) {
  say(`Übersprungen: ${reason}`);
  process.exit(0);
}
const began = Date.now();
const image = await buildImage(say);
say(`Gebaut in ${seconds(began)}, ${Math.round(image.bytes / 1e6)} MB`);
const folder = await mkdtemp(join(tmpdir(), 'preisportal-image-'));
await chmod(folder, 0o755);
const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true }), () => image.remove()];
try {
  await tryImage(image);
  say('1 passed, 0 failed');
} finally {
  for (const step of undo.reverse()) await step();
}
process.exit(0);

async function tryImage(image: Image): Promise<void> {
  assert.match(image.user, /^[1-9]\d*:[1-9]\d*$/, 'the image runs as root');
  const releases = join(folder, 'releases');
  await mkdir(releases);
  await chown(releases, ...(image.user.split(':').map(Number) as [number, number]));
  const cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), unsafe: true });
  undo.push(() => cluster.stop());
  const admin = new Client({ connectionString: cluster.url('postgres') });
  await admin.connect();
  await admin.query(`ALTER ROLE postgres PASSWORD '${PASSWORDS.admin}'`);
  await admin.end();
  const address = (user: string, password: string, database: string) =>
    Object.assign(new URL(cluster.url(database)), { username: user, password }).href;
  const ownerUrl = address('portal_owner', PASSWORDS.owner, 'portal');
  const appUrl = address('portal_api', PASSWORDS.api, 'portal');

  const migrate = runImage(image, {
    releases,
    command: ['node', 'tools/migrate/src/main.ts'],
    env: {
      DATABASE_ADMIN_URL: address('postgres', PASSWORDS.admin, 'postgres'),
      DATABASE_URL: ownerUrl,
      APP_DATABASE_URL: appUrl,
    },
  });
  assert.equal(await migrate.ended, 0, migrate.output());
  await loadDemoData({ databaseUrl: ownerUrl, scale: 'small' });

  const port = await freePort();
  const portal = `http://localhost:${port}`;
  const identity = await startIdentityProvider({ port: 0, dataDir: folder, portalOrigins: [portal] });
  undo.push(() => identity.close());
  const env = {
    DATABASE_URL: appUrl,
    PORTAL_HOST: '127.0.0.1',
    PORTAL_PORT: String(port),
    PORTAL_BASE_URL: portal,
    PORTAL_ENVIRONMENT: 'test',
    PORTAL_IDENTITY_URL: identity.url,
    PORTAL_IDENTITY_REALM: identity.realm,
    PORTAL_IDENTITY_CLIENT: 'portal-web',
    PORTAL_IDENTITY_AUDIENCE: 'portal-api',
    PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost:1',
    PORTAL_SMTP_URL: 'smtp://localhost:1',
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_LINK_SECRET: randomBytes(32).toString('hex'),
    PORTAL_TASKS_SECRET: DEMO_TASKS_SECRET,
    PORTAL_DRAIN_SECONDS: '0',
    PORTAL_WEB_RELEASES: '/portal/releases',
  };
  const began = Date.now();
  const first = await started(image, env, releases, portal);
  say(`Bereit nach ${seconds(began)}`);
  const status = await readFile(`/proc/${first.pid}/status`, 'utf8');
  assert.match(status, /^Uid:\t1000\t1000\t1000\t1000$/m);
  assert.match(status, /^CapEff:\t0+$/m);
  assert.match(status, /^NoNewPrivs:\t1$/m);
  const writes = ['node', '-e', `require('node:fs').writeFileSync('/portal/apps/written', '')`];
  const writing = runImage(image, { env: {}, releases, command: writes });
  assert.notEqual(await writing.ended, 0);
  assert.match(writing.output(), /EROFS/);
  const healthy = runImage(image, { env, releases, command: ['node', 'docker/healthy.mjs'] });
  assert.equal(await healthy.ended, 0);
  assert.match(await (await fetch(portal)).text(), /<script [^>]*src="\/assets\//);

  const sign = { username: 'inhaber', password: 'demo', redirectUri: `${portal}/`, clientId: 'portal-web' };
  const { access_token } = await obtainTokens({ issuerUrl: identity.issuer, ...sign });
  const call = callerOf(portal, access_token);
  const { apoId, token } = demoPharmacyRef(100_101);
  const list = (await call(`/api/price/${apoId}/${token}/OTC`)) as { pricelist: { pzn: string }[] };
  const pzn = list.pricelist[0]?.pzn ?? '';
  const price = 87.65;
  const edit = { pzn, priceEdit: price, editedPermanent: false, editedIgnore: false };
  await call(`/api/price/${apoId}/${token}`, { products: [edit] });
  assert.equal(await first.stop(), 0, first.output());

  const second = await started(image, env, releases, portal);
  const again = (await call(`/api/price/${apoId}/${token}/OTC`)) as { pricelist: Record<string, unknown>[] };
  const row = again.pricelist.find((candidate) => candidate['pzn'] === pzn);
  assert.ok(Object.values(row ?? {}).includes(price), `${pzn} has lost its price: ${JSON.stringify(row)}`);
  say(`Preis von ${pzn} nach dem Neustart: ${price}`);
  assert.equal(await second.stop(), 0, second.output());
}

async function started(image: Image, env: Record<string, string>, releases: string, portal: string): Promise<Running> {
  const running = runImage(image, { env, releases });
  undo.push(() => running.stop());
  let end: number | string | undefined;
  void running.ended.then((how) => (end = how));
  for (const giveUpAt = Date.now() + 60_000; Date.now() < giveUpAt; ) {
    assert.equal(end, undefined, `ended:\n${running.output()}`);
    const ready = await fetch(`${portal}/api/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return running;
    await new Promise((settle) => setTimeout(settle, 100));
  }
  throw new Error(`not ready after a minute:\n${running.output()}`);
}

function callerOf(portal: string, token: string) {
  return async (path: string, body?: unknown): Promise<unknown> => {
    const answer = await fetch(portal + path, {
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Cookie: `XSRF-TOKEN=${XSRF}`,
        'X-XSRF-TOKEN': XSRF,
      },
      ...(body === undefined ? {} : { method: 'PUT', body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${path}: ${text.slice(0, 500)}`);
    return JSON.parse(text);
  };
}
