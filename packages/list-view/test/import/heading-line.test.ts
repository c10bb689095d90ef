import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findHeadingLine } from '../../src/index.ts';

const find = (...lines: string[]) => findHeadingLine(lines.map((line) => line.split(';')));

// check digits by hand: 1234562 → 105 = 9·11 + 6; 0000010 → 6
describe('the line of headings (rule 10.27)', () => {
  test.each<[string, string[], number | undefined]>([
    ['the first line', ['PZN;Preis', '12345626;3,49'], 0],
    ['below a title', ['Preisliste Rosen-Apotheke;;', 'PZN;Artikel;Neuer Preis', '12345626;Saft;3,49'], 1],
    ['below a title that speaks of PZN', ['Alle PZN im Sortiment', '', 'Artikel;PZN;VK', 'Saft;12345626;3,49'], 2],
    ['below titles of several cells', ['Stand;01.12.2025', 'Filiale;Nord', 'PZN;VK', '12345626;3,49'], 2],
    ['by what stands above the first PZN', ['Preise 2025', 'Nummer;Betrag', '12345626;3,49'], 1],
    ['without any PZN below', ['Nummer;Betrag', 'x;3,49'], 0],
    ['only one column', ['PZN', '12345626'], 0],
    ['only one column of another name', ['Ausschluss', '12345626'], 0],
    ['none, with mistyped PZNs only', ['12345627;3,49', '12345628;3,49'], undefined],
    ['none, with PZNs at once', ['12345626;3,49'], undefined],
    ['none, below a title', ['Preisliste Rosen-Apotheke', '12345626;3,49'], undefined],
    ['none, with a mistyped PZN at first', ['12345627;3,49', '12345626;3,49'], undefined],
    ['none, with a letter in the first PZN', ['1234562G;3,49', '12345626;3,49'], undefined],
  ])('%s', (_, lines, expected) => {
    expect(find(...lines)).toBe(expected);
  });

  test('is found below up to 19 lines of notes, and never is one of an article', () => {
    const note = fc.constantFrom('', 'Preisliste', 'Stand: 01.12.2025', 'Filiale;Nord', 'alle Preise in Euro;;');
    fc.assert(
      fc.property(fc.array(note, { maxLength: 19 }), (notes) => {
        expect(find(...notes, 'PZN;VK', '12345626;3,49')).toBe(notes.length);
      }),
    );
    expect(find(...Array.from({ length: 20 }, () => 'Notiz;x'), 'PZN;VK', '12345626;3,49')).not.toBe(20);
  });
});
