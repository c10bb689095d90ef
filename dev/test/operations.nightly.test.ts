import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { freePort, freePortalPort } from '../src/free-ports.ts';
import { commandIn, commandsOf, withWords } from '../src/pages.ts';
import { serverAccount } from '../src/postgres/account.ts';
import { portsFrom } from '../src/ports.ts';
import { type Cluster, isTaken, startCluster } from '../src/postgres/cluster.ts';
import { findInstalled, runAsCaller, runCommands } from '../src/postgres/installed.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PASSWORD = 'secret-of-the-test';
const bin = findInstalled() ?? '';
const named = bin ? 'without containers' : 'not run: no PostgreSQL with all programs';

/** docs/operations.md without containers: a server of its own, on which nothing is installed yet. */
(bin ? describe : describe.skip)(`docs/operations.md ${named}`, () => {
  let folder: string;
  let cluster: Cluster;
  let port: number;
  let owner: string;
  let portal: ChildProcess | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-operations-'));
    await (await serverAccount([tmpdir()])).own(folder);
    port = await freePort();
    cluster = await startCluster({ dataDir: join(folder, 'one'), port, unsafe: true, bin });
    owner = `postgresql://portal_owner:${PASSWORD}@localhost:${port}/portal`;
  });
  afterAll(async () => {
    portal?.kill('SIGKILL');
    await cluster?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const login = () => ({ PGHOST: 'localhost', PGPORT: String(port), PGUSER: 'postgres', PGPASSWORD: 'postgres' });
  /** In the project's folder, with the database's administration as `psql` finds it. */
  const run = (commands: string, words: Record<string, string> = {}, env: Record<string, string> = {}) =>
    runAsCaller(commands, words, { ...login(), PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`, ...env });

  async function read(sql: string, url = cluster.url('portal')): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return client.query(sql).then(
      ({ rows }) => client.end().then(() => rows),
      (error) => client.end().then(() => Promise.reject(error as Error)),
    );
  }

  test('install: databases, logins and tables, and each login may do what it is for', async () => {
    const [install = ''] = commandsOf('docs/operations.md', '## Install', 1);
    await run(install, { '…': PASSWORD, SERVER: `localhost:${port}` });
    const reports = commandIn('docs/operations.md', "CREATE ROLE … LOGIN PASSWORD '…' IN ROLE portal_readonly");
    await read(withWords(reports, { '…': 'reports' }));
    const as = (user: string, password: string) => `postgresql://${user}:${password}@localhost:${port}/portal`;
    const file = join(folder, 'pharmacies.csv');
    await writeFile(
      file,
      'Kundennummer;ApoID;Name;Straße;PLZ;Ort;Status\n810001;610001;Rosen-Apotheke;Marktplatz 1;01067;Dresden;bestellt\n',
    );
    const takeIn = commandIn('docs/betrieb.md', 'npm run pharmacies DATEI');
    const api = { DATABASE_URL: as('portal_api', PASSWORD) };
    await expect(run(`${takeIn} --check`, { DATEI: file }, api)).rejects.toThrow('npm run pharmacies -- … --check');
    expect(await run(takeIn, { DATEI: file }, api)).toMatch(/ 1 neu/);
    await expect(read('UPDATE history_entry SET event = event', api.DATABASE_URL)).rejects.toThrow('permission denied');
    expect(await read('SELECT name FROM pharmacy', as('reports', 'reports'))).toEqual([{ name: 'Rosen-Apotheke' }]);
    await expect(read('DELETE FROM pharmacy', as('reports', 'reports'))).rejects.toThrow('permission denied');
  });

  test('the history is proved, all of it or named pharmacies', async () => {
    const prove = commandIn('docs/operations.md', 'DATABASE_URL=… npm run verify:history');
    const url = { '…': `postgresql://reports:reports@localhost:${port}/portal` };
    expect(await run(prove, url)).toMatch(/1 /);
    expect(
      await run(`${prove} ${commandIn('docs/operations.md', '4711 4712')}`, { ...url, '4711 4712': '610001' }),
    ).toMatch(/610001/);
  });

  test('the server starts from a build, answers and serves the pages', async () => {
    const at = await freePort();
    const build = commandIn('docs/operations.md', 'npm run build');
    const serve = commandIn('docs/operations.md', 'PORTAL_WEB_DIST=apps/web/dist node apps/api/src/main.ts');
    await run(build);
    const env = {
      ...process.env,
      PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
      DATABASE_URL: `postgresql://portal_api:${PASSWORD}@localhost:${port}/portal`,
      NODE_ENV: 'production',
      NODE_OPTIONS: '',
      PORTAL_PORT: String(at),
      PORTAL_ENVIRONMENT: 'pilot',
      PORTAL_BASE_URL: 'https://preise.example.com',
      PORTAL_IDENTITY_URL: 'https://anmeldung.example.com',
      PORTAL_IDENTITY_REALM: 'preisportal',
      PORTAL_IDENTITY_CLIENT: 'portal-web',
      PORTAL_IDENTITY_AUDIENCE: 'portal-api',
      PORTAL_CUSTOMER_CENTRE_URL: 'https://kundencenter.example.com',
      PORTAL_SMTP_URL: 'smtp://127.0.0.1:9',
      PORTAL_MAIL_FROM: 'TruePrice <preise@example.com>',
      PORTAL_LINK_SECRET: randomBytes(32).toString('hex'),
      PORTAL_TASKS_SECRET: randomBytes(32).toString('hex'),
      PORTAL_DRAIN_SECONDS: '0',
    };
    portal = spawn('bash', ['-c', `${serve.replace(' node ', ' exec node ')}`], { cwd: ROOT, env, stdio: 'ignore' });
    const ended = once(portal, 'exit');
    const ready = async () => (await fetch(`http://127.0.0.1:${at}/api/health/ready`).catch(() => undefined))?.status;
    for (const giveUpAt = Date.now() + 60_000; (await ready()) !== 200; ) {
      expect([portal.exitCode, Date.now() < giveUpAt]).toEqual([null, true]);
      await new Promise((settle) => setTimeout(settle, 100));
    }
    expect(await (await fetch(`http://127.0.0.1:${at}/`)).text()).toContain('start.js');
    const busy = commandIn(
      'docs/alerts.md',
      "SELECT pid, state, wait_event_type, query FROM pg_stat_activity WHERE application_name LIKE 'preisportal-api%'",
    );
    expect((await read(busy)).length).toBeGreaterThan(0);
    portal.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  });

  test('a year of price changes is taken out, archived, counted and dropped', async () => {
    await read(`ALTER TABLE price_change DETACH PARTITION price_change_first;
      CREATE TABLE price_change_2015 PARTITION OF price_change FOR VALUES FROM (MINVALUE) TO ('2016-01-01 00:00 Europe/Berlin');
      ALTER TABLE price_change_2015 OWNER TO portal_owner;
      INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, list_version)
        SELECT 610001, '06578823', 'OTC', '2015-06-01', 'save', 'A', n FROM generate_series(1, 3) n`);
    const [commands = ''] = commandsOf('docs/operations.md', '## Price changes by year', 1);
    const dump = 'price_change_2027.dump';
    const words = { [dump]: `${folder}/${dump}`, change_2027: 'change_2015', 'detach 2027': 'detach 2015' };
    const said = await run(commands, words, { DATABASE_URL: owner });
    expect(said).toMatch(/to be archived and dropped: price_change_2015\n/);
    expect(said).toMatch(/count *\n-+\n +3\n/);
    expect(
      await read(`SELECT changes::int, to_regclass('price_change_2015') AS left FROM price_change_dropped`),
    ).toEqual([{ changes: 3, left: null }]);
  });

  test('the owner gets another password', async () => {
    const statement = commandIn('docs/operations.md', "ALTER ROLE portal_owner PASSWORD '…'");
    await read(withWords(statement, { '…': 'another-secret' }));
    const migrate = commandIn('docs/operations.md', 'npm run db:migrate');
    await expect(run(migrate, {}, { DATABASE_URL: owner })).rejects.toThrow('refuses this login or its password');
    owner = owner.replace(PASSWORD, 'another-secret');
    expect(await run(migrate, {}, { DATABASE_URL: owner })).toContain('nothing to apply');
  });

  test('a replica that commits wait for, without it again, and in the place of the first', async () => {
    const [two, data] = [await freePort(), join(folder, 'two')];
    const [pair = '', alone = ''] = commandsOf('docs/operations.md', '### Two machines', 2);
    await read(`CREATE ROLE replicator LOGIN REPLICATION PASSWORD '${PASSWORD}'`);
    const options = `-p ${two} -c listen_addresses=localhost -c unix_socket_directories= -c max_connections=300`;
    const as = { bin, folder, env: login() };
    const start = `pg_ctl start --pgdata=${data} --log=${data}.log --options="${options}"`;
    await runCommands(pair, {
      ...as,
      words: {
        'host=ONE user': `host=localhost password=${PASSWORD} user`,
        '--pgdata=…': `--pgdata=${data}`,
        '# then start it': `\n${start}`,
        '--host=ONE': '--host=localhost',
      },
    });
    try {
      const replicas = `SELECT application_name, sync_state FROM pg_stat_replication`;
      const waits = async () => read(`SELECT setting FROM pg_settings WHERE name = 'synchronous_standby_names'`);
      await until(async () => (await read(replicas))[0]?.sync_state === 'quorum');
      expect(await read(replicas)).toEqual([{ application_name: 'two', sync_state: 'quorum' }]);
      await runCommands(alone, { ...as, words: { '--host=ONE': '--host=localhost' } });
      await until(async () => (await waits())[0]?.setting === '');
      const promote = commandIn('docs/operations.md', 'psql --host=TWO -c "SELECT pg_promote()"');
      await cluster.stop();
      const both = owner.replace(`localhost:${port}`, `localhost:${port},localhost:${two}`);
      await runCommands(promote, { ...as, words: { '--host=TWO': `--host=localhost --port=${two}` } });
      expect(await run('npm run db:migrate', {}, { DATABASE_URL: both })).toContain('nothing to apply');
      expect(await run('npm run verify:history', {}, { DATABASE_URL: both })).toMatch(/1 /);
    } finally {
      await runCommands(`pg_ctl stop --mode=immediate --pgdata=${data}`, { ...as, words: {} });
    }
  });
});

// docs/betrieb.md
test('a second portal beside another starts with example data and ends by Ctrl+C', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-second-'));
  const at = await freePortalPort();
  const command = commandIn('docs/betrieb.md', 'PORTAL_PORT=3010 PORTAL_DATA=.portal-2 npm start');
  const words = { 3010: String(at), '.portal-2': join(folder, 'data') };
  const start = spawn('bash', ['-c', withWords(command, words)], { cwd: ROOT, detached: true });
  let said = '';
  start.stdout.on('data', (part) => (said += String(part)));
  start.stderr.on('data', (part) => (said += String(part)));
  const ended = once(start, 'exit');
  try {
    for (const giveUpAt = Date.now() + 150_000; !said.includes(`http://localhost:${at}`); ) {
      if (start.exitCode !== null || Date.now() > giveUpAt) throw new Error(said);
      await new Promise((settle) => setTimeout(settle, 200));
    }
    expect((await fetch(`http://localhost:${at}/api/health/ready`)).status).toBe(200);
    process.kill(-(start.pid ?? 0), 'SIGINT');
    await ended;
    for (const left of Object.values(portsFrom(at))) await until(async () => !(await isTaken(left)));
  } finally {
    if (start.exitCode === null && start.signalCode === null) process.kill(-(start.pid ?? 0), 'SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = Date.now() + 20_000; !(await isSo()); ) {
    if (Date.now() > giveUpAt) throw new Error('it does not come to it');
    await new Promise((settle) => setTimeout(settle, 100));
  }
}
