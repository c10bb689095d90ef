import { expect, test } from '@jest/globals';
import { plainArray, readJoined } from '../../src/db/plain-array.ts';

test.each([
  [[0], '0'],
  [[null], ''],
  [[1, null, 1099], '1,,1099'],
  [[null, null], ','],
])('a column %j is read from the text %j', (values, text) => {
  expect(readJoined(text)).toEqual(values);
});

test('an array of numbers and nothing is a parameter', () => {
  expect(plainArray([1, null, 25])).toBe('{1,NULL,25}');
});
