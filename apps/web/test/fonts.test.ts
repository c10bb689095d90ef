import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const web = join(import.meta.dirname, '..');
const inter = createRequire(import.meta.url).resolve('@fontsource-variable/inter/unicode.json');

/** 'U+2190,U+2194-2199' as numbers from and to. */
const rangesOf = (text: string) =>
  [...text.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);

/** Of the faces in our own sheet. */
const ownRanges = () =>
  [...readFileSync(join(web, 'src/app/global.css'), 'utf8').matchAll(/unicode-range:\s*([^;]+);/g)].map(
    ([, text = '']) => rangesOf(text),
  );

// Rule 10.34.
test('the Latin letters of our own file are those of the package, whose file it takes the place of', () => {
  const { latin } = JSON.parse(readFileSync(inter, 'utf8')) as { latin: string };
  expect(rangesOf(latin).length).toBeGreaterThan(10);
  expect(ownRanges()[0]).toEqual(rangesOf(latin));
});

test('every character that screens say is in a font that the portal brings', () => {
  const ranges = [...rangesOf(readFileSync(inter, 'utf8')), ...ownRanges().flat()];
  const files = ['src/**/*.{ts,tsx}', 'public/**/*.json'].flatMap((pattern) => globSync(pattern, { cwd: web }));
  expect(files.length).toBeGreaterThan(100);
  const text = files.map((file) => readFileSync(join(web, file), 'utf8')).join('');
  expect(text).toContain('→'); // which Inter's files leave out
  const missing = [...new Set(text)].filter((character) => {
    const code = character.codePointAt(0) as number;
    return character !== '\n' && !ranges.some(([from = 0, to = 0]) => from <= code && code <= to);
  });
  expect(missing).toEqual([]);
});
