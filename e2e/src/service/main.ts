import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDistribution, findJava, MissingPart } from '@portal/dev/keycloak/distribution.ts';
import { commandsOf, withWords } from '@portal/dev/pages.ts';
import { findInstalled } from '@portal/dev/postgres/installed.ts';
import { onAnotherDay } from './clock.ts';
import { type Call, callAs, programToken } from './calls.ts';
import { checks, until } from './checks.ts';
import { operate, type Owner } from './operate.ts';
import { signIn } from './sign-in.ts';
import { prepareStage, type Stage } from './stage.ts';

/**
 * `pnpm test:service`: from an empty database to the first price at a till, in production mode, by the commands of docs/first-day.md; then
 * what an operator does later, by those of docs/docker.md and docs/operations.md.
 * Ends with 0 when all passes, 1 when something fails, 2 when something that it needs is missing.
 */
const NEW_PASSWORD = 'Quitte-Nebel-41-Hafen';
const FILE = 'ZumDurchsehen_OTC_610001_Rosen-Apotheke_09_03_2026.csv';
const ROWS = [
  'PZN;Produkt;Inhalt;Hersteller;AVP;TruePrice neu;Preistyp',
  '06578823;Salbe;1 St;Strauß;8,99;7,99;Berechneter TruePrice',
  '13097219;Tropfen;30 ml;Brückner;9,95;8,49;Berechneter TruePrice',
];
const say = (line: string) => void process.stdout.write(`${line}\n`);
const { check, passed } = checks(say);

async function main(): Promise<number> {
  const other = onAnotherDay(new Date());
  if (typeof other === 'number') return other;
  if (other === 'none') {
    process.stderr.write('Vom 26. bis zum 4. wird eine andere Uhr gebraucht (Regel 7.6): faketime ist nicht da.\n');
    return 2;
  }
  const bin = findInstalled();
  try {
    findJava();
    await findDistribution(process.env, say);
    if (!bin) throw new MissingPart('PostgreSQL mit allen Programmen ist nicht installiert (PORTAL_PG_BIN).');
  } catch (error) {
    if (!(error instanceof MissingPart)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  }
  const started = performance.now();
  const stage = await prepareStage(bin ?? '', say);
  let failed = 0;
  try {
    await operate(stage, await firstDay(stage), check);
  } catch (error) {
    failed = 1;
    say(`FAILED ${(error as Error).stack}`);
  } finally {
    await stage.close();
  }
  say(`\n${passed()} passed, ${failed} failed, ${Math.round((performance.now() - started) / 1000)} s`);
  return failed;
}

async function firstDay(stage: Stage): Promise<Owner> {
  const [settings] = commandsOf('docs/first-day.md', '## 1. Settings', 1);
  const [functions = '', start] = commandsOf('docs/first-day.md', '## 2. Start', 2);
  const [pharmacies] = commandsOf('docs/first-day.md', '## 3. Pharmacies', 1);
  const [accounts] = commandsOf('docs/first-day.md', '## 4. People and tills', 1);
  const [prices] = commandsOf('docs/first-day.md', '## 5. First prices', 1);
  const [till = ''] = commandsOf('docs/first-day.md', '## 6. The till', 1);
  const run = async (name: string, commands = '') => {
    const { code, output } = await stage.runCommands(`${functions}\n${commands}`);
    if (code !== 0) throw new Error(`${name} ended with ${code}: ${output}`);
    check(`1 to 6: ${name}`, code, 0);
    return output;
  };

  await run('settings', settings);
  const file = join(stage.folder, 'production.env');
  check('only the owner reads the settings', statSync(file).mode & 0o777, 0o600);
  const text = Object.entries(stage.entered).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    readFileSync(file, 'utf8'),
  );
  writeFileSync(file, text);
  const started = await stage.runCommands(`${functions}\n${start}`);
  if (started.code !== 0) say(started.output);
  const inOrder = started.output.match(/: in Ordnung$/gm)?.length;
  check('--check finds all in order', [started.code, inOrder], stage.isTooOld ? [78, 4] : [0, 5]);
  check('a pharmacy is new', / 1 neu, 0 ge/.test(await run('pharmacies', pharmacies)), true);

  const by = await callAs(
    stage,
    await programToken(stage.issuer, 'customer-centre', stage.settings().PORTAL_CUSTOMER_CENTRE_SECRET),
  );
  const second = {
    crmCompanyId: 810002,
    apoId: 610002,
    name: 'Linden-Apotheke',
    street: 'Ring 2',
    zipcode: '01067',
    city: 'Dresden',
  };
  const sent = { pharmacies: [{ ...second, active: 0, changedAt: new Date().toISOString() }] };
  const { outcomes } = await by('PUT', '/api/intake/pharmacies', sent);
  check(
    'a pharmacy by the call',
    (outcomes as { outcome: string }[]).map(({ outcome }) => outcome),
    ['created'],
  );

  await run('people and tills', accounts);
  await tryAccounts(stage, functions);
  const secrets = readFileSync(join(stage.folder, 'people-secrets.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
  check(
    'first passwords',
    secrets.map((line) => line.split(';')[0]),
    ['anna.berger', 'tobias.sommer', 'karl.linde'],
  );
  check('only the owner reads them', statSync(join(stage.folder, 'people-secrets.csv')).mode & 0o777, 0o600);
  const realm = { issuer: stage.issuer, clientId: 'portal-web', redirect: 'https://preise.example.com/' };
  const people = await Promise.all(
    secrets.slice(0, 2).map(async (line) => {
      const [username = '', password = ''] = line.split(';');
      return callAs(stage, await signIn(realm, { username, password, next: NEW_PASSWORD }));
    }),
  );
  const [owner, sales] = people as [Call, Call];

  writeFileSync(join(stage.folder, FILE), ROWS.join('\r\n'));
  check('the engine delivers', /^eingespielt/m.test(await run('first prices', prices)), true);
  const known = (await by('GET', '/api/intake/pharmacies')).pharmacies as { crmCompanyId: number; token?: string }[];
  const path = `810001/${known.find(({ crmCompanyId }) => crmCompanyId === 810001)?.token ?? ''}`;
  const form = new FormData();
  form.set('resetChoice', '0');
  form.set('csv', new Blob([ROWS.join('\r\n')]), FILE);
  const { id } = (await sales('POST', `/api/price/lzd/upload/${path}`, form)) as { id: number };
  await sales('POST', '/api/solvena/activateUsers', { pharmacyId: 810001, token: path.split('/')[1] });
  await sales('POST', `/api/price/initapproval/lzd/610001/${id}`);
  const approved = await owner('PUT', `/api/price/approve/lzd/${path}/${id}/OTC`, { products: [] });
  check('the owner approves', [approved.loaded, approved.contractActivated], [2, true]);

  const events = () => stage.messages.map(({ event }) => event);
  // In any order.
  const told = ['accessActivated', 'contractActivated'];
  const isTold = () => told.every((event) => events().includes(event));
  await until(async () => isTold());
  check('the customer centre is told', isTold(), true);
  await run('the till', withWords(till, { 'https://preise.example.com': stage.url }));
  const file1 = readFileSync(join(stage.folder, 'preise.csv'), 'utf8');
  check('prices at the till', [/06578823.*7[,.]99/.test(file1), /13097219.*8[,.]49/.test(file1)], [true, true]);
  await printLabel(stage, owner, path);
  return {
    path,
    functions,
    enter: async () =>
      callAs(stage, await signIn(realm, { username: 'anna.berger', password: NEW_PASSWORD, next: '' })),
  };
}

/** Run again they change nothing; what is wrong is refused; who leaves is out. */
async function tryAccounts(stage: Stage, functions: string): Promise<void> {
  const tools = async (words: string) => {
    const { code, output } = await stage.runCommands(`${functions}\ntools ${words}`);
    return [
      code,
      output
        .trim()
        .split('\n')
        .at(-1)
        ?.replace(/^Die Zugangsdaten.*/, 'secrets') ?? '',
    ];
  };
  const done = (changed: number, unchanged: number, refused: number) =>
    `Eingerichtet: ${changed} geändert, ${unchanged} unverändert, ${refused} abgelehnt`;
  check('the same list again', await tools('people people.csv'), [0, done(0, 3, 0)]);
  check('the same till again', await tools('tills Kundennummer=810001'), [0, done(0, 1, 0)]);
  check('a new secret of a till', await tools('tills Kundennummer=810001 --renew --secrets=renewed.csv'), [
    0,
    'secrets',
  ]);
  const first = await stage.runCommands('cp renewed.csv till-secrets.csv');
  check('is kept', first.code, 0);
  check('an unknown pharmacy', await tools('people Benutzername=anna.berger Rolle=Inhaber Kundennummer=4711'), [
    1,
    done(0, 0, 1),
  ]);
  const jonas = 'Benutzername=Jonas.Klein Kundennummer=810001 Vorname=Jonas Nachname=Klein E-Mail=jonas@rosen.example';
  check('a new person', await tools(`people ${jonas} Rolle=Mitarbeiter --secrets=jonas.csv`), [0, 'secrets']);
  const lost = 'people Benutzername=jonas.klein Rolle=Mitarbeiter Kundennummer=810001';
  check('a lost password', await tools(`${lost} --renew --secrets=jonas-again.csv`), [0, 'secrets']);
  check('becomes owner', await tools(`people ${jonas} Rolle=Inhaber`), [0, done(1, 0, 0)]);
  check('leaves, first to be looked at', await tools('people Benutzername=jonas.klein Rolle=keine --check'), [
    0,
    'Geprüft, nichts geändert: 1 zu ändern, 0 unverändert, 0 abgelehnt',
  ]);
  const [later = ''] = commandsOf('docs/docker.md', '## Keycloak', 1);
  const words = withWords(later, { 'people-secrets.csv': 'later-secrets.csv' });
  const { code, output } = await stage.runCommands(`${functions}\n${words}`);
  check('leaves', [code, output.match(/^Eingerichtet: .*$/gm)], [0, [done(0, 3, 0), done(1, 0, 0), done(0, 1, 0)]]);
  check('has left', await tools('people Benutzername=jonas.klein Rolle=keine'), [0, done(0, 1, 0)]);
  const [, , password = ''] =
    /^(.*)\r?\njonas\.klein;(.*?)\r?\n/s.exec(readFileSync(join(stage.folder, 'jonas-again.csv'), 'utf8')) ?? [];
  const realm = { issuer: stage.issuer, clientId: 'portal-web', redirect: 'https://preise.example.com/' };
  const entering = signIn(realm, { username: 'jonas.klein', password, next: NEW_PASSWORD });
  check(
    'and gets no token',
    await entering.then(
      () => 'a token',
      () => 'none',
    ),
    'none',
  );
}

async function printLabel(_: Stage, owner: Call, path: string): Promise<void> {
  const form = {
    sheet: 'single',
    width: 60,
    height: 30,
    first: 1,
    offsetX: 0,
    offsetY: 0,
    margin: 2,
    producer: true,
    date: true,
    dataMatrix: false,
  };
  const label = { pzn: '06578823', name: 'Salbe', content: '1 St', producer: 'Strauß', effectivePrice: 799 };
  const { bytes } = await owner('POST', `/api/price/labels/${path}/pdf`, { labels: [label], form });
  check('one label', (bytes as Buffer).subarray(0, 5).toString(), '%PDF-');
}

process.exitCode = await main();
