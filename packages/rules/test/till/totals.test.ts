import { describe, expect, test } from '@jest/globals';
import {
  TILL_PROFILES,
  TILL_TOTALS,
  tillCompanion,
  tillCompanionName,
  type TillFileRow,
  tillPreview,
  tillProfileNameOf,
  type TillProfile,
  type TillTotals,
  withTotals,
  writeTillFile,
} from '../../src/index.ts';

const row = (pzn: string, price: number | null): TillFileRow => ({
  pzn,
  productGroup: 'OTC',
  price,
  avp: null,
  type: null,
  name: '',
  validFrom: null,
});
const ROWS = [row('00000017', 1250), row('01234562', null), row('09999999', 9_999_999)];
const { csv, fixed } = TILL_PROFILES;
const fileOf = (profile: TillProfile, rows = ROWS) => Buffer.from(writeTillFile(profile, rows)).toString('utf8');
const endOf = (profile: TillProfile, totals: TillTotals) =>
  fileOf({ ...profile, totals }).slice(fileOf(profile).length) + (tillCompanion({ ...profile, totals }, ROWS) ?? '');

describe('count and sum of a till’s file (rules 9.40 and 9.41)', () => {
  test('are those of the articles with a price, in the form of the profile', () => {
    expect(TILL_TOTALS.map((totals) => endOf(csv, totals))).toEqual([
      'SUMME;2;100012,49\r\n',
      'ANZAHL;2\r\n',
      'SUMME;2;100012,49\r\n',
      'ANZAHL;2\r\n',
      '2;100012,49\r\n',
    ]);
    expect(endOf({ ...csv, separator: '|', decimals: 'point', lineEnd: 'lf' }, 'sumLine')).toBe('SUMME|2|100012.49\n');
  });

  test('have widths of their own where the columns have', () => {
    expect(TILL_TOTALS.map((totals) => endOf(fixed, totals))).toEqual([
      'SUMME   0000000200000010001249\r\n',
      'ANZAHL  00000002\r\n',
      'SUMME   0000000200000010001249\r\n',
      'ANZAHL  00000002\r\n',
      '0000000200000010001249\r\n',
    ]);
    const inEuros: TillProfile = { ...fixed, decimals: 'comma', totals: 'numbersFile' };
    expect(tillCompanion(inEuros, ROWS)).toBe('00000002     100012,49\r\n');
  });

  test('stand in the file or beside it, never in both; of no articles they are 0', () => {
    for (const totals of TILL_TOTALS) {
      const isLine = fileOf({ ...csv, totals }) !== fileOf(csv);
      expect(isLine).toBe(tillCompanion({ ...csv, totals }, ROWS) === null);
    }
    expect(fileOf({ ...csv, totals: 'sumLine' }, [])).toBe('PZN;VK\r\nSUMME;0;0,00\r\n');
  });

  test('a profile without them writes byte for byte what it wrote before, and has no companion', () => {
    const before = 'PZN;VK\r\n00000017;12,50\r\n01234562;\r\n09999999;99999,99\r\n';
    expect([fileOf(csv), fileOf({ ...csv, totals: undefined })]).toEqual([before, before]);
    expect(fileOf(fixed)).toBe('000000170001250\r\n01234562       \r\n099999999999999\r\n');
    expect([csv, fixed].map((profile) => tillCompanion(profile, ROWS))).toEqual([null, null]);
    expect(JSON.stringify(withTotals({ ...csv, totals: 'sumLine' }, undefined))).toBe(JSON.stringify(csv));
  });

  test('make a profile one of its own, and are in the preview', () => {
    const lined = withTotals(csv, 'sumLine');
    expect([tillProfileNameOf(lined), tillProfileNameOf(withTotals(lined, undefined))]).toEqual(['own', 'csv']);
    expect(tillPreview(lined, ROWS)).toEqual({
      lines: ['PZN;VK', '00000017;12,50', '01234562;', '09999999;99999,99', 'SUMME;2;100012,49'],
      companion: null,
    });
    expect(tillPreview(withTotals({ ...csv, encoding: 'utf-8-bom' }, 'countFile'), [])).toEqual({
      lines: ['PZN;VK'],
      companion: 'ANZAHL;0',
    });
  });

  test('a companion has the byte order mark of its profile, and the name of its file', () => {
    expect(tillCompanion({ ...csv, encoding: 'utf-8-bom', totals: 'countFile' }, ROWS)).toBe('\ufeffANZAHL;2\r\n');
    expect(
      ['Preisliste_1_A. Apotheke.csv', '/srv/kasse.d/preise', 'C:\\Kasse.neu\\preise.TXT'].map(tillCompanionName),
    ).toEqual(['Preisliste_1_A. Apotheke.sum', '/srv/kasse.d/preise.sum', 'C:\\Kasse.neu\\preise.sum']);
  });
});
