import { expect, test } from '@jest/globals';
import { packageFileName, parsePackageFileName } from '../src/index.ts';

const day = { year: 2026, month: 3, day: 9 };

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
])('%s names none', (name) => {
  expect(parsePackageFileName(name)).toBeUndefined();
});

test.each(['MDP', 'QDP', 'LZD'] as const)('a name written for an %s is read again', (kind) => {
  const name = packageFileName(kind, { group: 'OTC', apoId: 200101, pharmacyName: 'Apotheke_am "Markt"', day });
  expect(parsePackageFileName(name)).toMatchObject({ kind, productGroup: 'OTC', apoId: '200101', date: day });
});
