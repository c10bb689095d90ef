import { describe, expect, test } from '@jest/globals';
import { lzdFileWarnings, parseLzdFileName } from '../src/index.ts';

const good = 'ZumDurchsehen_OTC_4711_Adler Apotheke_1_9_2025.csv';
const context = { apoId: 4711, groupsWithOpenUpdate: [] };

// Rule 6.4.
test('a name is read', () => {
  expect(parseLzdFileName(good)).toEqual({
    productGroup: 'OTC',
    apoId: '4711',
    pharmacyName: 'Adler Apotheke',
    date: { year: 2025, month: 9, day: 1 },
  });
});

test.each([
  good,
  'zumdurchsehen_otc_4711_Adler_01_09_2025.CSV',
  'ZUMDURCHSEHEN_Freiwahl_4711_Löwen-Apotheke_29_2_2024.csv',
  'ZumDurchsehen_HILFSMITTEL_4711_Adler_31_12_2025 (1).csv',
  'ZumDurchsehen_HILFSMITTEL_4711_Adler_31_12_2025(12).csv',
])('%s may come in', (name) => {
  expect(lzdFileWarnings(name, context)).toEqual([]);
});

describe('a broken name gives one warning only', () => {
  test.each([
    ['no csv', 'ZumDurchsehen_OTC_4711_Adler_1_9_2025.xlsx'],
    ['no extension', 'ZumDurchsehen_OTC_4711_Adler_1_9_2025'],
    ['six parts', 'ZumDurchsehen_OTC_4711_1_9_2025.csv'],
    ['eight parts', 'ZumDurchsehen_OTC_4711_Adler_Apotheke_1_9_2025.csv'],
    ['another beginning', 'Durchgesehen_OTC_4711_Adler_1_9_2025.csv'],
    ['an unknown group', 'ZumDurchsehen_RX_4711_Adler_1_9_2025.csv'],
    ['no ApoID', 'ZumDurchsehen_OTC__Adler_1_9_2025.csv'],
    ['a day that does not exist', 'ZumDurchsehen_OTC_4711_Adler_31_4_2025.csv'],
    ['29 February of a common year', 'ZumDurchsehen_OTC_4711_Adler_29_2_2025.csv'],
    ['a two-digit year', 'ZumDurchsehen_OTC_4711_Adler_1_9_25.csv'],
    ['a three-digit year', 'ZumDurchsehen_OTC_4711_Adler_1_9_202.csv'],
    ['words for a date', 'ZumDurchsehen_OTC_4711_Adler_1_Sep_2025.csv'],
    ['nothing', ''],
  ])('%s', (_name, fileName) => {
    expect(lzdFileWarnings(fileName, { apoId: 1, groupsWithOpenUpdate: ['OTC'] })).toEqual(['badName']);
  });
});

test('another pharmacy and an open update are named together', () => {
  expect(lzdFileWarnings(good, { apoId: 4712, groupsWithOpenUpdate: [] })).toEqual(['otherPharmacy']);
  expect(lzdFileWarnings(good, { apoId: 4711, groupsWithOpenUpdate: ['OTC'] })).toEqual(['openUpdate']);
  expect(lzdFileWarnings(good, { apoId: 4711, groupsWithOpenUpdate: ['FREIWAHL'] })).toEqual([]);
  expect(lzdFileWarnings(good, { apoId: 4712, groupsWithOpenUpdate: ['OTC'] })).toEqual([
    'otherPharmacy',
    'openUpdate',
  ]);
});

test('ApoIDs are compared as text', () => {
  expect(lzdFileWarnings('ZumDurchsehen_OTC_04711_Adler_1_9_2025.csv', context)).toEqual(['otherPharmacy']);
});
