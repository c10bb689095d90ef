import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@portal/api/db/database.ts';
import { freePort } from '@portal/dev/free-ports.ts';
import { commandsOf } from '@portal/dev/pages.ts';
import { serverAccount } from '@portal/dev/postgres/account.ts';
import { type Cluster, ensureDatabase, startCluster } from '@portal/dev/postgres/cluster.ts';
import { findInstalled, runAsCaller, runCommands } from '@portal/dev/postgres/installed.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { deployMigrations } from '@portal/migrate/migrate.ts';
import pg from 'pg';
import { pino } from 'pino';
import { instanceSettings, startInstance } from '../../../apps/api/test/support/api-instance.ts';
import { httpClient } from '../../../apps/api/test/support/http-client.ts';
import { brokenInvariants } from '../../../apps/api/test/support/invariants.ts';
import { claimsOf } from '../../../apps/api/test/support/issuer.ts';
import type { SeededPharmacy } from '../../../apps/api/test/support/seed.ts';
import { newTill, pull } from '../../../apps/api/test/till-sync/support.ts';
import { type Environment, LOGIN, type Server, TEMPLATE } from '../environment.ts';
import { expect, expectThat } from '../expect.ts';
import type { Fault } from '../fault.ts';
import { PZNS, seedPharmacies } from '../sent-saves.ts';

const OWNER = 'another_owner';
const PASSWORDS = { owner: 'secret-of-the-owner', api: 'secret-of-the-api' };

/** A dump of one server goes to a new one, by the commands of docs/operations.md, and there to an owner with another name. */
export const restoredElsewhere: Fault = {
  name: 'restored-elsewhere',
  title: 'Dumped, and restored on another server with another owner',
  rounds: 1,
  missing: () => (findInstalled() ? undefined : "PostgreSQL's programs (PORTAL_PG_BIN)"),
  server: () => startFirst(findInstalled() as string),
  run: restoreOnAnother,
};

/** The same of a cluster: what has its rows on several servers goes to one, which has no extension for it. */
export const clusterDump: Fault = {
  name: 'cluster-dump',
  title: 'A cluster dumped, and restored on one server with another owner',
  rounds: 1,
  distributed: true,
  run: restoreOnAnother,
};

async function restoreOnAnother(environment: Environment) {
  const bin = findInstalled() as string;
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-elsewhere-'));
  await (await serverAccount([tmpdir()])).own(folder);
  const port = await freePort();
  const second = await startCluster({ dataDir: join(folder, 'pg'), port, bin });
  try {
    return await restore(environment, { bin, folder, second, port });
  } finally {
    await second.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function restore(
  environment: Environment,
  { bin, folder, second, port }: { bin: string; folder: string; second: Cluster; port: number },
) {
  const blocks = commandsOf('docs/operations.md', '## Backup and restore', 4);
  const [dump, logins, restoring, migrating] = blocks as [string, string, string, string];
  const [pharmacy] = (await seedPharmacies(environment, 1)) as [SeededPharmacy];
  const first = await environment.start();
  const client = await environment.client(first);
  const save = (at: typeof client, pzn: string, priceEdit: number) => {
    const products = [{ pzn, priceEdit, editedPermanent: false, editedIgnore: false }];
    return at.put(`/api/price/${pharmacy.path}`, { products });
  };
  const [A, B] = PZNS as [string, string];
  expect('a save', (await save(client, A, 1.11)).status, 200);
  const at = new URL(environment.server.url('postgres'));
  const login = (where: string) => ({ PGHOST: 'localhost', PGPORT: where, PGUSER: 'postgres', PGPASSWORD: 'postgres' });
  const from = new URL(environment.database.pool.options.connectionString as string).pathname.slice(1);
  const options = { bin, folder };
  await runCommands(dump, { ...options, env: login(at.port), words: { '--dbname=portal': `--dbname=${from}` } });

  // What is saved after the dump is lost; the till has it already.
  expect('a save that will be lost', (await save(client, A, 9.99)).status, 200);
  const token = await environment.issuer.token(claimsOf('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]));
  const till = newTill();
  await pull(till, httpClient(first.url, token) as never, pharmacy.crmCompanyId);
  expect('the till sells at', till.prices.get(A), 9.99);
  await first.end('SIGTERM');

  const words = { portal_owner: OWNER };
  const secrets = { OWNER_PASSWORD: PASSWORDS.owner, API_PASSWORD: PASSWORDS.api };
  await runCommands(logins, { ...options, env: login(String(port)), words: { ...words, ...secrets } });
  await runCommands(restoring, { ...options, env: login(String(port)), words });
  const address = (user: string, password: string) =>
    Object.assign(new URL(second.url('portal_restored')), { username: user, password }).href;
  await onSecond(second.url('postgres'), `CREATE ROLE stranger LOGIN PASSWORD 'stranger'`);
  await onSecond(address('stranger', 'stranger'), 'SELECT 1');
  await runAsCaller(migrating, { ...words, OWNER_PASSWORD: PASSWORDS.owner, 'SERVER:5432': `localhost:${port}` });

  expect('a stranger', await refusal(address('stranger', 'stranger'), 'SELECT 1'), '42501');
  const [owner, api] = [address(OWNER, PASSWORDS.owner), address('portal_api', PASSWORDS.api)];
  const owners = await onSecond(
    owner,
    "SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname = 'public'",
  );
  expect('the tables are of', owners, [{ owner: OWNER }]);
  await onSecond(owner, 'CREATE TABLE public.of_a_later_migration (id int)');
  expect('a later table for the api', await onSecond(api, 'SELECT FROM of_a_later_migration'), []);
  const tamper = "UPDATE history_entry SET user_name = 'Niemand'";
  expect('the history for the api', await refusal(api, tamper), '42501');
  expect('the history for its owner', (await refusal(owner, tamper)) !== undefined, true);

  const restored = openDatabase({ url: owner, pool: 2 }, pino({ level: 'silent' }));
  const instance = await startInstance(instanceSettings({ databaseUrl: api, issuer: environment.issuer }));
  try {
    const portal = await environment.client(instance);
    expect('a save afterwards', (await save(portal, B, 2.22)).status, 200);
    const engine = httpClient(instance.url, await environment.issuer.token(claimsOf('pricing', ['pricing_engine'])));
    const content = `PZN;TruePrice neu;Produkt\r\n${B};3,33;Ein Produkt\r\n`;
    const delivered = await engine.upload(`/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, { name: 'mdp.csv', content });
    expect('a delivery afterwards', delivered.status, 200);
    const [page] = await pull(till, httpClient(instance.url, token) as never, pharmacy.crmCompanyId);
    expectThat('the till is told to load everything again', Boolean(page?.reload));
    expect('the till sells at', [till.prices.get(A), till.prices.get(B)], [1.11, 2.22]);
    expect('broken invariants', await brokenInvariants(restored), []);
  } finally {
    await instance.end('SIGTERM');
    await restored.close();
  }
  return {
    runs: 1,
    seen: 'migrator and portal start, strangers are refused, the history stays shut, the till loads all again',
  };
}

async function startFirst(bin: string): Promise<Server> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-first-'));
  await (await serverAccount([tmpdir()])).own(folder);
  const cluster = await startCluster({ dataDir: join(folder, 'pg'), port: await freePort(), bin });
  const template = await ensureDatabase(cluster, TEMPLATE);
  await deployMigrations(template);
  await ensureAppLogin(template, LOGIN);
  const unused = () => Promise.reject(new Error('this server is not stopped'));
  return {
    url: (database) => cluster.url(database),
    stop: unused,
    start: unused,
    async close() {
      await cluster.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function onSecond(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The code of the refusal; none when it is done. */
function refusal(url: string, sql: string): Promise<string | undefined> {
  return onSecond(url, sql).then(
    () => undefined,
    (error: { code?: string }) => error.code,
  );
}
