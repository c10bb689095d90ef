import { expect, test } from '@jest/globals';
import { takesOffMany } from '../../src/index.ts';

test.each([
  [295, 298, true],
  [10, 100, false],
  [11, 100, true],
  [1, 9, true],
  [0, 0, false],
  [0, 5, false],
])('%d of %d articles that leave the list: asked again %s (rule 6.5)', (count, listCount, asked) => {
  expect(takesOffMany({ count, listCount })).toBe(asked);
});
