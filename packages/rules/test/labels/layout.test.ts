import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import {
  FIRST_LABEL_FORM,
  type Label,
  LABEL_SHEET_NAMES,
  LABEL_SHEETS,
  type LabelForm,
  type LabelPiece,
  labelPages,
  labelPlace,
  labelScale,
  labelSheet,
  labelsPerPage,
  layOutLabel,
  layOutRulers,
  layOutTestLabel,
  ppnOf,
} from '../../src/index.ts';

/** As many times the cases at night, when scripts/test.mjs sets it to 10. */
const TIMES = Number(process.env.PORTAL_PROPERTY_TIMES ?? 1);

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true });
});

const label: Label = {
  pzn: '03752864',
  name: 'Nasenspray Muster',
  content: '2X10 ml',
  producer: 'Muster Pharma',
  effectivePrice: 1234,
};
/** Every character half as wide as it is high, as in a font of one width. */
const measures = { measure: (text: string, size: number) => (text.length * size) / 2, day: '22.11.2026' };
const pieces = (sheet: LabelForm['sheet'], more: Partial<LabelForm> = {}, of: Partial<Label> = {}) => {
  const form = { ...FIRST_LABEL_FORM, sheet, ...more };
  return { size: labelSheet(form), found: layOutLabel({ ...label, ...of }, labelSheet(form), form, measures) };
};
const textsOf = (found: LabelPiece[]) => found.flatMap((piece) => (piece.kind === 'text' ? [piece] : []));

test('a label says name, size, producer, Grundpreis beside the price, and the PZN (rule 16.5)', () => {
  const texts = (more: Partial<LabelForm>, of: Partial<Label> = {}) =>
    textsOf(pieces('3x8-70x36', more, of).found).map(({ text }) => text);
  // 12,34 for 20 ml
  expect(texts({})).toEqual([
    'Nasenspray Muster',
    '2X10 ml · Muster Pharma',
    '1 l = 617,00 €',
    '12,34 €',
    'PZN 03752864',
  ]);
  expect(texts({ producer: false, date: true }, { content: '20 St' })).toEqual([
    'Nasenspray Muster',
    '20 St',
    '12,34 €',
    'PZN 03752864',
    '22.11.2026',
  ]);
});

test('a long name takes two lines and is cut; Grundpreis and price stand on one line, the former 2 mm high at least (rule 16.5)', () => {
  for (const sheet of LABEL_SHEET_NAMES) {
    const { found, size } = pieces(sheet, {}, { name: 'Ibuprofen Muster akut Filmtabletten '.repeat(5).trim() });
    const texts = textsOf(found);
    const at = texts.findIndex(({ text }) => text.startsWith('1 l'));
    // the two lowest have one line for the name
    const lines = ['4x11-48.5x25.4', '5x13-38.1x21.2'].includes(sheet) ? 1 : 2;
    expect(at).toBe(lines + 1);
    expect(texts[lines - 1]?.text).toMatch(/…$/);
    expect(texts[at]?.y).toBe(texts[at + 1]?.y);
    expect(texts[at]?.size).toBeGreaterThanOrEqual(2.82);
    expect(texts[at + 1]?.size).toBeGreaterThanOrEqual(texts[at]?.size ?? 0);
    for (const { x, text, size: of } of texts) {
      expect(x).toBeGreaterThanOrEqual(2);
      expect(x + (text.length * of) / 2).toBeLessThanOrEqual(size.width - 2 + 1e-9);
    }
  }
});

describe.each(LABEL_SHEET_NAMES)('%s', (sheet) => {
  test('lies on its page, no label over another (rule 16.6)', () => {
    const { page, columns, rows, width, height, left, top, pitchX, pitchY } = LABEL_SHEETS[sheet];
    expect([page.width, page.height]).toEqual([210, 297]);
    expect(`${columns}x${rows}-${width}x${height}`).toBe(sheet);
    expect(pitchX).toBeGreaterThanOrEqual(width);
    expect(pitchY).toBeGreaterThanOrEqual(height);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(top).toBeGreaterThanOrEqual(0);
    // as far to the right and below as to the left and above
    expect(left + (columns - 1) * pitchX + width).toBeCloseTo(210 - left);
    expect(top + (rows - 1) * pitchY + height).toBeCloseTo(297 - top);
  });

  test.each([false, true])(
    'carries codes that a reader reads at 300 dots an inch, Data Matrix: %s (rule 16.7)',
    async (dataMatrix) => {
      const { found, size } = pieces(sheet, { dataMatrix });
      const dots = 300 / 25.4;
      const [w, h] = [Math.round(size.width * dots), Math.round(size.height * dots)];
      const data = new Uint8ClampedArray(w * h * 4).fill(255);
      for (const piece of found) {
        if (piece.kind !== 'bar') continue;
        for (let y = Math.round(piece.y * dots); y < Math.round((piece.y + piece.height) * dots); y++) {
          const [from, to] = [Math.round(piece.x * dots), Math.round((piece.x + piece.width) * dots)];
          for (let x = from; x < to; x++) data.fill(0, (y * w + x) * 4, (y * w + x) * 4 + 3);
        }
      }
      const image = { data, width: w, height: h } as Parameters<typeof readBarcodes>[0];
      const read = await readBarcodes(image, { formats: ['Code39', 'DataMatrix'], tryHarder: true, textMode: 'Plain' });
      const code39 = read.filter(({ format }) => format === 'PZN').map(({ text }) => text);
      const matrix = read.filter(({ format }) => format === 'DataMatrix').map(({ text }) => text);
      // beside a Data Matrix the smallest label has no room for bars as wide as a reader needs them
      const room = !(dataMatrix && sheet === '5x13-38.1x21.2');
      expect(code39).toEqual(room ? ['-03752864'] : []);
      expect(matrix).toEqual(dataMatrix ? [`[)>\u001e06\u001d9N${ppnOf('03752864')}\u001e\u0004`] : []);
    },
  );
});

test('labels begin where the sheet has some left and go on row by row (rule 16.6)', () => {
  const sheet = LABEL_SHEETS['3x8-70x36'];
  const form = { first: 6, offsetX: 1.5, offsetY: -2, scaleX: 0, scaleY: 0 };
  // the sixth of three columns: second row, third column; 4.5 mm above 8 × 36
  expect(labelPlace(sheet, 0, form)).toEqual({ page: 0, x: 141.5, y: 38.5 });
  expect(labelPlace(sheet, 1, form)).toEqual({ page: 0, x: 1.5, y: 74.5 });
  expect(labelPlace(sheet, 19, form)).toEqual({ page: 1, x: 1.5, y: 2.5 });
  expect([0, 1, 19, 20, 43, 44].map((count) => labelPages(sheet, count, 6))).toEqual([0, 1, 1, 2, 2, 3]);
});

test('a scale moves and stretches everything from the upper left corner, before the offset (rule 16.11)', () => {
  const sheet = LABEL_SHEETS['3x8-70x36'];
  const form = { first: 1, offsetX: 1, offsetY: -1, scaleX: 3, scaleY: -3 };
  // the fifth label stands at 70 and 4.5 + 36 mm: 70 × 1.03 + 1, 40.5 × 0.97 − 1
  const { page, x, y } = labelPlace(sheet, 4, form);
  expect([page, x.toFixed(3), y.toFixed(3)]).toEqual([0, '73.100', '38.285']);
  expect(labelScale(form)).toEqual({ x: 1.03, y: 0.97, text: 0.97 });
});

test.each(LABEL_SHEET_NAMES)('the test page of %s outlines each label and has lines of 100 mm (rule 16.11)', (name) => {
  const sheet = LABEL_SHEETS[name];
  const outline = layOutTestLabel(sheet, 7, measures.measure);
  const bars = outline.flatMap((piece) => (piece.kind === 'bar' ? [piece] : []));
  expect(Math.min(...bars.map(({ x }) => x))).toBe(0);
  expect(Math.max(...bars.map(({ x, width }) => x + width))).toBeCloseTo(sheet.width);
  expect(Math.max(...bars.map(({ y, height }) => y + height))).toBeCloseTo(sheet.height);
  expect(textsOf(outline).map(({ text }) => text)).toEqual(['7']);
  const rulers = layOutRulers(sheet, measures.measure);
  expect(rulers.flatMap((piece) => (piece.kind === 'bar' ? [Math.max(piece.width, piece.height)] : []))).toContain(100);
  expect(textsOf(rulers).map(({ text }) => text)).toEqual(['100 mm', '100 mm']);
});

test('a single label is its page', () => {
  const form = { sheet: 'single', width: 57, height: 32 } as const;
  expect(labelSheet(form)).toMatchObject({ page: { width: 57, height: 32 }, columns: 1, rows: 1, left: 0, top: 0 });
  expect(labelPlace(labelSheet(form), 7, FIRST_LABEL_FORM)).toEqual({ page: 7, x: 0, y: 0 });
  expect(labelsPerPage(labelSheet(form))).toBe(1);
});

test('a Grundpreis that finds no room beside the price stands below it, on a narrow label (rule 16.5)', () => {
  // 19,99 for 10 g: 26 mm hold '19,99 €' or '1 kg = 1.999,00 €' at 2 mm high figures, not both
  const { found } = pieces('single', { width: 30, height: 20 }, { content: '10 g', effectivePrice: 1999 });
  const [price, base] = ['19,99 €', '1 kg = 1.999,00 €'].map((text) =>
    textsOf(found).find((each) => each.text === text),
  );
  expect(base?.size).toBeGreaterThanOrEqual(2.82);
  expect(price?.size).toBeGreaterThanOrEqual(2.82);
  expect((base?.y ?? 0) - (price?.y ?? 0)).toBeGreaterThanOrEqual(2.82);
});

/** How far a line reaches above and below where it stands, in parts of its size. */
const [UP, DOWN] = [0.75, 0.05];

test('no text stands over another on any label that can be chosen, and the Grundpreis is readable (rule 16.5)', () => {
  const forms = fc.record({
    width: fc.double({ min: 30, max: 150, noNaN: true }),
    height: fc.double({ min: 15, max: 100, noNaN: true }),
    margin: fc.double({ min: 1, max: 5, noNaN: true }),
    producer: fc.boolean(),
    date: fc.boolean(),
    dataMatrix: fc.boolean(),
    lowest: fc.boolean(),
  });
  const articles = fc.record({
    name: fc.constantFrom('Zink', 'Ibuprofen Muster akut Filmtabletten '.repeat(5).trim()),
    content: fc.constantFrom('20 St', '100 ml', '10 g', '10,5 ml', '2X750 ml', null),
    effectivePrice: fc.oneof(fc.integer({ min: 1, max: 99_999 }), fc.constant(1999), fc.constant(9_999_999)),
    lowestBefore: fc.option(fc.integer({ min: 1, max: 9_999_999 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(forms, articles, (form, of) => {
      const texts = textsOf(pieces('single', form, of).found);
      const boxes = texts.map(({ x, y, size, text }) => {
        return { text, left: x, right: x + measures.measure(text, size), top: y - UP * size, bottom: y + DOWN * size };
      });
      for (const [at, one] of boxes.entries()) {
        for (const other of boxes.slice(at + 1)) {
          const apart =
            one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
          expect([one.text, other.text, apart]).toEqual([one.text, other.text, true]);
        }
        expect(one.left).toBeGreaterThanOrEqual(0);
        expect(one.right).toBeLessThanOrEqual(form.width + 1e-9);
        expect(one.bottom).toBeLessThanOrEqual(form.height);
      }
      const base = texts.find(({ text }) => text.startsWith('1 ') && text.includes(' = '));
      if (base && of.effectivePrice < 100_000) expect(base.size).toBeGreaterThanOrEqual(2.82);
    }),
    { numRuns: 200 * TIMES },
  );
});

test('nothing stands beyond the edges of any size that can be chosen, whatever the article', () => {
  const forms = fc.record({
    width: fc.integer({ min: 30, max: 150 }),
    height: fc.integer({ min: 15, max: 100 }),
    margin: fc.integer({ min: 1, max: 3 }),
    date: fc.boolean(),
    dataMatrix: fc.boolean(),
    lowest: fc.boolean(),
  });
  const articles = fc.record({
    name: fc.string({ unit: fc.constantFrom(...Array.from('abc def')), minLength: 1, maxLength: 120 }),
    content: fc.constantFrom('20 St', '100 ml', '28X25 ml', null),
    effectivePrice: fc.integer({ min: 1, max: 99_999 }),
    lowestBefore: fc.option(fc.integer({ min: 1, max: 99_999 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(forms, articles, (form, of) => {
      const { found, size } = pieces('single', form, of);
      for (const piece of found) {
        const [w, h] =
          piece.kind === 'bar' ? [piece.width, piece.height] : [measures.measure(piece.text, piece.size), 0];
        expect(piece.x).toBeGreaterThanOrEqual(0);
        expect(piece.y).toBeGreaterThanOrEqual(0);
        expect(piece.x + w).toBeLessThanOrEqual(size.width + 1e-9);
        expect(piece.y + h).toBeLessThanOrEqual(size.height + 1e-9);
      }
    }),
  );
});

test('a name that does not fit is cut to the longest that does, between characters', () => {
  const names = fc
    .string({ unit: 'grapheme', minLength: 30, maxLength: 120 })
    .map((name) => name.replaceAll(/\s/gu, 'x'));
  fc.assert(
    fc.property(names, (name) => {
      // 14 mm below a margin of 2 mm: one line, 2.4 mm × 0.7 high letters
      const form = { ...FIRST_LABEL_FORM, sheet: 'single' as const, width: 40, height: 18 };
      const size = labelSheet(form);
      const [first] = textsOf(layOutLabel({ ...label, name }, size, form, measures));
      const room = size.width - 2 * form.margin;
      const width = (text: string) => measures.measure(text, first?.size ?? 0);
      const shown = first?.text ?? '';
      if (width(name) <= room) return expect(shown).toBe(name);
      const characters = Array.from(shown.slice(0, -1));
      expect(shown.endsWith('…')).toBe(true);
      expect(name.startsWith(characters.join(''))).toBe(true);
      expect(shown.isWellFormed()).toBe(name.isWellFormed());
      expect(width(shown)).toBeLessThanOrEqual(room);
      expect(
        width(
          `${Array.from(name)
            .slice(0, characters.length + 1)
            .join('')}…`,
        ),
      ).toBeGreaterThan(room);
    }),
  );
});

// Rule 17.10.
test('the lowest price of the 30 days before stands below the price where somebody wants it', () => {
  const words = (sheet: '3x8-70x36', form: object, lowestBefore?: number) =>
    textsOf(pieces(sheet, form, { lowestBefore }).found).map(({ text }) => text);
  expect(words('3x8-70x36', { lowest: true }, 599)).toContain('30 Tage zuvor am niedrigsten: 5,99 €');
  expect(words('3x8-70x36', { lowest: false }, 599).join(' ')).not.toContain('niedrigsten');
  expect(words('3x8-70x36', { lowest: true }).join(' ')).not.toContain('niedrigsten');
});
