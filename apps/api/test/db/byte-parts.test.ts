import { expect, test } from '@jest/globals';
import { cutParts, lengthOf, linesOf } from '../../src/db/byte-parts.ts';

const parts = ['ab', 'c\nde', '\n\nf', '', 'g'].map((text) => Buffer.from(text));
const texts = (cut: readonly Buffer[]) => cut.map(String);

test.each([
  [0, 2, ['ab']],
  [1, 3, ['b', 'c']],
  [3, 6, ['\nde']],
  [5, 8, ['e', '\n\n']],
  [8, undefined, ['f', '', 'g']],
  [10, undefined, []],
  [0, 0, []],
])('bytes from %i to %p are cut without being copied', (from, to, expected) => {
  const cut = cutParts(parts, from, to);
  expect(texts(cut)).toEqual(expected);
  for (const each of cut) expect(parts.some((part) => part.buffer === each.buffer)).toBe(true);
});

test('lines go over the ends of parts', () => {
  const lines = linesOf(parts);
  expect(lines.map((line) => texts(line).join(''))).toEqual(['abc', 'de', '', 'fg']);
  expect(linesOf([])).toEqual([[]]);
  expect(lengthOf(parts)).toBe(10);
});
