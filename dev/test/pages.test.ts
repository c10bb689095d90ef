import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { blocksOf, commandIn, commandsOf, inlineOf, withWords } from '../src/pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = ['first-day', 'operations', 'docker', 'betrieb'].map((name) => `docs/${name}.md`);
/** What begins so between backticks is a command. */
const COMMAND =
  /^(\$env:\S+ |[A-Z_]+=\S+ )*(npm|npx|node|docker|portal|tools|psql|pg_\w+|createdb|sh|curl|SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP) \S/;

/** Blocks, by their heading, and commands in sentences that no test runs, with the reason. */
const ENGINE = 'needs a container engine and images; dev/test/docker.test.ts reads its profiles, services and options';
const CITUS = 'dev/test-citus and faults --cluster do it by the functions behind it';
const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'docs/operations.md': {
    '## Several database servers': ENGINE,
    'DATABASE_URL=… npm run db:distribute': CITUS,
    'npm run db:migrate undistribute': CITUS,
    "DELETE FROM pg_dist_object o WHERE classid = 'pg_authid'::regclass AND NOT EXISTS (SELECT FROM pg_roles r WHERE r.oid = o.objid)":
      'mends what only a superuser can break in the catalogue of Citus',
    'psql portal': 'says where one is',
  },
  'docs/docker.md': {
    'docker compose logs migrate identity portal': ENGINE,
    'portal up --detach --scale identity=0': ENGINE,
    'tools NAME …': 'a form, not a command',
  },
  'docs/betrieb.md': {
    "$env:PORTAL_PORT=3010; $env:PORTAL_DATA='.portal-2'; npm start": 'Windows',
  },
};

type Read = { readonly page: string; readonly what: string; readonly language: string; readonly count: number };

/** The calls of `commandsOf` and `commandIn` in the files of tests, each with words of its own for page and place. */
function readByTests(): Read[] {
  const files = globSync('{dev,e2e,faults,apps/api/test}/**/*.ts', {
    cwd: ROOT,
    exclude: (name) => /node_modules$|pages\.test\.ts$/.test(name),
  });
  const [text, number] = [`\\s*(?:'([^']+)'|"([^"]+)")`, '\\s*(\\d+)'];
  const blocks = new RegExp(`\\bcommandsOf\\(${text},${text},${number}(?:,${text})?`, 'g');
  const inline = new RegExp(`\\bcommandIn\\(${text},${text}`, 'g');
  return files.flatMap((file) => {
    const source = readFileSync(`${ROOT}${file}`, 'utf8');
    return [
      ...[...source.matchAll(blocks)].map(([, a, b, c, d, count, e, f]) => ({
        page: a ?? b ?? '',
        what: c ?? d ?? '',
        count: Number(count),
        language: e ?? f ?? '',
      })),
      ...[...source.matchAll(inline)].map(([, a, b, c, d]) => ({
        page: a ?? b ?? '',
        what: c ?? d ?? '',
        count: 1,
        language: 'inline',
      })),
    ];
  });
}

describe.each(PAGES)('%s', (page) => {
  const blocks = blocksOf(page);
  const listed = NOT_RUN[page] ?? {};
  const inline = inlineOf(page).filter((text) => COMMAND.test(text));
  const all = readByTests();
  const read = all.filter((one) => one.page === page);

  test('every block is run by a test, or listed with the reason', () => {
    const missing = blocks.filter(({ heading, language }) => {
      const there = blocks.filter((other) => other.heading === heading && other.language === language).length;
      const by = read.filter((one) => one.what === heading && one.language === language);
      return !(heading in listed) && !(by.length > 0 && by.every(({ count }) => count === there));
    });
    expect(missing).toEqual([]);
  });

  test('every command of a sentence is run by a test, stands in a block, or is listed with the reason', () => {
    const known = PAGES.flatMap(blocksOf).map(({ text }) => text);
    const missing = inline.filter(
      (text) =>
        !(text in listed) &&
        !all.some(({ what }) => what.includes(text)) &&
        !known.some((block) => block.includes(text)),
    );
    expect(missing).toEqual([]);
  });

  test('nothing is listed that is run, or gone', () => {
    const places = new Set([...blocks.map(({ heading }) => heading), ...inline]);
    expect(Object.keys(listed).filter((what) => !places.has(what) || read.some((one) => one.what === what))).toEqual(
      [],
    );
  });

  test('every script of package.json that it names is there', () => {
    const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: Record<string, string> };
    const text = readFileSync(ROOT + page, 'utf8');
    const named = [...text.matchAll(/\b(?:npm run|pnpm) ([a-z][\w:-]*)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

test('a block more, a command that is gone and a word that is not there are refused', () => {
  expect(() => commandsOf('docs/first-day.md', '## 2. Start', 1)).toThrow('has 2 blocks');
  expect(() => commandIn('docs/betrieb.md', 'npm run nothing')).toThrow('has no command');
  expect(() => withWords('psql portal', { portal_owner: 'x' })).toThrow('is not in');
});
