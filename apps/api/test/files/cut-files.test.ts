import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { UpdateKind } from '@portal/rules';
import { parsePackage } from '../support/parse-package.ts';
import { FILE_TEXT } from '../../src/files/texts.ts';
import { chunksOf, PZN, windows1252 } from './sources.ts';

// Files that end without a line break, perhaps before their end (rule 10.50).
const outcomeOf = async (content: string | Buffer, kind: UpdateKind = 'MDP') => {
  const outcome = await parsePackage(kind, chunksOf(content));
  return outcome.ok
    ? outcome.packageRows.length
    : outcome.issues.map(({ line, column, message }) => [line, column, message]);
};
const HEAD = `PZN;TruePrice neu\n00208568;11,04\n`;
const CUT = FILE_TEXT.cutCell;

describe('a price at the very end', () => {
  test.each(['6,3', '6', '6,', '', '1.23', '12.34'])(
    "'%s' may lack its end, and refuses the file with its line",
    async (price) => {
      const found = await outcomeOf(`${HEAD}${PZN.paracetamol};${price}`);
      const message = price === '' ? FILE_TEXT.cellMissing : CUT;
      expect(found).toEqual([[3, 'TruePrice neu', message]]);
    },
  );

  test.each(['6,34', '6,34 €', '6 €', '12,-', '6,30 EUR', '"6,3"', '1.234,56'])("'%s' is whole", async (price) => {
    expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}`)).toBe(2);
  });

  test.each(['6,3', '6', '6,34'])("'%s' with a line break is as it is written", async (price) => {
    for (const lineBreak of ['\n', '\r\n', '\r']) {
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}${lineBreak}`)).toBe(2);
    }
  });

  test.each(['6,3', '6', '6,34', '6,34\r\n'])("'%s' before the end mark of DOS is whole", async (price) => {
    for (const mark of ['\x1a', '\x1a\x1a'])
      expect(await outcomeOf(`${HEAD}${PZN.paracetamol};${price}${mark}`)).toBe(2);
    const umlaut = windows1252(`PZN;Produkt;TruePrice neu\n00208568;Dörr;11,04\n${PZN.paracetamol};Öl;${price}\x1a`);
    expect(await outcomeOf(umlaut)).toBe(2);
  });

  test('an end mark within the text is a control character', async () => {
    expect(await outcomeOf(`${HEAD}${PZN.paracetamol};6,34\x1a\n`)).not.toBe(2);
  });

  test('with decimal points: the file says how it writes them', async () => {
    const head = `PZN;TruePrice neu\n00208568;11.04\n`;
    expect(await outcomeOf(`${head}${PZN.paracetamol};6.34`)).toBe(2);
    // of '1,234.56'
    expect(await outcomeOf(`${head}${PZN.paracetamol};1,23`)).toEqual([[3, 'TruePrice neu', CUT]]);
  });

  test('followed by another column is whole', async () => {
    const head = 'PZN;TruePrice neu;Produkt\n';
    expect(await outcomeOf(`${head}00208568;6,3;Salbe`)).toBe(1);
    expect(await outcomeOf(`${head}00208568;6,3;`)).toBe(1);
    expect(await outcomeOf('PZN;TruePrice neu;\n00208568;6,3;')).toBe(1);
  });
});

describe('other cells at the very end', () => {
  test('a price that a package may leave out', async () => {
    const head = 'PZN;TruePrice neu;Umfeld Max\n';
    expect(await outcomeOf(`${head}00208568;6,34;12,9`)).toEqual([[2, 'Umfeld Max', CUT]]);
    expect(await outcomeOf(`${head}00208568;6,34;12,90`)).toBe(1);
    expect(await outcomeOf(`${head}00208568;6,34;`)).toBe(1);
  });

  test('an empty one stands out where the column is filled in all other rows', async () => {
    const rows = (last: string) => `00208568;6,34;12,90\n${PZN.paracetamol};6,34;${last}`;
    const head = 'PZN;TruePrice neu;Umfeld Max\n';
    expect(await outcomeOf(head + rows(''))).toEqual([[3, 'Umfeld Max', CUT]]);
    expect(await outcomeOf(`${head}${rows('')}\n`)).toBe(2);
    expect(await outcomeOf(`PZN;TruePrice neu;MwSt\n${rows('').replace('12,90', '19')}`)).toEqual([[3, 'MwSt', CUT]]);
    expect(await outcomeOf(`PZN;TruePrice neu;Absatz\n${rows('').replace('12,90', '4')}`, 'QDP')).toEqual([
      [3, 'Absatz', CUT],
    ]);
    // Another row has none either.
    expect(await outcomeOf(`${head}05541462;1,00;\n${rows('')}`)).toBe(3);
  });

  test('a PZN that lacks digits would be another one', async () => {
    expect(await outcomeOf('TruePrice neu;PZN\n6,34;00208568')).toBe(1);
    expect(await outcomeOf('TruePrice neu;PZN\n6,34;0020856')).toEqual([[2, 'PZN', CUT]]);
  });

  test('sales lack digits without showing it', async () => {
    expect(await outcomeOf('PZN;TruePrice neu;Absatz\n00208568;6,34;12', 'QDP')).toEqual([[2, 'Absatz', CUT]]);
    expect(await outcomeOf('PZN;TruePrice neu;Absatz\n00208568;6,34;12\n', 'QDP')).toBe(1);
  });

  test('a line that lacks columns, and a quote that is not closed', async () => {
    expect(await outcomeOf(`${HEAD}${PZN.paracetamol}`)).toEqual([[3, null, FILE_TEXT.truncated]]);
    expect(await outcomeOf(`${HEAD}${PZN.paracetamol};"6,3`)).toEqual([
      [3, expect.anything(), FILE_TEXT.unclosedQuote],
    ]);
  });

  test('a letter of two bytes that lacks the second, in a file that has no other such letter', async () => {
    const whole = Buffer.from('PZN;TruePrice neu;Produkt\n00208568;6,34;Creme f\u00fc');
    expect(await outcomeOf(whole)).toBe(1);
    expect(await outcomeOf(whole.subarray(0, -1))).toEqual([[2, null, FILE_TEXT.truncated]]);
    const euro = Buffer.from('PZN;Produkt;TruePrice neu\n00208568;Creme;6,34 €');
    expect(await outcomeOf(euro)).toBe(1);
    for (const missing of [1, 2]) {
      expect(await outcomeOf(euro.subarray(0, -missing))).toEqual([[2, null, FILE_TEXT.truncated]]);
    }
    expect(await outcomeOf(windows1252('PZN;TruePrice neu;Produkt\n00208568;6,34;Salbe f\u00fcr den Fu\u00df'))).toBe(
      1,
    );
  });
});

test('a file cut anywhere in its last price is refused, or its last price is the one that was written', async () => {
  const euros = fc.integer({ min: 1, max: 9_999_999 });
  await fc.assert(
    fc.asyncProperty(euros, fc.boolean(), fc.nat(9), async (cents, grouped, missing) => {
      const whole = Math.floor(cents / 100).toLocaleString('de-DE', { useGrouping: grouped });
      const price = `${whole},${String(cents % 100).padStart(2, '0')}`;
      const left = price.slice(0, Math.max(0, price.length - missing));
      const outcome = await parsePackage('MDP', chunksOf(`${HEAD}${PZN.paracetamol};${left}`));
      return !outcome.ok || outcome.packageRows.at(-1)?.calculatedPrice === cents;
    }),
    { numRuns: 200 },
  );
});
