import { describe, expect, test } from '@jest/globals';
import {
  lzdFileWarnings,
  packageFileName,
  parseLzdFileName,
  parsePackageFileName,
  priceListFileName,
  safeFilePart,
  tillFileName,
} from '../src/index.ts';

const day = { year: 2026, month: 3, day: 9 };

describe('file names', () => {
  test('a price list is named from product group and pharmacy', () => {
    expect(priceListFileName('OTC', 'Löwen-Apotheke')).toBe('Preisliste_OTC_Löwen-Apotheke.csv');
    expect(priceListFileName('OTC', 'Löwen-Apotheke', { filtered: 12 })).toBe(
      'Preisliste_OTC_Löwen-Apotheke_nur gefilterte (12).csv',
    );
    expect(priceListFileName('FREIWAHL', 'St. Anna Apotheke', { extension: '.pdf' })).toBe(
      'Preisliste_FREIWAHL_St. Anna Apotheke.pdf',
    );
  });

  test('a till file is named from ApoID and pharmacy', () => {
    expect(tillFileName(200101, 'Löwen-Apotheke', '.csv')).toBe('Preisliste_200101_Löwen-Apotheke.csv');
  });

  test.each([
    ['Apotheke am Markt / Filiale: "2"', 'Apotheke am Markt - Filiale- -2-'],
    ['../../etc/passwd', '-..-etc-passwd'],
    ['  a\t\nb  ', 'a-b'],
    ['...', 'Apotheke'],
    ['', 'Apotheke'],
    ['A\u202egnp.exe', 'A-gnp.exe'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFilePart(name)).toBe(safe);
  });

  test('a name is never cut through the middle of a character, and half ones are left out', () => {
    const cut = safeFilePart(`${'a'.repeat(79)}😀 und mehr`);
    expect(cut).toBe('a'.repeat(79));
    expect(safeFilePart(`${'a'.repeat(78)}😀😀`)).toBe(`${'a'.repeat(78)}😀`);
    expect(safeFilePart('Apo\ud83dtheke\udc00')).toBe('Apo-theke-');
  });

  test('a package is named as an upload expects it', () => {
    const about = { group: 'OTC', apoId: 200101, pharmacyName: 'Löwen_Apotheke', day } as const;
    const name = packageFileName('LZD', about);
    expect(name).toBe('ZumDurchsehen_OTC_200101_Löwen-Apotheke_09_03_2026.csv');
    expect(parseLzdFileName(name)).toEqual({
      productGroup: 'OTC',
      apoId: '200101',
      pharmacyName: 'Löwen-Apotheke',
      date: day,
    });
    expect(lzdFileWarnings(name, { apoId: 200101, groupsWithOpenUpdate: [] })).toEqual([]);
    expect(packageFileName('MDP', about)).toBe('MDP_OTC_200101_Löwen-Apotheke_09_03_2026.csv');
    const part = packageFileName('LZD', { ...about, filtered: 12 });
    expect(part).toBe('ZumDurchsehen_OTC_200101_Löwen-Apotheke_09_03_2026_nur gefilterte (12).csv');
    expect([parseLzdFileName(part), parsePackageFileName(part)]).toEqual([undefined, undefined]);
    expect(packageFileName('QDP', about, '.pdf')).toBe('QDP_OTC_200101_Löwen-Apotheke_09_03_2026.pdf');
  });
});
