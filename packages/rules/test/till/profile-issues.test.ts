import { describe, expect, test } from '@jest/globals';
import {
  newTillProfileIssues,
  TILL_PROFILES,
  type TillField,
  type TillProfile,
  tillProfileIssues,
} from '../../src/index.ts';

const { csv, fixed } = TILL_PROFILES;
const column = (field: TillField, more: { heading?: string; width?: number } = {}) => ({
  field,
  heading: more.heading ?? field,
  width: more.width ?? null,
});
const issues = (profile: TillProfile) =>
  tillProfileIssues(profile).map(({ field, column: index, issue }) => [field, index, issue]);

describe('what is wrong with a till’s profile (rule 9.10)', () => {
  test('is nothing with the shipped ones', () => {
    expect([issues(csv), issues(fixed)]).toEqual([[], []]);
  });

  test.each<[string, Partial<TillProfile>, unknown[]]>([
    ['no PZN', { columns: [column('price')] }, ['columns', null, 'noPzn']],
    ['no price', { columns: [column('pzn')] }, ['columns', null, 'noPrice']],
    ['a column twice', { columns: [column('pzn'), column('price'), column('pzn')] }, ['columns', 2, 'duplicate']],
    ['a separator that stands in the price', { separator: ',' }, ['separator', null, 'decimalComma']],
    ['a marker without a column', { withdrawn: 'marker', marker: 'L' }, ['columns', null, 'noMarkerColumn']],
    ['a marker that nothing asks for', { marker: 'L' }, ['marker', null, 'markerColumnUnused']],
    [
      'a heading with a separator',
      { columns: [column('pzn'), column('price', { heading: 'VK;neu' })] },
      ['heading', 1, 'sign'],
    ],
    [
      'a heading that would run',
      { columns: [column('pzn'), column('price', { heading: '=VK' })] },
      ['heading', 1, 'sign'],
    ],
    [
      'a heading the encoding lacks',
      { encoding: 'cp850', columns: [column('pzn'), column('price', { heading: 'VK €' })] },
      ['heading', 1, 'unencodable'],
    ],
  ])('%s', (_, more, expected) => {
    expect(issues({ ...csv, ...more })).toEqual([expected]);
  });

  test('a comma between columns goes with a point or with cents', () => {
    expect(issues({ ...csv, separator: ',', decimals: 'point' })).toEqual([]);
    expect(issues({ ...csv, separator: ',', decimals: 'cents' })).toEqual([]);
  });

  test('columns too narrow for any PZN, price, group or day; names may be cut', () => {
    const fields: [TillField, number][] = [
      ['pzn', 7],
      ['price', 6],
      ['avp', 6],
      ['group', 10],
      ['validFrom', 9],
      ['name', 1],
    ];
    const columns = fields.map(([field, width]) => column(field, { width }));
    const narrow = [0, 1, 2, 3, 4].map((index) => ['width', index, 'narrow']);
    expect(issues({ ...fixed, columns })).toEqual(narrow);
    expect(issues({ ...fixed, columns: columns.map((each) => ({ ...each, width: (each.width ?? 0) + 1 })) })).toEqual(
      [],
    );
    // with decimals a price needs one character more
    expect(issues({ ...fixed, decimals: 'comma' })).toEqual([['width', 1, 'narrow']]);
  });

  test('a heading or a marker wider than its column, an empty or unwritable marker', () => {
    const columns = [column('pzn', { width: 8 }), column('price', { width: 8, heading: 'Verkaufspreis' })];
    expect(issues({ ...fixed, columns, heading: true })).toEqual([['heading', 1, 'headingWide']]);
    expect(issues({ ...fixed, columns })).toEqual([]);
    const marked = [...columns, column('marker', { width: 2 })];
    for (const [marker, issue] of [
      ['', 'markerEmpty'],
      ['weg', 'markerWide'],
      ['a\n', 'sign'],
    ] as const) {
      expect(issues({ ...fixed, columns: marked, withdrawn: 'marker', marker })).toEqual([['marker', null, issue]]);
    }
    const foreign: TillProfile = {
      ...fixed,
      columns: marked,
      withdrawn: 'marker',
      marker: '→',
      encoding: 'windows-1252',
    };
    expect(issues(foreign)).toEqual([['marker', null, 'unencodable']]);
  });
});

describe('what no new profile may have, while stored ones keep writing (rule 9.10)', () => {
  const found = (more: Partial<TillProfile>) =>
    newTillProfileIssues({ ...csv, ...more }).map(({ field, column: index, issue }) => [field, index, issue]);

  test.each(['.csv', '.txt', '.dat', '.asc', '.prn', '.inv', '.imp', '.CSV', '.Txt'])('%s is offered', (extension) => {
    expect(found({ extension })).toEqual([]);
  });

  test.each(['.bat', '.hta', '.ps1', '.cmd', '.vbs', '.js', '.exe', '.lnk', '.html', '.xls', '.csv1', '.x', 'csv'])(
    '%s is not',
    (extension) => {
      expect(found({ extension })).toEqual([['extension', null, 'extension']]);
      expect(issues({ ...csv, extension })).toEqual([]);
    },
  );

  test('markup in a heading or the marker, where they are written', () => {
    const columns = [column('pzn', { heading: '<script>' }), column('price', { heading: 'a>b' })];
    expect(found({ columns })).toEqual([
      ['heading', 0, 'markup'],
      ['heading', 1, 'markup'],
    ]);
    expect(found({ columns, heading: false })).toEqual([]);
    expect(found({ withdrawn: 'marker', marker: '<b>' })).toEqual([['marker', null, 'markup']]);
    expect(found({ withdrawn: 'marker', marker: 'X\u200b' })).toEqual([['marker', null, 'markup']]);
    const turned = [column('pzn', { heading: '\u202eNZP' }), column('price')];
    expect(found({ columns: turned })).toEqual([['heading', 0, 'markup']]);
    expect(found({ columns: [column('pzn'), column('price', { heading: 'VK & AVP' })] })).toEqual([]);
  });
});
