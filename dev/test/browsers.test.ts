import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type ecmaVersion, parse } from 'acorn';
import { buildTargets, oldestBrowsers } from '../../apps/web/browser-targets.ts';
import { buildWeb, ROOT } from '../src/stack/build-web.ts';

/** From which version on a browser knows all the syntax of a year, by https://compat-table.github.io and MDN. */
const SYNTAX: Record<number, Record<string, number>> = {
  2022: { chrome: 94, edge: 94, firefox: 93, safari: 16.4, ios: 16.4 },
  2023: { chrome: 94, edge: 94, firefox: 93, safari: 16.4, ios: 16.4 },
  2024: { chrome: 112, edge: 112, firefox: 116, safari: 17, ios: 17 },
  2025: { chrome: 125, edge: 125, firefox: 138, safari: 26, ios: 26 },
};

/** Functions that came after the oldest supported browsers; a part that asks first whether they are there may use them. */
const TOO_NEW =
  /\b(?:Promise\.try|Array\.fromAsync|RegExp\.escape|Iterator\.(?:from|concat)|Math\.(?:sumPrecise|f16round)|Error\.isError|Uint8Array\.from(?:Base64|Hex)|Temporal\.Now|Float16Array)\(/;

/** The latest year whose syntax all of them know. */
function knownSyntax(oldest: Record<string, string>): number {
  const known = Object.entries(SYNTAX).filter(([, since]) =>
    Object.entries(oldest).every(([engine, version]) => Number(version) >= (since[engine] ?? Number.POSITIVE_INFINITY)),
  );
  return Math.max(...known.map(([year]) => Number(year)));
}

const fits = (code: string, year: number, sourceType: 'module' | 'script' = 'module') => {
  parse(code, { ecmaVersion: year as ecmaVersion, sourceType });
};

describe('the supported browsers (browserslist in apps/web/package.json)', () => {
  test('are these, and README names them', () => {
    expect(oldestBrowsers()).toEqual({ chrome: '119', edge: '119', firefox: '128', safari: '17.4', ios: '17.4' });
    expect(buildTargets().toSorted()).toEqual(['chrome119', 'edge119', 'firefox128', 'ios17.4', 'safari17.4']);
    const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
    for (const name of ['Chrome and Edge from 119', 'Firefox from 128', 'Safari from 17.4'])
      expect(readme).toContain(name);
  });

  test('know the syntax up to the year that the oldest of them knows', () => {
    expect(knownSyntax(oldestBrowsers())).toBe(2024);
    expect(knownSyntax({ chrome: '119', safari: '16.5' })).toBe(2023);
    expect(() => fits('await using x = y;', 2024)).toThrow(SyntaxError);
    expect(() => fits('/(?i:a)/', 2024)).toThrow(SyntaxError);
    expect(() => fits('export const x = /[\\p{L}--[a-z]]/v;', 2024)).not.toThrow();
  });

  test('that no target of the build stands for are refused', () => {
    expect(() => oldestBrowsers(['ie 11'])).toThrow('ie 11');
  });
});

describe('the built web application', () => {
  let scripts: [name: string, code: string][];
  beforeAll(async () => {
    const { folder } = await buildWeb();
    const assets = join(folder, 'assets');
    scripts = readdirSync(assets)
      .filter((name) => name.endsWith('.js'))
      .map((name) => [name, readFileSync(join(assets, name), 'utf8')]);
  }, 180_000);

  test('uses no syntax that a supported browser does not know', () => {
    expect(scripts.length).toBeGreaterThan(10);
    const year = knownSyntax(oldestBrowsers());
    const issues = scripts.flatMap(([name, code]) => {
      try {
        fits(code, year);
        return [];
      } catch (error) {
        return [`${name}: ${String(error)}`];
      }
    });
    expect(issues).toEqual([]);
  });

  test('calls no function that came later', () => {
    expect(scripts.filter(([, code]) => TOO_NEW.test(code)).map(([name]) => name)).toEqual([]);
  });

  test('asks for translations under the name of their content, which are there', async () => {
    const { folder } = await buildWeb();
    const named = scripts.flatMap(([, code]) => /\/assets\/i18n\/[\da-f]{16}/.exec(code)?.[0] ?? []);
    expect(named).toHaveLength(1);
    const common = (path: string) => readFileSync(join(folder, path, 'de/common.json'), 'utf8');
    expect(common(named[0] as string)).toBe(common('assets/i18n'));
  });

  test('is preceded by a script that browsers of any age can read', () => {
    const code = readFileSync(join(ROOT, 'apps/web/public/start.js'), 'utf8');
    expect(() => fits(code, 5, 'script')).not.toThrow();
  });
});
