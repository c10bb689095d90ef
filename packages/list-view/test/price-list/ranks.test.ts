import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { rankPackSizes, rankTexts, rankTextsInPieces } from '../../src/price-list/ranks.ts';

/** As many times the cases at night, when scripts/test.mjs sets it to 10. */
const TIMES = Number(process.env.PORTAL_PROPERTY_TIMES ?? 1);
const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
const german = new Intl.Collator('de', { numeric: true });
const word = fc.oneof(
  fc.constantFrom(
    'Äpfel',
    'Apfel',
    'apfel',
    'Zink 10 mg',
    'Zink 9 mg',
    'Zink 09 mg',
    'Zink 0,5 mg',
    'Zink 123456789012345678 mg',
    'Straße',
    'Strasse',
    '',
    ' Öl',
    'Öl-Bad',
    'ÖL',
  ),
  fc.string({ maxLength: 12, unit: fc.constantFrom(...'aäbcoösßuüzAÄOÖZ 019-.%'.split('')) }),
  fc.string({ maxLength: 8, unit: fc.constantFrom(...ASCII) }),
  // characters whose place the collator alone knows
  fc.string({
    maxLength: 8,
    unit: fc.constantFrom('a', 's', 'ß', 'e', 'é', 'E\u0301', '–', '®', 'æ', '\u00ad', 'Œ', 'ł', '½', '\t'),
  }),
  // longer than what is compared character by character, also by a ß that stands for two letters
  fc
    .string({ maxLength: 3, unit: fc.constantFrom(...'aäsßZ1'.split('')) })
    .map((end) => `${'Kompressionsstrümpfe '.repeat(2).slice(0, 39)}${end}`),
);

test('pack sizes rank by what they hold: pieces, weights, volumes, lengths, and last what cannot be read (rule 2.16)', () => {
  const sizes = ['N2', '100 ml', '0,5 l', null, '2X50 ml', '100 St', '20 St', '1 kg', '20X1.8 g', '3 m', '20 Stück'];
  // 20 St, 20 Stück, 100 St, 36 g, 1 kg, 2X50 ml and 100 ml, 500 ml, 3 m, N2
  expect([...rankPackSizes(sizes).rankOfRow]).toEqual([9, 6, 7, -1, 5, 2, 0, 4, 3, 8, 1]);
});

describe('ranks of texts (rule 2.16)', () => {
  test('put any two of them in the order of German collation, whatever their number', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(word), { maxLength: 3_000, size: 'max' }),
        fc.infiniteStream(fc.nat()),
        (texts, random) => {
          const { rankOfRow, size } = rankTexts(texts);
          expect(new Set(rankOfRow.filter((rank) => rank >= 0)).size).toBe(size);
          const row = () => (random.next().value as number) % texts.length;
          for (let pair = 0; texts.length > 0 && pair < 500; pair++) {
            const [a, b] = [row(), row()];
            const [one, two] = [texts[a] ?? null, texts[b] ?? null];
            const expected =
              one === null || two === null ? Number(one !== null) - Number(two !== null) : german.compare(one, two);
            expect(Math.sign((rankOfRow[a] as number) - (rankOfRow[b] as number))).toBe(Math.sign(expected));
          }
        },
      ),
      { numRuns: 8 * TIMES },
    );
  });

  test('tell texts apart that the letters alone do not, and count what is the same to the collator as one', () => {
    const { rankOfRow, size } = rankTexts([
      'STRASSE',
      'Straße',
      'strasse',
      'Strasse',
      'strasse\u00ad',
      null,
      'Strass',
      'strasse',
    ]);
    // capitals after small letters, and a ß after every ss; a soft hyphen counts for nothing
    expect([...rankOfRow]).toEqual([3, 4, 1, 2, 1, -1, 0, 1]);
    expect(size).toBe(5);
  });

  test('come with a break after every thousand or so, so that a page can answer meanwhile', () => {
    const texts = Array.from({ length: 20_000 }, (_, row) => `Artikel ${(row * 7_919) % 20_000}`);
    const work = rankTextsInPieces(texts);
    let breaks = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) breaks += 1;
    expect(breaks).toBeGreaterThan(20_000 / 1_024);
    expect(step.value.rankOfRow[0]).toBe(0);
    expect(step.value.rankOfRow[texts.indexOf('Artikel 9999')]).toBe(9999);
    expect(step.value.rankOfRow[texts.indexOf('Artikel 19999')]).toBe(19_999);
  });
});
