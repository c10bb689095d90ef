import { describe, expect, test } from '@jest/globals';
import { accessFrom, linkCountry, normalizeCountry, supportCountry } from '../src/index.ts';

const AUSTRIA = [
  'AT',
  'at',
  ' At ',
  'aT\n',
  '\u00a0AT',
  'AUT',
  'aut',
  'Österreich',
  'O\u0308sterreich',
  'oesterreich',
  'Austria',
];
const GERMANY = ['DE', 'de', ' De', 'DEU', 'Deutschland', 'germany', '', '  ', null, undefined];

// Rule 1.7.
describe('a country', () => {
  test.each(AUSTRIA)('%j is Austria wherever one is compared', (text) => {
    expect([normalizeCountry(text), supportCountry(text), linkCountry(text)]).toEqual(['AT', 'AT', 'other']);
    expect(accessFrom(['solvena_customer', 'TP_user_1'], text).refusedCountry).toBe(true);
    expect(accessFrom(['solvena_sales'], text).refusedCountry).toBe(false);
  });

  test.each(GERMANY)('%j is Germany', (text) => {
    expect([normalizeCountry(text), supportCountry(text), linkCountry(text)]).toEqual(['DE', 'DE', 'de']);
    expect(accessFrom(['solvena_customer', 'TP_user_1'], text).refusedCountry).toBe(false);
  });

  test('any other has the German contacts, the other links, and access', () => {
    expect([normalizeCountry(' ch'), supportCountry('CH'), linkCountry('CH')]).toEqual(['CH', 'DE', 'other']);
    expect(accessFrom(['solvena_customer', 'TP_user_1'], 'CH').refusedCountry).toBe(false);
  });
});
