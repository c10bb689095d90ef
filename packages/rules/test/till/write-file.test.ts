import { describe, expect, test } from '@jest/globals';
import {
  encodeTillText,
  TILL_PROFILES,
  type TillFileRow,
  type TillProfile,
  unencodable,
  writeTillFile,
} from '../../src/index.ts';

const row = (more: Partial<TillFileRow>): TillFileRow => ({
  pzn: '00000017',
  productGroup: 'OTC',
  price: 1250,
  avp: 1499,
  type: 2,
  name: 'Größe',
  validFrom: '2026-11-22',
  ...more,
});
const rows = [
  row({ pzn: '00000017', price: 5 }),
  row({ pzn: '01234562', price: null, type: 1 }),
  row({ pzn: '09999999', price: 9_999_999 }),
];
const text = (profile: TillProfile, some = rows) => Buffer.from(writeTillFile(profile, some)).toString('utf8');
const { csv, fixed } = TILL_PROFILES;
const ALL: TillProfile = {
  ...csv,
  columns: (['name', 'pzn', 'price', 'avp', 'type', 'group', 'validFrom', 'marker'] as const).map((field) => ({
    field,
    heading: field,
    width: null,
  })),
  withdrawn: 'marker',
  marker: 'L',
};

describe('a till’s file (rules 9.2 and 9.8 to 9.11)', () => {
  test('csv is PZN;VK with decimal comma and CRLF, a withdrawn article has an empty VK', () => {
    expect(text(csv)).toBe('PZN;VK\r\n00000017;0,05\r\n01234562;\r\n09999999;99999,99\r\n');
  });

  test('fixed has lines of 15 characters without heading', () => {
    expect(text(fixed)).toBe('000000170000005\r\n01234562       \r\n099999999999999\r\n');
  });

  test('has the columns in the order of the profile, a withdrawn article with the marker', () => {
    const some = [row({}), row({ price: null, avp: null, type: null, validFrom: null })];
    expect(text(ALL, some)).toBe(
      'name;pzn;price;avp;type;group;validFrom;marker\r\n' +
        'Größe;00000017;12,50;14,99;2;OTC;22.11.2026;\r\nGröße;00000017;;;;OTC;;L\r\n',
    );
  });

  test('writes numbers, days and line ends as the profile says', () => {
    const columns = ALL.columns.filter(({ field }) => ['pzn', 'price', 'validFrom'].includes(field));
    const like = (more: Partial<TillProfile>) => text({ ...csv, heading: false, columns, ...more }, [row({})]);
    expect(like({ decimals: 'point', dates: 'yyyyMMdd', lineEnd: 'lf' })).toBe('00000017;12.50;20261122\n');
    expect(like({ decimals: 'cents', dates: 'yyyy-MM-dd', separator: '\t' })).toBe('00000017\t1250\t2026-11-22\r\n');
    expect(like({ pzn: 'short', separator: '|' })).toBe('17|12,50|22.11.2026\r\n');
  });

  test('leaves withdrawn articles out where the profile says so', () => {
    expect(text({ ...csv, withdrawn: 'omit' })).toBe('PZN;VK\r\n00000017;0,05\r\n09999999;99999,99\r\n');
  });

  test('pads texts on the right and numbers on the left; a long name is cut, nothing else', () => {
    const widths = { name: 3, pzn: 9, price: 9, avp: 8, type: 1, group: 11, validFrom: 10, marker: 2 };
    const columns = ALL.columns.map((column) => ({ ...column, width: widths[column.field] }));
    const profile: TillProfile = { ...ALL, columns, separator: null, heading: false, pzn: 'short' };
    expect(text(profile, [row({}), row({ price: null, name: 'a' })])).toBe(
      'Grö       17    12,50   14,992OTC        22.11.2026  \r\na         17            14,992OTC        22.11.2026L \r\n',
    );
  });

  test('never cuts a digit: a number wider than its column is an error', () => {
    const columns = fixed.columns.map((column) => ({ ...column, width: 7 }));
    expect(() => writeTillFile({ ...fixed, columns }, [row({})])).toThrow("'00000017' is wider than the 7");
    expect(() => writeTillFile(fixed, [row({ price: 10_000_000 })])).toThrow("'10000000' is wider than the 7");
  });

  test('puts names in quotes where they would end the cell; no till takes a name for a formula', () => {
    const columns = ALL.columns.filter(({ field }) => field === 'name');
    const name = (value: string) => text({ ...csv, columns, heading: false }, [row({ name: value })]);
    expect(name('A;B')).toBe('"A;B"\r\n');
    expect(name('A,B')).toBe('A,B\r\n');
    expect(name('12" Pflaster')).toBe('"12"" Pflaster"\r\n');
    for (const plain of ['=1+1', '+49 Salbe', '-Tropfen', '@home', "'=1+1", '\uff1dGel']) {
      expect(name(plain)).toBe(`${plain}\r\n`);
    }
    expect(name('zwei\r\nZeilen')).toBe('zwei Zeilen\r\n');
  });

  test('has letters as one character each, as they are typed, whatever they came as (rule 9.11)', () => {
    const apart = 'Ma\u0308use\u0301'; // a and ¨, e and ´
    const columns = [
      { field: 'name' as const, heading: 'Ku\u0308rzel', width: 6 },
      { field: 'marker' as const, heading: 'M', width: 2 },
    ];
    const profile: TillProfile = {
      ...csv,
      columns,
      separator: null,
      withdrawn: 'marker',
      marker: 'o\u0308',
      lineEnd: 'lf',
    };
    const rows = [row({ price: null, name: apart })];
    for (const encoding of ['windows-1252', 'cp850', 'utf-8'] as const) {
      const written = writeTillFile({ ...profile, encoding }, rows);
      const [heading, line] = encoding === 'utf-8' ? new TextDecoder().decode(written).split('\n') : [];
      if (encoding === 'utf-8') expect([heading, line]).toEqual(['KürzelM ', 'Mäusé ö ']);
      else expect(written).toHaveLength(18);
      expect(Array.from(written)).not.toContain(63);
    }
    expect(Array.from(encodeTillText('a\u0308', 'windows-1252'))).toEqual([0xe4]);
    expect(unencodable('Ma\u0308use\u0301 q\u0308', 'windows-1252')).toEqual(['\u0308']);
  });

  test('is encoded as the profile says; a character that the encoding lacks becomes a question mark', () => {
    const columns = ALL.columns.filter(({ field }) => field === 'name');
    const bytes = (encoding: TillProfile['encoding']) => [
      ...writeTillFile({ ...csv, columns, heading: false, encoding, lineEnd: 'lf' }, [row({ name: 'öß€→😀' })]),
    ];
    expect(bytes('utf-8')).toEqual([
      0xc3, 0xb6, 0xc3, 0x9f, 0xe2, 0x82, 0xac, 0xe2, 0x86, 0x92, 0xf0, 0x9f, 0x98, 0x80, 10,
    ]);
    expect(bytes('utf-8-bom').slice(0, 5)).toEqual([0xef, 0xbb, 0xbf, 0xc3, 0xb6]);
    expect(bytes('windows-1252')).toEqual([0xf6, 0xdf, 0x80, 63, 63, 10]);
    expect(bytes('cp850')).toEqual([0x94, 0xe1, 63, 63, 63, 10]);
  });
});
