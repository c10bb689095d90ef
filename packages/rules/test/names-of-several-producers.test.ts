import { expect, test } from '@jest/globals';
import { namesOfSeveralProducers } from '../src/index.ts';

test('finds the names that articles of several producers have, not those of two packs of one (rule 10.33)', () => {
  const rows = [
    ['Zink', 'STADA'],
    ['Salbe', 'BAYER'],
    ['Salbe', 'BAYER'],
    ['Zink', 'HEXAL'],
    ['Tee', 'BAYER'],
    ['Saft', 'A'],
    ['Saft', ''],
  ] as const;
  expect([
    ...namesOfSeveralProducers(
      rows.map(([name]) => name),
      rows.map(([, producer]) => producer),
    ),
  ]).toEqual(['Zink', 'Saft']);
});
