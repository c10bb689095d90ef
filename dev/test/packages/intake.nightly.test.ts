import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { appendFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { intake } from '@portal/operate/intake/intake.ts';
import { withDemoIntake } from '../../src/packages/demo-intake.ts';

type Answer = { status: number; body: object; headers?: Record<string, string>; silent?: boolean };
type Seen = { path: string; authorization: string | undefined; digest: string | string[] | undefined; body: string };

const TAKEN = {
  status: 'OK',
  id: 79,
  rows: 2,
  leftOut: [],
  leftOutTotal: 0,
  doubts: [],
  notes: [],
  leaving: null,
  known: false,
  knownState: null,
  knownText: null,
  message: null,
  approved: false,
};
const NAME = 'MDP_OTC_200101_Rosen-Apotheke_9_3_2026.csv';

let folder: string;
let server: Server;
let seen: Seen[];
let answers: Answer[];
let token: Answer;
let signIn: string;
let address: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'intake-'));
  [seen, answers, token] = [[], [], { status: 200, body: { access_token: 'token-1' } }];
  server = createServer((request, response) => {
    void text(request).then((body) => {
      const path = request.url ?? '';
      if (path.startsWith('/api/intake/')) {
        const { authorization, 'content-digest': digest } = request.headers;
        seen.push({ path, authorization, digest, body });
      }
      const answer = path === '/api/config' ? config() : path.endsWith('/token') ? token : answers.shift();
      if (answer?.silent) return;
      response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json', ...answer?.headers });
      response.end(JSON.stringify(answer?.body ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  address = `http://localhost:${(server.address() as AddressInfo).port}`;
  signIn = address;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

const config = (): Answer => ({ status: 200, body: { kcUrl: signIn, kcRealm: 'demo' } });
async function text(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
async function run(args: string[], environment: Record<string, string> = {}, stop?: AbortSignal) {
  const [out, err]: [string[], string[]] = [[], []];
  const output = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) };
  const code = await intake(
    args,
    withDemoIntake({ INTAKE_PORTAL: address, INTAKE_PATIENCE_S: '0', INTAKE_QUIET_S: '0', ...environment }),
    output,
    stop,
  );
  return { code, out, err };
}
async function aFile(name: string, content = 'PZN;TruePrice neu\r\n') {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

test('delivers a file to the pharmacy, kind and group of its name, with the token of the service account', async () => {
  answers = [{ status: 200, body: TAKEN }];
  expect(await run([await aFile(NAME)])).toEqual({
    code: 0,
    out: [`eingespielt        ${NAME}: ID 79, 2 Zeilen`],
    err: [],
  });
  expect(seen).toMatchObject([{ path: '/api/intake/mdp/200101/OTC', authorization: 'Bearer token-1' }]);
  expect(seen[0]?.body).toContain(`name="csv"; filename="${NAME}"`);
  expect(seen[0]?.body).toContain('PZN;TruePrice neu\r\n');
});

test('says what speaks against a file as a whole', async () => {
  const doubts = [{ check: 'commonFactor', message: 'Alle 2 geänderten Preise sind 16,0 % niedriger als heute.' }];
  answers = [{ status: 200, body: { ...TAKEN, doubts } }];
  expect((await run([await aFile(NAME)])).out).toEqual([
    `eingespielt        ${NAME}: ID 79, 2 Zeilen`,
    '    Achtung: Alle 2 geänderten Preise sind 16,0 % niedriger als heute.',
  ]);
});

test('sends the digest of the file, so that one that breaks off on the way is refused', async () => {
  answers = [{ status: 200, body: TAKEN }];
  await run([await aFile(NAME, 'abc')]);
  // of 'abc', FIPS 180-2
  expect(seen[0]?.digest).toBe('sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:');
});

test('waits for a file that is being written until size and time stand still', async () => {
  answers = [{ status: 200, body: TAKEN }];
  const path = await aFile(NAME, 'PZN;TruePrice neu\r\n');
  const written = (async () => {
    for (let line = 1; line <= 4; line++) {
      await sleep(400);
      await appendFile(path, `0000000${line};1,00\r\n`);
    }
  })();
  const { code } = await run([path], { INTAKE_QUIET_S: '1', INTAKE_PATIENCE_S: '30' });
  await written;
  expect(code).toBe(0);
  expect(seen[0]?.body).toContain('00000004;1,00');
});

test('gives a file up that does not stand still', async () => {
  const path = await aFile(NAME, 'PZN;TruePrice neu\r\n');
  const writing = setInterval(() => void appendFile(path, '00000001;1,00\r\n'), 100);
  const { code, err } = await run([path], { INTAKE_QUIET_S: '1', INTAKE_PATIENCE_S: '1' });
  clearInterval(writing);
  expect([code, err, seen]).toEqual([1, [`nicht eingespielt  ${NAME}: Die Datei wird noch geschrieben.`], []]);
});

test('ends with 4 where a certificate refuses files, and with 1 where one is faulty too (rule 20.10)', async () => {
  const reason = 'Die Lieferung wurde nicht eingespielt (Lieferung 7): Wahrscheinlich fehlt die MwSt.';
  const refusal = { status: 'fail', reason, message: reason, requestId: 'r' };
  const red = { status: 422, body: { ...refusal, delivery: { id: 7, state: 'open' } } };
  answers = [{ status: 200, body: TAKEN }, red];
  const other = 'qdp_freiwahl_200101_Rosen_9_3_2026.csv';
  const { code, err } = await run([await aFile(NAME), await aFile(other)]);
  expect([code, err]).toEqual([4, [`nicht eingespielt  ${other}: ${reason}`]]);
  answers = [red, { status: 422, body: refusal }];
  expect((await run([await aFile(NAME), await aFile(other)])).code).toBe(1);
});

test('tells what became of each file; one refused file makes it end with 1, the others are delivered', async () => {
  const leftOut = [{ line: 4, pzn: '00000000', reason: 'Die PZN 00000000 gibt es nicht.' }];
  const reason = 'Die Datei enthält 60 Fehler. Es wurde nichts übernommen.';
  const errors = [
    { line: 3, column: 'TruePrice neu', value: 'viel', message: 'Das ist kein Preis.' },
    { line: 9, column: null, value: null, message: 'Die Zeile ist zu lang.' },
  ];
  answers = [
    {
      status: 200,
      body: { ...TAKEN, leaving: { count: 295, listCount: 298 }, leftOut, leftOutTotal: 2, approved: true },
    },
    {
      status: 200,
      body: {
        ...TAKEN,
        known: true,
        knownState: 'replaced',
        knownText: 'ersetzt durch 80',
        message: 'Diese Datei ist schon bekannt: ID 79, ersetzt durch 80.',
      },
    },
    { status: 422, body: { status: 'fail', reason, message: reason, requestId: 'r', errors, total: 60 } },
  ];
  const lzd = 'ZumDurchsehen_OTC_200101_Rosen_9_3_2026.csv';
  const qdp = 'qdp_freiwahl_200101_Rosen_9_3_2026.csv';
  const { code, out, err } = await run(['--reset', '0', await aFile(lzd), await aFile(NAME), await aFile(qdp)]);
  expect(code).toBe(1);
  expect(out).toEqual([
    `eingespielt        ${lzd}: ID 79, 2 Zeilen, 2 ausgelassen, sofort freigegeben`,
    '    295 von 298 Artikeln verlassen die Liste mit der Freigabe',
    '    Zeile 4, PZN 00000000: Die PZN 00000000 gibt es nicht.',
    '    und 1 weitere ausgelassene Zeilen',
    `schon bekannt      ${NAME}: ID 79, ersetzt durch 80`,
    '2 von 3 Dateien eingespielt',
  ]);
  expect(err).toEqual([
    `nicht eingespielt  ${qdp}: ${reason}`,
    '    Zeile 3, TruePrice neu, „viel“: Das ist kein Preis.',
    '    Zeile 9: Die Zeile ist zu lang.',
    '    und 58 weitere Fehler',
  ]);
  expect(seen.map(({ path }) => path)).toEqual([
    '/api/intake/lzd/200101/OTC',
    '/api/intake/mdp/200101/OTC',
    '/api/intake/qdp/200101/FREIWAHL',
  ]);
  expect(seen.map(({ body }) => body.includes('name="resetChoice"'))).toEqual([true, false, false]);
});

test('a file whose name says nothing, or that is not there, is refused without being sent', async () => {
  const { code, err } = await run([await aFile('preise.csv'), join(folder, NAME)]);
  expect(code).toBe(1);
  expect(err[0]).toMatch(/^nicht eingespielt {2}preise\.csv: Der Dateiname muss MDP_Warengruppe_ApoId_/);
  expect(err[1]).toBe(`nicht eingespielt  ${NAME}: Die Datei lässt sich nicht lesen.`);
  expect(seen).toEqual([]);
});

test('a token that has expired is fetched again, once', async () => {
  answers = [
    { status: 401, body: {} },
    { status: 200, body: TAKEN },
  ];
  expect((await run([await aFile(NAME)])).code).toBe(0);
  answers = [
    { status: 401, body: {} },
    { status: 401, body: {} },
  ];
  expect(await run([await aFile(NAME)])).toMatchObject({
    code: 3,
    err: ['Das Portal erkennt die Anmeldung nicht an.', `offen              ${NAME}`],
  });
});

test('ends with 3 when sign-in or portal cannot be used', async () => {
  token = { status: 401, body: { error: 'invalid_client' } };
  const file = await aFile(NAME);
  expect(await run([file])).toEqual({
    code: 3,
    out: [],
    err: [
      'Der Anmeldedienst lehnt ab (401). Bitte INTAKE_CLIENT_ID und INTAKE_CLIENT_SECRET prüfen.',
      `offen              ${NAME}`,
    ],
  });
  await new Promise((resolve) => {
    server.closeAllConnections();
    server.close(resolve);
  });
  const nobody = await run([file]);
  expect([nobody.code, nobody.err[0]]).toEqual([3, expect.stringContaining(`${address} ist nicht erreichbar`)]);
});

const BUSY: Answer = { status: 429, body: { message: 'Zu viele Aufrufe.' }, headers: { 'retry-after': '1' } };

test('a portal that is busy or restarting is waited for, as long as it asks, and every file is delivered', async () => {
  answers = [
    BUSY,
    // Neither asks for a wait: own ones, 1 to 2 s for the second and 0.5 to 1 s for the first of a call.
    { status: 503, body: {}, headers: { 'retry-after': '0' } },
    { status: 200, body: TAKEN },
    { status: 502, body: {}, headers: { 'retry-after': 'Wed, 21 Oct 2015 07:28:00 GMT' } },
    { status: 200, body: TAKEN },
  ];
  const started = Date.now();
  const second = await aFile('MDP_Freiwahl_200101_Rosen-Apotheke_9_3_2026.csv');
  expect(await run([await aFile(NAME), second], { INTAKE_PATIENCE_S: '5' })).toMatchObject({
    code: 0,
    err: [
      'Zu viele Aufrufe. Neuer Versuch in 1 s.',
      `${address} antwortet mit 503. Neuer Versuch in 2 s.`,
      `${address} antwortet mit 502. Neuer Versuch in 1 s.`,
    ],
  });
  expect(Date.now() - started).toBeGreaterThanOrEqual(1_000);
  expect(seen.map(({ path }) => path.split('/').at(-1))).toEqual(['OTC', 'OTC', 'OTC', 'FREIWAHL', 'FREIWAHL']);
  // the whole file each time
  expect(new Set(seen.slice(0, 3).map(({ body }) => body.includes('PZN;TruePrice neu')))).toEqual(new Set([true]));
});

test('one that stays busy or silent is given up, and the files that are still open are named', async () => {
  answers = [{ status: 200, body: TAKEN }, BUSY];
  const second = 'MDP_Freiwahl_200101_Rosen-Apotheke_9_3_2026.csv';
  const third = 'QDP_OTC_200101_Rosen-Apotheke_9_3_2026.csv';
  const files = await Promise.all([NAME, second, third].map((name) => aFile(name)));
  expect(await run(files)).toEqual({
    code: 3,
    out: [`eingespielt        ${NAME}: ID 79, 2 Zeilen`],
    err: ['Zu viele Aufrufe.', `offen              ${second}`, `offen              ${third}`],
  });
  answers = [{ status: 200, body: TAKEN, silent: true }];
  expect(await run(files.slice(0, 1), { INTAKE_TIMEOUT_S: '1' })).toEqual({
    code: 3,
    out: [],
    err: [`${address} antwortet seit 1 s nicht.`, `offen              ${NAME}`],
  });
});

test('where something else answers 200 in place of the portal, it is said and the files are named', async () => {
  answers = [
    { status: 200, body: TAKEN },
    { status: 200, body: {} },
  ];
  const second = 'MDP_Freiwahl_200101_Rosen-Apotheke_9_3_2026.csv';
  expect(await run([await aFile(NAME), await aFile(second)])).toEqual({
    code: 3,
    out: [`eingespielt        ${NAME}: ID 79, 2 Zeilen`],
    err: [`Unter ${address} antwortet kein Preisportal.`, `offen              ${second}`],
  });
});

test.each([
  ['a package', 302, 'http://127.0.0.1:1/anmelden?next=%2Fapi', 'http://127.0.0.1:1/anmelden'],
  ['a package', 308, '/portal/', '{address}/portal/'],
  ['the secret', 307, 'http://127.0.0.1:1/token', 'http://127.0.0.1:1/token'],
])('%s is not sent on to where an answer %d points', async (what, status, location, shown) => {
  const moved: Answer = { status, body: {}, headers: { location } };
  if (what === 'a package') answers = [moved, { status: 200, body: TAKEN }];
  else token = moved;
  expect(await run([await aFile(NAME)], { INTAKE_PATIENCE_S: '300' })).toEqual({
    code: 3,
    out: [],
    err: [
      `${address} leitet weiter auf ${shown.replace('{address}', address)} (${status}). Bitte die richtige Adresse einstellen.`,
      `offen              ${NAME}`,
    ],
  });
});

test.each(['http://anmeldung.example', 'keine Adresse'])(
  'the secret goes to no sign-in service that is not encrypted: %s',
  async (kcUrl) => {
    signIn = kcUrl;
    expect(await run([await aFile(NAME)])).toEqual({
      code: 3,
      out: [],
      err: [
        `${address} nennt einen Anmeldedienst ohne https://. Bitte INTAKE_TOKEN_URL setzen.`,
        `offen              ${NAME}`,
      ],
    });
  },
);

test('a folder named as a package is refused, and the files after it are delivered', async () => {
  answers = [{ status: 200, body: TAKEN }];
  const second = 'MDP_Freiwahl_200101_Rosen-Apotheke_9_3_2026.csv';
  await mkdir(join(folder, NAME));
  expect(await run([join(folder, NAME), await aFile(second)])).toEqual({
    code: 1,
    out: [`eingespielt        ${second}: ID 79, 2 Zeilen`, '1 von 2 Dateien eingespielt'],
    err: [`nicht eingespielt  ${NAME}: Die Datei lässt sich nicht lesen.`],
  });
});

test.each([
  ['during a call', { status: 200, body: TAKEN, silent: true }],
  ['between two attempts', { ...BUSY, headers: { 'retry-after': '60' } }],
])('stopped %s, it names the files that are open', async (_, answer) => {
  answers = [answer];
  const stop = new AbortController();
  const files = [NAME, 'QDP_OTC_200101_Rosen-Apotheke_9_3_2026.csv'];
  const going = run(await Promise.all(files.map((name) => aFile(name))), { INTAKE_PATIENCE_S: '300' }, stop.signal);
  while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort();
  const { code, err } = await going;
  expect([code, err.slice(-3)]).toEqual([3, ['Abgebrochen.', ...files.map((name) => `offen              ${name}`)]]);
  expect(seen).toHaveLength(1);
});

test('ends with 2 when it is called or set up wrongly', async () => {
  const file = await aFile(NAME);
  const issues: [string[], Record<string, string>, string][] = [
    [[], {}, 'Es ist keine Datei genannt.'],
    [['--reset', '2', file], {}, '--reset muss 0 oder 1 sein.'],
    [
      [file],
      { INTAKE_PORTAL: 'https://portal.example' },
      'Einstellungen: INTAKE_CLIENT_ID fehlt; INTAKE_CLIENT_SECRET fehlt.',
    ],
    [
      [file],
      { INTAKE_PORTAL: 'http://portal.example', INTAKE_CLIENT_ID: 'a', INTAKE_CLIENT_SECRET: 'b' },
      'Einstellungen: INTAKE_PORTAL muss eine Adresse mit https:// sein.',
    ],
    [
      [file],
      { INTAKE_PATIENCE_S: 'lange', INTAKE_TIMEOUT_S: '0' },
      'Einstellungen: INTAKE_PATIENCE_S muss eine Zahl von Sekunden sein, 0 bis 86400; INTAKE_TIMEOUT_S muss eine Zahl von Sekunden sein, 1 bis 86400.',
    ],
  ];
  for (const [args, environment, message] of issues) {
    const { code, err } = await run(args, environment);
    expect([code, err[0]]).toEqual([2, message]);
  }
  expect(seen).toEqual([]);
});
