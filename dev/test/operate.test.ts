import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operate } from '@portal/operate/operate.ts';

const PNPM = fileURLToPath(new URL('../src/operate/cli.ts', import.meta.url));
const RUN = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const IMAGE = fileURLToPath(new URL('../../tools/operate/src/main.ts', import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-operate-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { PATH: process.env.PATH, PORTAL_DATA: join(folder, 'data'), ...env },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test.each([
  [PNPM, 'migrate', 'status'],
  [PNPM, 'migrate', 'new', 'name'],
  [IMAGE, 'migrate'],
])('without an address %s %s %s says so in a sentence and touches no other database', (program, ...args) => {
  expect(run(program, args, { DATABASE_URL: '' })).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^DATABASE_URL fehlt: [^\n]+\n$/),
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('an address and --embedded contradict each other', () => {
  const { status, stderr } = run(PNPM, ['migrate', '--embedded'], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:9/c' });
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('entweder diese Adresse oder') });
});

test('an option that npm has kept for itself is not passed over in silence', () => {
  const { status, stderr } = run(RUN, ['pharmacies', 'file.csv'], { npm_config_check: 'true' });
  expect({ status, stderr }).toEqual({
    status: 2,
    stderr: 'Optionen stehen hinter „--“: npm run pharmacies -- … --check\n',
  });
});

const NOWHERE = 'postgresql://a:b@127.0.0.1:9/c';
test.each([
  [['migrate'], undefined, /^DATABASE_URL fehlt: /],
  [['migrate', 'distribute'], '', /^DATABASE_URL fehlt: /],
  [['history'], undefined, /^DATABASE_URL fehlt: /],
  [['pharmacies', 'file.csv'], '', /^DATABASE_URL fehlt: /],
  [['migrate', 'deploy'], 'portal', /^DATABASE_URL: keine Adresse der Form/],
  [['migrate', '--', 'status'], NOWHERE, /^Nothing was done. DATABASE_URL: no server answers at this address/],
  [['migrate', 'stauts'], NOWHERE, /^usage: /],
  [['migrate', 'detach'], NOWHERE, /^usage: /],
  [['migrate', 'status', 'all'], NOWHERE, /^usage: /],
  [['verify'], NOWHERE, /^Befehle: migrate, history, /],
  [['constructor'], NOWHERE, /^Befehle: /],
  [[], NOWHERE, /^Befehle: /],
])('%j with the address %p is refused with 2', async (args, url, sentence) => {
  const [said, complained]: [string[], string[]] = [[], []];
  const output = {
    say: (line: string) => void said.push(line),
    complain: (line: string) => void complained.push(line),
  };
  expect(await operate(args, { DATABASE_URL: url }, output)).toBe(2);
  expect({ said, complained }).toEqual({ said: [], complained: [expect.stringMatching(sentence)] });
});
