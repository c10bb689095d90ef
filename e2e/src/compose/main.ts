import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { demoPharmacyRef } from '@portal/dev/demo/constants.ts';
import { canListen, freePort } from '@portal/dev/free-ports.ts';
import { commandIn, commandsOf, withWords } from '@portal/dev/pages.ts';
import { type Call, callAs, programToken } from '../service/calls.ts';
import { checks, until } from '../service/checks.ts';
import { readSettingsFile } from '../service/settings.ts';
import { signIn } from '../service/sign-in.ts';
import { missingImages, ROOT, runCommands, whyNoEngine } from './engine.ts';
import { callsMeanwhile } from './load.ts';

/**
 * `pnpm test:compose`: docker-compose.yml on a real engine, by the commands of the documents: production is brought up, a price saved, the
 * database stopped and started, a filled backup restored, a release made under calls; then monitoring and development.
 * `PORTAL_COMPOSE_OVERRIDE` names a file of Compose with images of one's own. Ends with 2 where no engine or image is to be had.
 */
const PZN = '06578823';
const FILE = 'QDP_OTC_610001_Rosen-Apotheke_09_03_2026.csv';
const ROWS = [
  'PZN;Produkt;Inhalt;Hersteller;AVP;TruePrice neu',
  `${PZN};Salbe;1 St;Strauß;8,99;7,99`,
  '13097219;Tropfen;30 ml;Brückner;9,95;8,49',
];
const PASSWORD = 'Quitte-Nebel-41-Hafen';
const ANNA = 'anna.berger;Inhaber;810001;Anna;Berger;anna.berger@rosen.example';
const SERVICES = ['db', 'identity', 'portal', 'portal-2'];
const CONTACT =
  '{"title": "A", "people": [{"name": "A", "mobile": "1", "title": "B"}], "phone": "1", "email": "a@b.example"}';
type Row = { readonly pzn: string; readonly [name: string]: unknown };
const say = (line: string) => void process.stdout.write(`${line}\n`);
const { check, passed } = checks(say);

const reason = whyNoEngine();
if (reason) {
  say(`not run: ${reason}`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'preisportal-compose-'));
const project = `preisportal-test-${randomBytes(4).toString('hex')}`;
const image = (release: string) => `${project}:${release}`;
const [port, identityPort] = [await freePort(), await freePort()];
const url = `http://127.0.0.1:${port}`;
/** As the containers call it, and as it is reached from here. */
const IDENTITY = 'http://identity:8080';
const reach = (address: string) => address.replace(IDENTITY, `http://127.0.0.1:${identityPort}`);
const issuer = `${IDENTITY}/realms/preisportal`;
const demo = { image: image('demo') };
const services = {
  tools: { volumes: [`${folder}:/files`] },
  'dev-setup': demo,
  'dev-customer-centre': demo,
  'dev-portal': demo,
};
writeFileSync(join(folder, 'own.json'), JSON.stringify({ services }));
const override = process.env.PORTAL_COMPOSE_OVERRIDE;
const files = [join(ROOT, 'docker-compose.yml'), ...(override ? [override] : []), join(folder, 'own.json')];
const env = {
  ...process.env,
  COMPOSE_FILE: files.join(delimiter),
  COMPOSE_PROJECT_NAME: project,
  COMPOSE_ANSI: 'never',
  BUILDKIT_PROGRESS: 'plain',
};
let hasEntered = false;
const [functions = ''] = commandsOf('docs/first-day.md', '## 2. Start', 2);

process.exitCode = await main();

async function main(): Promise<number> {
  const missing = missingImages('production', env);
  if (missing.length > 0) {
    say(`not run: no image ${missing.join(', ')}`);
    return 2;
  }
  const started = performance.now();
  let failed = 0;
  try {
    await production();
    await monitoring();
    await takeDown();
    await development();
  } catch (error) {
    failed = 1;
    say(`FAILED ${(error as Error).stack}`);
    say((await runCommands(`${functions}\nportal ps --all; portal logs --tail=40`, { folder, env })).output);
  } finally {
    await takeDown();
    rmSync(folder, { recursive: true, force: true });
  }
  say(`\n${passed()} passed, ${failed} failed, ${Math.round((performance.now() - started) / 1000)} s`);
  return failed;
}

/** With its volumes and images. */
async function takeDown(): Promise<void> {
  const all = 'portal --profile monitoring --profile development down --volumes --remove-orphans';
  const images = ['first', 'second', 'demo'].map(image).join(' ');
  await runCommands(`${functions}\n${all}; docker image rm ${images}`, { folder, env });
}

async function run(name: string, commands: string): Promise<string> {
  const { code, output } = await runCommands(`${functions}\n${commands}`, { folder, env });
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${commands}\n${output.slice(-6000)}`);
  check(name, code, 0);
  return output;
}

function enter(values: Readonly<Record<string, string>>): void {
  const file = join(folder, 'production.env');
  const text = Object.entries(values).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
}

async function production(): Promise<void> {
  const [settings = ''] = commandsOf('docs/first-day.md', '## 1. Settings', 1);
  await run(
    'settings',
    withWords(settings, { 'docker/production.env.example': `${ROOT}/docker/production.env.example` }),
  );
  enter({
    PORTAL_IDENTITY_URL: IDENTITY,
    PORTAL_IDENTITY_HTTP: '1',
    PORTAL_TASKS_URL: 'none',
    PORTAL_SMTP_URL: 'smtp://127.0.0.1:9',
    PORTAL_MAIL_FROM: 'TruePrice <preise@portal.example>',
    PORTAL_SUPPORT: `'{"DE": ${CONTACT}, "AT": ${CONTACT}}'`,
    PORTAL_IMAGE: image('first'),
    PORTAL_PUBLISHED_PORT: String(port),
    KEYCLOAK_PUBLISHED_PORT: String(identityPort),
  });
  const [, start = ''] = commandsOf('docs/first-day.md', '## 2. Start', 2);
  await run('production is up', start.split('\n')[0] ?? '');
  check(
    'all are healthy',
    await health(),
    SERVICES.map((service) => [service, 'healthy']),
  );

  const owner = await firstPrices();
  await stopDatabase(owner);
  const [, , restoring = ''] = commandsOf('docs/operations.md', '## Backup and restore', 4);
  await restore(owner, restoring);
  await release(owner);
}

/** What Compose says of the services that last. */
async function health(): Promise<unknown[]> {
  const { output } = await runCommands(`${functions}\nportal ps --format json`, { folder, env });
  const all = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { Service: string; Health: string });
  return SERVICES.map((service) => [service, all.find(({ Service }) => Service === service)?.Health]);
}

type Owner = {
  readonly save: (price: number) => Promise<unknown>;
  readonly saveBy: (call: Call, price: number) => Promise<unknown>;
};

async function firstPrices(): Promise<Owner> {
  const pharmacies = ['Kundennummer;ApoID;Name;Straße;PLZ;Ort;Status;Vertrag;Zugriff;E-Mails'];
  pharmacies.push('810001;610001;Rosen-Apotheke;Marktplatz 1;01067;Dresden;aktiv;ja;ja;ja');
  writeFileSync(join(folder, 'pharmacies.csv'), pharmacies.join('\n'));
  writeFileSync(join(folder, 'people.csv'), `Benutzername;Rolle;Kundennummer;Vorname;Nachname;E-Mail\n${ANNA}\n`);
  await run('a pharmacy', 'tools pharmacies pharmacies.csv');
  await run('its owner', 'tools people people.csv --secrets=people-secrets.csv');
  const secrets = readSettingsFile(join(folder, 'production.env'));
  const program = async (client: string, secret: string) =>
    callAs({ url }, await programToken(reach(issuer), client, secrets[secret]));
  const centre = await program('customer-centre', 'PORTAL_CUSTOMER_CENTRE_SECRET');
  const [known] = (await centre('GET', '/api/intake/pharmacies')).pharmacies as { token: string }[];
  const path = `810001/${known?.token ?? ''}`;
  const form = new FormData();
  form.set('csv', new Blob([`${ROWS.join('\r\n')}\r\n`]), FILE);
  const engine = await program('pricing-engine', 'PORTAL_PRICING_ENGINE_SECRET');
  const { id } = (await engine('POST', '/api/intake/qdp/810001/OTC', form)) as { id: number };
  const call = await asOwner();
  const approved = await call('PUT', `/api/price/approve/qdp/${path}/${id}/OTC`, { products: [] });
  check('the owner approves', approved.loaded, 2);
  const saveBy = (by: Call, priceEdit: number) => {
    const products = [{ pzn: PZN, priceEdit, editedPermanent: false, editedIgnore: false }];
    return by('PUT', `/api/price/${path}`, { products });
  };
  const save = async (priceEdit: number) => saveBy(await asOwner(), priceEdit);
  await save(5.55);
  check('is saved', await price(), '5.55');
  return { save, saveBy };
}

/** With the first password once; then anew, since tokens live five minutes. */
async function asOwner(): Promise<Call> {
  const [, first = ''] = readFileSync(join(folder, 'people-secrets.csv'), 'utf8').trim().split(/\r?\n/);
  const [username = '', password = ''] = first.split(';');
  const realm = { issuer, clientId: 'portal-web', redirect: 'https://preise.example.com/', reach };
  const token = await signIn(realm, { username, password: hasEntered ? PASSWORD : password, next: PASSWORD });
  hasEntered = true;
  return callAs({ url }, token);
}

async function price(): Promise<string> {
  const name = readSettingsFile(join(folder, 'production.env')).PORTAL_DATABASE_NAME || 'portal';
  const psql = `portal exec --no-TTY db psql --tuples-only -c "SELECT manual_price FROM price_item WHERE pzn = '${PZN}'" ${name}`;
  return (await runCommands(`${functions}\n${psql}`, { folder, env })).output.trim();
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${url}/api/health/ready`).catch(() => undefined))?.ok === true;
}

async function stopDatabase({ save }: Owner): Promise<void> {
  await run('the database is stopped', commandIn('docs/operations.md', 'portal stop db'));
  await until(async () => (await fetch(`${url}/api/config`)).status === 503);
  const answer = await fetch(`${url}/api/config`);
  const said = (await answer.json()) as { reason: string };
  check('calls are told', [answer.headers.get('retry-after'), said.reason], ['10', 'unavailable']);
  await run('and started', commandIn('docs/operations.md', 'portal up --detach --no-deps db'));
  await until(isReady);
  check('what was saved is there', await price(), '5.55');
  await until(() =>
    asOwner().then(
      () => true,
      () => false,
    ),
  ); // the identity provider finds the database again
  await save(6.66);
  check('and people save', await price(), '6.66');
}

async function restore({ save }: Owner, restoring: string): Promise<void> {
  const dump = 'portal exec --no-TTY db pg_dump --format=custom --no-owner portal > portal.dump';
  await run('a filled backup', commandIn('docs/operations.md', dump));
  await save(9.99);
  check('is the last saved', await price(), '9.99');
  const bash = commandIn('docs/operations.md', 'portal exec --user postgres --workdir /tmp db bash');
  const copy = commandIn('docs/operations.md', 'portal cp portal.dump db:/tmp/');
  const inside = bash.replace('exec', 'exec --no-TTY');
  await run('restored beside it', `${copy}\n${inside} -e <<'END'\n${restoring}END`);
  const [name = '', database = ''] = commandIn('docs/operations.md', 'PORTAL_DATABASE_NAME=portal_restored').split('=');
  enter({ [name]: database });
  await run('the portals go there', `${commandIn('docs/operations.md', 'portal up --detach')} --wait`);
  check('is the one of the backup', await price(), '6.66');
  await run('its history holds', 'tools history');
  await save(7.77);
  check('is saved in the restored', await price(), '7.77');
}

/** The same build under another name is another release to Compose. */
async function release({ saveBy }: Owner): Promise<void> {
  const [, commands = ''] = commandsOf('docs/docker.md', '## Production', 4);
  await run('another release', `docker tag ${image('first')} ${image('second')}`);
  enter({ PORTAL_IMAGE: image('second') });
  const containers = async () =>
    (await runCommands(`${functions}\nportal ps --quiet portal portal-2`, { folder, env })).output.trim().split('\n');
  const before = await containers();
  const load = callsMeanwhile(url, await asOwner(), saveBy);
  const [, ...steps] = commands.trim().split('\n');
  await run('is made by the commands of the page', steps.join('\n'));
  const { calls, failures, saved } = await load.end();
  say(`    ${calls} calls meanwhile, ${saved} of them saves`);
  check('no call failed', failures, []);
  check('there were calls', calls > 100 && saved > 20, true);
  check('the last save is there', await price(), (10 + saved / 100).toFixed(2));
  check(
    'both were replaced',
    (await containers()).filter((id) => before.includes(id)),
    [],
  );
  check(
    'and are healthy',
    await health(),
    SERVICES.map((service) => [service, 'healthy']),
  );
}

/** Prometheus takes the rules and sees portals and disks; Grafana loads its dashboard. */
async function monitoring(): Promise<void> {
  const missing = missingImages('monitoring', env);
  const there = ['disks', 'prometheus', 'grafana'].filter((name) => !missing.some((image_) => image_.includes(name)));
  if (missing.length > 0) say(`not run: no image ${missing.join(', ')}`);
  const up = commandIn('docs/operations.md', 'portal --profile monitoring up --detach');
  await run(`monitoring: ${there.join(', ')}`, `${up} --no-deps ${there.join(' ')}`);
  const ask = async (address: string) => {
    const script = `fetch('${address}').then((a) => a.text()).then((t) => console.log(t))`;
    return (await runCommands(`${functions}\nportal exec --no-TTY portal node -e "${script}"`, { folder, env })).output;
  };
  await until(async () => (await ask('http://disks:9401')).includes('portal_volume_free_bytes{volume="db"}'));
  check('the disks are told', true, true);
  if (!there.includes('prometheus')) return;
  const rules = async () =>
    JSON.parse(await ask('http://prometheus:9090/api/v1/rules')) as { data: { groups: { rules: object[] }[] } };
  await until(async () => (await ask('http://prometheus:9090/-/ready')).includes('Ready'));
  const groups = (await rules()).data.groups;
  check('Prometheus has the alerts', groups.flatMap((group) => group.rules).length >= 20, true);
  const isSeen = async () => {
    const { data } = JSON.parse(await ask('http://prometheus:9090/api/v1/query?query=sum(up)')) as {
      data: { result: { value: [number, string] }[] };
    };
    return data.result[0]?.value[1] === '3';
  };
  await until(isSeen);
  check('and sees both portals and the disks', await isSeen(), true);
  if (!there.includes('grafana')) return;
  await until(async () =>
    (await ask('http://grafana:3000/api/dashboards/uid/preisportal')).includes('"title":"Preisportal"'),
  );
  check('Grafana has the dashboard', true, true);
}

/** At its own ports, as `npm start` has them. */
async function development(): Promise<void> {
  const missing = missingImages('development', env);
  const taken = await Promise.all([3000, 3001, 3002, 3003, 3004, 3005].map(async (one) => !(await canListen(one))));
  if (missing.length > 0 || taken.includes(true)) {
    return say(
      `not run: development, ${missing.length > 0 ? `no image ${missing.join(', ')}` : 'its ports are in use'}`,
    );
  }
  const [up = ''] = commandsOf('docs/docker.md', '## Development', 1);
  await run('development is up', `${up.trim()} --detach --wait`);
  const portal = 'http://localhost:3000';
  const realm = { issuer: 'http://localhost:3001/realms/preisportal', clientId: 'portal-web', redirect: `${portal}/` };
  const call = await callAs({ url: portal }, await signIn(realm, { username: 'inhaber', password: 'demo', next: '' }));
  const { apoId, token } = demoPharmacyRef(100_101);
  const list = () => call('GET', `/api/price/${apoId}/${token}/OTC`) as Promise<{ pricelist: Row[] }>;
  const [{ pzn } = { pzn: '' }] = (await list()).pricelist;
  const products = [{ pzn, priceEdit: 87.65, editedPermanent: false, editedIgnore: false }];
  await call('PUT', `/api/price/${apoId}/${token}`, { products });
  const row = (await list()).pricelist.find((candidate) => candidate.pzn === pzn);
  check('a price is saved in the demo', Object.values(row ?? {}).includes(87.65), true);
  await run(
    'development is taken down',
    commandIn('docs/docker.md', 'docker compose --profile development down --volumes'),
  );
}
