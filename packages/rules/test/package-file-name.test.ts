import { expect, test } from '@jest/globals';
import { packageFileName, parsePackageFileName } from '../src/index.ts';

const day = { year: 2026, month: 3, day: 9 };

// Rule 10.6.
test.each([
  ['MDP_OTC_200101_Löwen-Apotheke_9_3_2026.csv', 'MDP', 'OTC', 'Löwen-Apotheke'],
  ['qdp_freiwahl_200101_Adler_09_03_2026 (2).CSV', 'QDP', 'FREIWAHL', 'Adler'],
  ['ZumDurchsehen_Hilfsmittel_200101_Adler_9_3_2026.csv', 'LZD', 'HILFSMITTEL', 'Adler'],
])('%s names kind, group, ApoID and day', (name, kind, productGroup, pharmacyName) => {
  expect(parsePackageFileName(name)).toEqual({ kind, productGroup, apoId: '200101', pharmacyName, date: day });
});

test.each([
  'LZD_OTC_200101_Adler_9_3_2026.csv',
  'XDP_OTC_200101_Adler_9_3_2026.csv',
  'MDP_OTC_200101_9_3_2026.csv',
  'MDP_RX_200101_Adler_9_3_2026.csv',
  'MDP_OTC_200101_Adler_30_2_2026.csv',
  'MDP_OTC_200101_Adler_9_3_2026.xlsx',
  'MDP_OTC_200101_Adler_9_3_2026.csv.txt',
  'MDP_OTC_200101_Adler_9_3_2026_neu.csv',
  'MDP_OTC__Adler_9_3_2026.csv',
  'MDP_OTC_200101_Adler_x9_3_2026.csv',
  'MDP_OTC_200101_Adler_9x_3_2026.csv',
  'MDP_OTC_200101_Adler_009_3_2026.csv',
  'MDP_OTC_200101_Adler_ 9_3_2026.csv',
  'MDP_OTC_200101_Adler_9 _3_2026.csv',
  'MDP_OTC_200101_Adler_9_ 3_2026.csv',
  'MDP_OTC_200101_Adler_9_3 _2026.csv',
  'MDP_OTC_200101_Adler_9_3_ 2026.csv',
  'MDP_OTC_200101_Adler_9_3_2026 .csv',
  'MDP_OTC_200101_Adler_9_3_26.csv',
  'MDP_OTC_200101_Adler__3_2026.csv',
  'MDP.csv',
  'MDP_OTC.csv',
])('%s names none', (name) => {
  expect(parsePackageFileName(name)).toBeUndefined();
});

test('blanks around a name do not belong to it', () => {
  expect(parsePackageFileName('  MDP_OTC_200101_Adler_9_3_2026.csv ')?.kind).toBe('MDP');
});

test.each(['MDP', 'QDP', 'LZD'] as const)('a name written for an %s is read again', (kind) => {
  const name = packageFileName(kind, { group: 'OTC', apoId: 200101, pharmacyName: 'Apotheke_am "Markt"', day });
  expect(parsePackageFileName(name)).toMatchObject({ kind, productGroup: 'OTC', apoId: '200101', date: day });
});
