import { expect, test } from '@jest/globals';
import { plainArray } from '../../src/db/plain-array.ts';

test('an array of numbers and nothing is a parameter', () => {
  expect(plainArray([1, null, 25])).toBe('{1,NULL,25}');
});
