import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { TILL_PROFILES } from '@portal/rules/till';
import { run } from '../src/run.ts';
import { type FakePage, type FakePortal, startFakePortal, TOKEN_PATH, type Trouble } from './fake-portal.ts';

let portal: FakePortal;
let folder: string;
let file: string;
let lines: string[];

beforeEach(async () => {
  portal = await startFakePortal();
  folder = await mkdtemp(join(tmpdir(), 'till-sync-'));
  file = join(folder, 'kasse', 'preise.csv');
  lines = [];
  portal.pages.set('', {
    reload: 'first',
    message: 'Die ganze Preisliste wird geladen.',
    prices: [
      ['00000017', 12.5],
      ['00000023', null],
    ],
    cursor: 'page-1',
    more: true,
  });
  portal.pages.set('page-1', { prices: [['00000046', 1234.05]], cursor: 'c1' });
  portal.pages.set('c1', { prices: [], cursor: 'c1' });
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const settings = () => ({
  TILL_SYNC_PORTAL: portal.url,
  TILL_SYNC_CLIENT_SECRET: 'secret',
  TILL_SYNC_PHARMACY: '77',
  TILL_SYNC_FILE: file,
  TILL_SYNC_RETRY_MS: '10',
  TILL_SYNC_ATTEMPTS: '4',
});
const log = { info: (line: string) => void lines.push(line), error: (line: string) => void lines.push(`! ${line}`) };
const sync = (more: Record<string, string> = {}) => run({ ...settings(), ...more }, log);
const priceFile = () => readFile(file, 'utf8');
const FIRST = 'PZN;VK\r\n00000017;12,50\r\n00000023;\r\n00000046;1234,05\r\n';

/** Of '00000017;1250', '00000046;123405'. */
const HELD = { count: 2, sha256: createHash('sha256').update('00000017;1250\n00000046;123405\n').digest('hex') };

// Rules 9.22 and 9.24.
describe('what the till holds', () => {
  test('is told with every acknowledgement, in each profile and with a second file', async () => {
    await sync();
    await sync();
    portal.profile.now = { profile: { ...TILL_PROFILES.fixed, encoding: 'cp850' }, version: '2' };
    await sync();
    await sync({ TILL_SYNC_WITHDRAWN_FILE: join(folder, 'weg.csv') });
    expect(portal.held).toEqual([HELD, HELD, HELD, HELD]);
  });

  test('is sent as the till exports it, with the cursor of the last run', async () => {
    const text = 'PZN;VK\r\n00000017;12,50\r\n';
    await writeFile(join(folder, 'bestand.csv'), text);
    const args = ['--inventory', join(folder, 'bestand.csv')];
    expect(await run(settings(), log, args)).toBe(0);
    await sync();
    expect(await run(settings(), log, args)).toBe(0);
    expect(portal.inventories).toEqual([
      { cursor: null, text },
      { cursor: 'c1', text },
    ]);
    expect(lines[0]).toBe(
      'Bestand gesendet. Gleich: 1.234; anderer Preis: 1; fehlt in der Kasse: 2; nur in der Kasse: 3.',
    );
    expect(lines[1]).toBe('Der Bestand zählt noch nicht, bis ihn jemand bestätigt: Freiwahl fehlt ganz (231 Artikel).');
  });

  test('that cannot be read or is refused ends with 73, a wrong call with 78', async () => {
    expect(await run(settings(), log, ['--inventory', join(folder, 'nirgends.csv')])).toBe(73);
    portal.trouble.set('/inventory', [{ status: 422, body: { message: 'Zeile 3: Das ist keine PZN.' } }]);
    await writeFile(join(folder, 'bestand.csv'), 'x');
    expect(await run(settings(), log, ['--inventory', join(folder, 'bestand.csv')])).toBe(73);
    expect(lines.at(-1)).toBe('! Bestand senden: Zeile 3: Das ist keine PZN.');
    for (const args of [['--inventory'], ['--bestand', 'x'], ['--inventory', 'x', 'y']])
      expect(await run(settings(), log, args)).toBe(78);
    expect(portal.inventories).toEqual([]);
  });
});

// Rules 9.7 and 9.15.
describe('a run', () => {
  test('writes the whole list, remembers the cursor and acknowledges it', async () => {
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe(FIRST);
    expect(portal.acknowledged).toEqual(['c1']);
    expect(lines).toEqual(['Die ganze Preisliste wird geladen.', `3 Artikel geladen, geschrieben nach ${file}.`]);
    expect(await readdir(join(folder, 'kasse'))).toEqual(['preise.csv', 'preise.csv.stand.json']);
  });

  test('later loads changes only; withdrawn products stay with an empty price', async () => {
    await sync();
    portal.pages.set('c1', {
      prices: [
        ['00000017', null],
        ['00000052', 0.99],
      ],
      cursor: 'c2',
    });
    portal.pages.set('c2', { prices: [], cursor: 'c2' });
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe('PZN;VK\r\n00000017;\r\n00000023;\r\n00000046;1234,05\r\n00000052;0,99\r\n');
    expect(await sync()).toBe(0);
    expect(portal.acknowledged).toEqual(['c1', 'c2', 'c2']);
    expect(lines.slice(2)).toEqual([`2 Artikel geladen, geschrieben nach ${file}.`, 'Keine neuen Preise.']);
  });

  test('takes a whole list in the place of everything before, also when it begins amid the pages', async () => {
    await sync();
    portal.pages.set('c1', { prices: [['00000017', 99]], cursor: 'amid', more: true });
    portal.pages.set('amid', { reload: 'outdated', prices: [['00000052', 3]], cursor: 'c9' });
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe('PZN;VK\r\n00000017;\r\n00000023;\r\n00000046;\r\n00000052;3,00\r\n');
  });

  test.each([
    ['the price file is gone', () => rm(file)],
    ['the state is broken', () => writeFile(`${file}.stand.json`, '{"pharm')],
    ['power failed before the state was written', () => rm(`${file}.stand.json`)],
  ])('loads the whole list when %s', async (_, damage) => {
    await sync();
    await damage();
    portal.calls.length = 0;
    expect(await sync()).toBe(0);
    expect(portal.calls).toContain('GET /api/till/v1/77/prices?limit=5000');
    expect(await priceFile()).toBe(FIRST);
  });
});

describe('trouble that passes', () => {
  const troubles: [string, Trouble[]][] = [
    ['503', [{ status: 503 }, { status: 502 }]],
    ['a cut connection', ['cut']],
    ['a connection cut in the middle of the answer', ['cut in the body', 'cut in the body']],
    ['no answer in time', ['silence']],
  ];
  test.each(troubles)('%s is tried again, on every call', async (_, wrong) => {
    for (const path of ['/api/config', TOKEN_PATH, '/profile', '/prices', '/ack']) portal.trouble.set(path, [...wrong]);
    // a busy machine answers some of the others too late as well
    expect(await sync({ TILL_SYNC_TIMEOUT_MS: '1000', TILL_SYNC_ATTEMPTS: '20' })).toBe(0);
    expect(await priceFile()).toBe(FIRST);
    expect(portal.acknowledged).toEqual(['c1']);
    const tries = lines.filter((line) => line.includes('Neuer Versuch')).length;
    expect(tries).toBeGreaterThanOrEqual(4 * wrong.length);
  });

  test('waits as long as the server asks for, and longer each time', async () => {
    portal.trouble.set('/prices', [{ status: 429, headers: { 'Retry-After': '1' } }]);
    expect(await sync()).toBe(0);
    const retried = portal.calls.findIndex((call) => call.includes('/prices')) + 1;
    expect(portal.waits[retried]).toBeGreaterThanOrEqual(990);

    await portal.close();
    portal = await startFakePortal();
    portal.trouble.set('/api/config', [{ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 }]);
    expect(await sync({ TILL_SYNC_RETRY_MS: '100' })).toBe(75);
    // Between half and the whole of 100, 200 and 400 ms.
    for (const [index, shortest] of [50, 100, 200].entries()) {
      expect(portal.waits[index + 1]).toBeGreaterThanOrEqual(shortest - 5);
    }
  });

  test('that lasts ends the run with 75 and leaves file, state and acknowledgement as they were', async () => {
    await sync();
    const state = await readFile(`${file}.stand.json`, 'utf8');
    portal.pages.set('c1', { prices: [['00000017', 99]], cursor: 'c1-page', more: true });
    portal.pages.delete('c1-page');
    expect(await sync()).toBe(75);
    expect([await priceFile(), await readFile(`${file}.stand.json`, 'utf8')]).toEqual([FIRST, state]);
    expect(portal.acknowledged).toEqual(['c1']);
    expect(lines.at(-1)).toBe('! Preise abrufen: der Server antwortet mit 500.');
  });

  test('at the acknowledgement is made up for by the next run', async () => {
    portal.trouble.set(
      '/ack',
      Array.from({ length: 4 }, () => 'cut' as const),
    );
    expect(await sync()).toBe(75);
    expect(await priceFile()).toBe(FIRST);
    expect(await sync()).toBe(0);
    expect(portal.acknowledged).toEqual(['c1']);
  });

  test('a list that was exchanged before the acknowledgement is left to the next run', async () => {
    portal.trouble.set('/ack', [{ status: 409, body: { message: 'Der Cursor gilt nicht mehr.' } }]);
    expect(await sync()).toBe(75);
    expect(lines.at(-1)).toBe('! Bestätigen: Der Cursor gilt nicht mehr.');
  });
});

describe('trouble that stays', () => {
  test('a wrong secret ends with 77 at once', async () => {
    expect(await sync({ TILL_SYNC_CLIENT_SECRET: 'wrong' })).toBe(77);
    expect(portal.calls).toHaveLength(2);
    expect(lines).toEqual([
      '! Anmelden: der Anmeldedienst lehnt ab (401). Bitte TILL_SYNC_CLIENT_ID und TILL_SYNC_CLIENT_SECRET prüfen.',
    ]);
  });

  test('a token that expires during the run is fetched anew, one that is never accepted ends with 77', async () => {
    portal.trouble.set('/ack', [{ status: 401 }]);
    expect(await sync()).toBe(0);
    expect(portal.calls.filter((call) => call.includes(TOKEN_PATH))).toHaveLength(2);
    portal.trouble.set('/prices', [{ status: 401 }, { status: 401 }]);
    expect(await sync()).toBe(77);
  });

  test('a pharmacy of somebody else ends with 77', async () => {
    expect(await sync({ TILL_SYNC_PHARMACY: '78' })).toBe(77);
    expect(lines.at(-1)).toContain('Keine Zugriffsrechte auf die Ressource');
  });

  test.each([
    ['no page', { hello: 1 }],
    ['a price that cannot be', { prices: [{ pzn: '00000017', price: -1 }], cursor: 'c', more: false, reload: null }],
    ['no PZN', { prices: [{ pzn: '17', price: 1 }], cursor: 'c', more: false, reload: null }],
  ])('an answer that is %s ends with 76 and writes nothing', async (_, body) => {
    portal.trouble.set('/prices', [{ status: 200, body }]);
    expect(await sync()).toBe(76);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a portal that does not move on ends with 76', async () => {
    portal.pages.set('page-1', { prices: [], cursor: 'page-1', more: true });
    expect(await sync()).toBe(76);
  });

  test('a folder that is none ends with 73', async () => {
    await writeFile(join(folder, 'kasse'), '');
    expect(await sync()).toBe(73);
    expect(lines.at(-1)).toContain('lässt sich nicht');
  });

  test('settings are checked before anything is called', async () => {
    const faulty = { TILL_SYNC_PORTAL: 'http://portal.example', TILL_SYNC_CLIENT_ID: '', TILL_SYNC_PHARMACY: 'x' };
    expect(await sync(faulty)).toBe(78);
    expect(portal.calls).toEqual([]);
    for (const name of ['TILL_SYNC_PORTAL', 'TILL_SYNC_CLIENT_ID', 'TILL_SYNC_PHARMACY']) {
      expect(lines.at(-1)).toContain(name);
    }
  });
});

describe('a file that the program has not written (rule 9.14)', () => {
  const FOREIGN = FIRST.replace('12,50', '0,01');

  test.each([
    ['changed by somebody', () => writeFile(file, FOREIGN), FOREIGN],
    ['something else', () => writeFile(file, 'Hallo'), 'Hallo'],
  ])('%s is left as it is, and nothing is acknowledged', async (_, damage, content) => {
    await sync();
    await damage();
    expect(await sync()).toBe(73);
    expect(await priceFile()).toBe(content);
    expect(portal.acknowledged).toEqual(['c1']);
    expect(lines.at(-1)).toContain(`! Die Datei ${file} ist nicht von diesem Programm oder wurde verändert`);
    await rm(file);
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe(FIRST);
  });

  test('is not overwritten by a first run either, unless it is what would be written', async () => {
    await mkdir(join(folder, 'kasse'));
    await writeFile(file, FOREIGN);
    expect(await sync()).toBe(73);
    expect(await readdir(join(folder, 'kasse'))).toEqual(['preise.csv']);
    await writeFile(file, FIRST);
    expect(await sync()).toBe(0);
  });

  test('one that was written just before the power failed is known', async () => {
    await sync();
    portal.pages.set('c1', { prices: [['00000017', 99]], cursor: 'c2' });
    portal.pages.set('c2', { prices: [], cursor: 'c2' });
    await mkdir(`${file}.neu`);
    expect(await sync()).toBe(73);
    expect(await priceFile()).toBe(FIRST);
    await rm(`${file}.neu`, { recursive: true });
    // as if only the state had been lost
    await writeFile(file, FIRST.replace('12,50', '99,00'));
    portal.calls.length = 0;
    expect(await sync()).toBe(0);
    expect(portal.calls).toContain('GET /api/till/v1/77/prices?limit=5000&since=c1');
    expect(await priceFile()).toBe(FIRST.replace('12,50', '99,00'));
    expect(portal.acknowledged).toEqual(['c1', 'c2']);
  });

  test('one of the time before profiles is known, with what it said of withdrawn articles', async () => {
    const former = 'PZN;VK\r\n00000005;1,00\r\n00000017;9,00\r\n';
    await mkdir(join(folder, 'kasse'));
    await writeFile(file, former);
    const sha256 = createHash('sha256').update(former).digest('hex');
    await writeFile(`${file}.stand.json`, JSON.stringify({ pharmacy: '77', cursor: 'old', sha256 }));
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe(FIRST.replace('VK\r\n', 'VK\r\n00000005;\r\n'));
  });

  test('unchanged prices in a folder that cannot be written are acknowledged, and the trouble is told', async () => {
    await sync();
    await mkdir(`${file}.neu`);
    expect(await sync()).toBe(73);
    expect(portal.acknowledged).toEqual(['c1', 'c1']);
    expect(lines.at(-1)).toContain(
      '! Die Preisdatei ist auf dem neuesten Stand, aber die nächste Preisänderung käme nicht',
    );
    expect(await readFile(file, 'utf8')).toBe(FIRST);
  });
});

describe('the profile of the pharmacy (rule 9.13)', () => {
  const { csv, fixed } = TILL_PROFILES;

  test('is that of the file, and a change of it writes the file anew', async () => {
    await sync();
    portal.profile.now = { profile: fixed, version: '2' };
    expect(await sync()).toBe(0);
    expect(await priceFile()).toBe('000000170001250\r\n00000023       \r\n000000460123405\r\n');
    expect(lines).toContain('Der Aufbau der Preisdatei hat sich geändert.');
    portal.calls.length = 0;
    expect(await sync()).toBe(0);
    expect(portal.calls).toContain('GET /api/till/v1/77/prices?limit=5000&since=c1');
  });

  test('with AVP and name loads them with every change, in the encoding of the profile', async () => {
    const columns = ['pzn', 'price', 'avp', 'name'].map((field) => ({ field, heading: field, width: null }));
    portal.profile.now = { profile: { ...csv, columns, encoding: 'windows-1252', withdrawn: 'omit' }, version: '3' };
    const page = (name: string, cursor: string): FakePage => ({
      reload: 'first',
      prices: [
        ['00000017', 12.5, { avp: 20, name }],
        ['00000023', null, { avp: null, name: 'weg' }],
      ],
      cursor,
    });
    portal.pages.set('', page('Größe', 'c1'));
    expect(await sync()).toBe(0);
    expect((await readFile(file)).toString('latin1')).toBe('pzn;price;avp;name\r\n00000017;12,50;20,00;Größe\r\n');
    portal.pages.set('c1', { prices: [], cursor: 'c2' });
    portal.pages.set('', page('Neuer Name', 'c2'));
    portal.calls.length = 0;
    expect(await sync()).toBe(0);
    expect(portal.calls).toContain('GET /api/till/v1/77/prices?limit=5000&details=true');
    expect((await readFile(file)).toString('latin1')).toContain(';Neuer Name\r\n');
  });

  test('withdrawn articles go to a file of their own where the settings name one', async () => {
    const gone = join(folder, 'kasse', 'ohne-preis.csv');
    expect(await sync({ TILL_SYNC_WITHDRAWN_FILE: gone })).toBe(0);
    expect(await priceFile()).toBe('PZN;VK\r\n00000017;12,50\r\n00000046;1234,05\r\n');
    expect(await readFile(gone, 'utf8')).toBe('PZN;VK\r\n00000023;\r\n');
    await writeFile(gone, 'fremd');
    portal.pages.set('c1', { prices: [['00000017', null]], cursor: 'c2' });
    expect(await sync({ TILL_SYNC_WITHDRAWN_FILE: gone })).toBe(73);
    expect(await priceFile()).toContain('00000017;12,50');
  });

  test('ends the file with count and sum, also that of the withdrawn articles (rule 9.40)', async () => {
    portal.profile.now = { profile: { ...TILL_PROFILES.csv, totals: 'sumLine' }, version: '2' };
    const withdrawnFile = join(folder, 'kasse', 'ohne-preis.csv');
    expect(await sync({ TILL_SYNC_WITHDRAWN_FILE: withdrawnFile })).toBe(0);
    expect([await priceFile(), await readFile(withdrawnFile, 'utf8')]).toEqual([
      'PZN;VK\r\n00000017;12,50\r\n00000046;1234,05\r\nSUMME;2;1246,55\r\n',
      'PZN;VK\r\n00000023;\r\nSUMME;0;0,00\r\n',
    ]);
  });

  test('writes a companion after the price file, makes up for it, and leaves one of somebody else (rule 9.41)', async () => {
    const companion = join(folder, 'kasse', 'preise.sum');
    portal.profile.now = { profile: { ...TILL_PROFILES.csv, totals: 'sumFile' }, version: '2' };
    expect(await sync()).toBe(0);
    expect([await priceFile(), await readFile(companion, 'utf8')]).toEqual([FIRST, 'SUMME;2;1246,55\r\n']);
    // a run that ended between the two
    await rm(companion);
    expect(await sync()).toBe(0);
    expect(await readFile(companion, 'utf8')).toBe('SUMME;2;1246,55\r\n');
    portal.pages.set('c1', { prices: [['00000017', 10]], cursor: 'c2' });
    portal.pages.set('c2', { prices: [], cursor: 'c2' });
    expect(await sync()).toBe(0);
    expect(await readFile(companion, 'utf8')).toBe('SUMME;2;1244,05\r\n');
    await writeFile(companion, 'fremd');
    expect(await sync()).toBe(73);
    expect([await readFile(companion, 'utf8'), lines.at(-1)]).toEqual(['fremd', expect.stringContaining(companion)]);
  });

  test('a companion never takes the name of another file', async () => {
    portal.profile.now = { profile: { ...TILL_PROFILES.csv, totals: 'countFile' }, version: '2' };
    expect(await sync({ TILL_SYNC_FILE: join(folder, 'preise.sum') })).toBe(78);
    expect(await readdir(folder)).toEqual([]);
  });

  test('that this program does not know ends with 76 and writes nothing', async () => {
    portal.profile.now = { profile: { ...csv, encoding: 'utf-16' }, version: '4' };
    expect(await sync()).toBe(76);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('as the process that is released: one file without packages', () => {
  let release: string;
  beforeAll(async () => {
    release = await mkdtemp(join(tmpdir(), 'till-sync-release-'));
    const bundle = join(import.meta.dirname, '../../../scripts/bundle-till-sync.mjs');
    await promisify(execFile)(process.execPath, [bundle, release]);
  });
  afterAll(() => rm(release, { recursive: true, force: true }));
  const job = (environment: Record<string, string> = {}, options: string[] = []) => {
    const child = spawn(process.execPath, [...options, join(release, 'till-sync.mjs')], {
      env: { ...process.env, ...settings(), TILL_SYNC_TIMEOUT_MS: '60000', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => void (output += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { ended, kill: () => child.kill('SIGKILL') };
  };
  const asked = async (path: string) => {
    while (!portal.calls.some((call) => call.includes(path))) await new Promise((resolve) => setTimeout(resolve, 20));
  };

  test('a second run at the same time steps back; one that was killed is in nobody’s way', async () => {
    portal.trouble.set('/prices', ['silence']);
    const first = job();
    await asked('/prices');
    const second = await job().ended;
    expect([second.code, second.output]).toEqual([75, expect.stringContaining('Ein anderer Lauf')]);
    first.kill();
    await first.ended;
    expect((await job().ended).code).toBe(0);
    expect(await priceFile()).toBe(FIRST);
  });

  test('tells each step with date and time', async () => {
    const { code, output } = await job().ended;
    expect(code).toBe(0);
    expect(output).toMatch(/^\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}:\d{2} {2}Die ganze Preisliste wird geladen\.\n/);
  });

  describe('on a file system that does not know a call, or where other programs have the file open', () => {
    /** Lets calls of the file system fail: `times` of `call`, with one of `codes` after the other. */
    const failing = (call: string, codes: string[], times: number) => {
      const hook = `
        import fsp from 'node:fs/promises';
        import { syncBuiltinESMExports } from 'node:module';
        let left = ${times};
        const codes = ${JSON.stringify(codes)};
        const fails = () => {
          if (left <= 0) return;
          const code = codes[left-- % codes.length];
          throw Object.assign(new Error(code + ': no'), { code });
        };
        const { open, rename } = fsp;
        fsp.open = async (path, ...rest) => {
          if ('${call}' === 'open' && String(path).endsWith('.neu')) fails();
          if ('${call}' === 'open folder' && String(path).endsWith('kasse')) fails();
          const handle = await open(path, ...rest);
          const { sync } = handle;
          const isFolder = String(path).endsWith('kasse');
          handle.sync = async () => {
            if ('${call}' === (isFolder ? 'fsync folder' : 'fsync')) fails();
            return sync.call(handle);
          };
          return handle;
        };
        fsp.rename = async (...names) => { if ('${call}' === 'rename') fails(); return rename(...names); };
        syncBuiltinESMExports();`;
      return ['--import', `data:text/javascript,${encodeURIComponent(hook)}`];
    };

    test.each([
      ...['EINVAL', 'EPERM', 'ENOTSUP', 'EIO'].map((code) => ['fsync folder', [code], 99]),
      ...['EACCES', 'EISDIR'].map((code) => ['open folder', [code], 99]),
      ...['EINVAL', 'ENOTSUP', 'ENOSYS'].map((code) => ['fsync', [code], 99]),
      ...['rename', 'open'].map((call) => [call, ['EPERM', 'EBUSY', 'EACCES'], 4]),
    ] as [string, string[], number][])('%s: %j stops no price', async (call, codes, times) => {
      const { code: ended, output } = await job({}, failing(call, codes, times)).ended;
      expect([ended, output]).toEqual([0, expect.stringContaining('3 Artikel geladen')]);
      expect(await priceFile()).toBe(FIRST);
      expect(portal.acknowledged).toEqual(['c1']);
    });

    test.each([
      ['rename', 'EBUSY'],
      ['fsync', 'EIO'],
      ['fsync', 'ENOSPC'],
    ])('%s: %s that stays ends with 73', async (call, code) => {
      const { code: ended, output } = await job({}, failing(call, [code], 99)).ended;
      expect([ended, output]).toEqual([73, expect.stringContaining(`lässt sich nicht schreiben (${code}).`)]);
      expect(portal.acknowledged).toEqual([]);
    });

    test('after a power cut that brought the former file back, the next run writes it anew', async () => {
      await sync();
      portal.pages.set('c1', { prices: [['00000017', 99]], cursor: 'c2' });
      portal.pages.set('c2', { prices: [], cursor: 'c2' });
      expect(await sync()).toBe(0);
      await writeFile(file, FIRST);
      expect(await sync()).toBe(0);
      expect(await priceFile()).toBe(FIRST.replace('12,50', '99,00'));
    });
  });

  describe('with a certificate that is not trusted', () => {
    const certificates = join(import.meta.dirname, 'certificates');
    const serving = async (name: string) => {
      const [key, cert] = await Promise.all(
        ['key.pem', name].map((each) => readFile(join(certificates, each), 'utf8')),
      );
      const server = createServer({ key, cert }, (_request, response) => void response.end('{}'));
      server.listen(0);
      await once(server, 'listening');
      return server;
    };

    test.each([
      ['of an unknown issuer', 'localhost.pem', '', 'NODE_OPTIONS=--use-system-ca'],
      ['that has expired', 'expired.pem', 'expired.pem', 'Bitte Datum und Uhrzeit dieses Rechners'],
      ['of another name', 'other.pem', 'other.pem', 'Es gilt für einen anderen Namen'],
    ])('%s ends with 69 at once and says what helps', async (_, served, trusted, remedy) => {
      const server = await serving(served);
      const { port } = server.address() as AddressInfo;
      const { code, output } = await job({
        TILL_SYNC_PORTAL: `https://localhost:${port}`,
        TILL_SYNC_CLIENT_ID: 'till-sync-77',
        NODE_EXTRA_CA_CERTS: trusted && join(certificates, trusted),
      }).ended;
      server.close();
      expect([code, output]).toEqual([
        69,
        expect.stringContaining(`Anmeldedienst suchen: dem Zertifikat von localhost:${port} wird nicht vertraut`),
      ]);
      expect(output).toContain(remedy);
      expect(output).not.toContain('Neuer Versuch');
    });

    test('the same certificate is taken where the operator trusts it', async () => {
      const server = await serving('localhost.pem');
      const { port } = server.address() as AddressInfo;
      const { output } = await job({
        TILL_SYNC_PORTAL: `https://localhost:${port}`,
        TILL_SYNC_CLIENT_ID: 'till-sync-77',
        NODE_EXTRA_CA_CERTS: join(certificates, 'localhost.pem'),
      }).ended;
      server.close();
      expect(output).toContain('antwortet kein Preisportal');
    });
  });
});
