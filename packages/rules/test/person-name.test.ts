import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanName, isReserved, personName, seenLine } from '../src/index.ts';

describe('the name of a person (rule 11.11)', () => {
  test.each([
    [['Dr. Änne Müller-Lüdenscheidt'], 'Dr. Änne Müller-Lüdenscheidt'],
    [['  Anna \t\r\n Berger '], 'Anna Berger'],
    [['An\u0000na'], 'An na'],
    [['\u202Eregreb annA'], 'regreb annA'],
    [['Anna\u200b\u00ad\ufeff'], 'Anna'],
    [['A\u2028B\u2029C'], 'A B C'],
    [['Anna\ud83d'], 'Anna'],
    [['A\u0308nne'], 'Änne'],
    [['', 'a.berger'], 'a.berger'],
    [[undefined, '\u0000', ' \u200b ', 'client'], 'client'],
    [['\u3164', undefined], 'Unbekannt'],
    [['\u2800', ' \u0301 ', 'a.berger'], 'a.berger'],
    [[`Z${'\u0336'.repeat(50)}o`], 'Z\u0336\u0336\u0336o'],
    [[], 'Unbekannt'],
  ])('of %j is %j', (given, name) => {
    expect(personName(...given)).toBe(name);
  });

  test.each([
    'System',
    'system',
    ' SYSTEM ',
    'Sys\u200btem',
    'S\u202Dystem',
    'System.',
    'S y s t e m',
    '\uff33\uff59\uff53\uff54\uff45\uff4d',
    'S\u0443stem',
    '\u0405\u0443\u0455\u0442\u0435\u043c',
    'Sýstém',
    'Kasse',
    '"kasse"',
    '\u041a\u0430sse',
    // straight y, Cherokee, Armenian, Lisu, small capitals, Greek
    'S\u04afstem',
    '\u13daystem',
    '\u054fystem',
    '\ua4e2\ua4ec\ua4e2\ua4d4\ua4f0\ua4df',
    '\ua731\u028f\ua731\u1d1b\u1d07\u1d0d',
    '\u039a\u03b1\u03c3\u03c3\u03b5',
    '5yst3m',
    '$ystem',
    'Sys+em',
    'Systern',
    'Kaße',
    'Syst\u212em',
    'System (Automatik)',
    '[System] automatisch',
    'SYSTEM \u2013 automatisch',
    'System: Uhr',
    'Kundencenter',
    'KUNDEN\u00adCENTER',
    'Kundencent3r',
    '\u041aund\u0435nc\u0435nt\u0435r',
  ])('%j does not look like a program', (given) => {
    expect(personName(given)).toMatch(/ \(Benutzerkonto\)$/);
  });

  test.each([
    'Systema',
    'Systemhaus Meier',
    'Anna System',
    'Kassel',
    'Kasse 2',
    'Петров',
    'Müller-Kasse',
    'Kasse (Benutzerkonto)',
    'Kåre S.',
  ])('%j stays', (given) => {
    expect(personName(given)).toBe(given);
  });

  test('is one line of at most 120 characters without signs that are not seen, whatever comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (given) => {
        const name = cleanName(given);
        expect(name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(Array.from(name).length).toBeLessThanOrEqual(120);
        expect(cleanName(name)).toBe(name);
      }),
    );
    expect(cleanName(`${'a'.repeat(119)}😀b`)).toBe(`${'a'.repeat(119)}😀`);
  });
});

test.each([
  ['Rabatt\u202E 10 %', 200, 'Rabatt 10 %'],
  ['zu\u0000 teuer\r\nseit März', 200, 'zu teuer seit März'],
  [' \u200b\u2800 ', 200, ''],
  ['abcdef', 4, 'abcd'],
])('the text %j is seen as one line of at most %i characters: %j (rule 13.15)', (given, most, seen) => {
  expect(seenLine(given, most)).toBe(seen);
});

test('what resembles the clock or the till is reserved (rule 11.11)', () => {
  for (const name of ['System', ' kasse ', 'System (Automatik)'])
    expect([name, isReserved(name)]).toEqual([name, true]);
  for (const name of ['Kasse 2', 'Systemhaus', 'Herbst']) expect([name, isReserved(name)]).toEqual([name, false]);
});
