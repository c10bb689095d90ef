import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { CODE39_MODULES, CODE39_QUIET, pznCheckDigit, pznCode39, pznDataMatrix, ppnOf } from '../../src/index.ts';

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true });
});

/** Dark rectangles on white, `scale` pixels a module. */
function picture(width: number, height: number, scale: number, dark: (x: number, y: number) => boolean) {
  const [w, h] = [Math.round(width * scale), Math.round(height * scale)];
  const data = new Uint8ClampedArray(w * h * 4).fill(255);
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) if (dark(x / scale, y / scale)) data.fill(0, (y * w + x) * 4, (y * w + x) * 4 + 3);
  return { data, width: w, height: h };
}

async function read(image: ReturnType<typeof picture>, format: 'Code39' | 'DataMatrix'): Promise<string[]> {
  const found = await readBarcodes(image as Parameters<typeof readBarcodes>[0], {
    formats: [format],
    tryHarder: true,
    textMode: 'Plain',
  });
  return found.map(({ text }) => text);
}

const pzns = fc
  .integer({ min: 1, max: 9_999_999 })
  .map((number) => String(number).padStart(7, '0'))
  .filter((seven) => pznCheckDigit(seven) !== undefined)
  .map((seven) => `${seven}${pznCheckDigit(seven)}`);

describe('a reader reads what labels say (rule 16.7)', () => {
  test('Code 39: a hyphen and the eight digits', async () => {
    await fc.assert(
      fc.asyncProperty(pzns, async (pzn) => {
        const bars = pznCode39(pzn);
        const image = picture(CODE39_MODULES + 2 * CODE39_QUIET, 30, 4, (x, y) => {
          const at = x - CODE39_QUIET;
          return y > 2 && y < 28 && bars.some((bar) => at >= bar.x && at < bar.x + bar.width);
        });
        expect(await read(image, 'Code39')).toEqual([`-${pzn}`]);
      }),
      { numRuns: 25 },
    );
  });

  test('Data Matrix: the PPN in format 06, as on packs', async () => {
    await fc.assert(
      fc.asyncProperty(pzns, async (pzn) => {
        const modules = pznDataMatrix(pzn);
        const image = picture(24, 24, 6, (x, y) => modules[Math.floor(y) - 4]?.[Math.floor(x) - 4] ?? false);
        expect(await read(image, 'DataMatrix')).toEqual([`[)>\u001e06\u001d9N${ppnOf(pzn)}\u001e\u0004`]);
      }),
      { numRuns: 25 },
    );
  });
});

test('the PPN of the example of the IFA', () => {
  // 49·2 + 49·3 + 48·4 + 51·5 + 55·6 + 53·7 + 50·8 + 56·9 + 54·10 + 52·11 = 3409 = 35·97 + 14
  expect(ppnOf('03752864')).toBe('110375286414');
});

test.each(['', '1234567', '123456789', '1234567A', '-1234567'])('%s is no PZN', (text) => {
  expect(() => ppnOf(text)).toThrow(RangeError);
});

test('the bars begin with a bar and fill the width that is said', () => {
  const bars = pznCode39('03752864');
  const last = bars.at(-1);
  expect(bars).toHaveLength(55);
  expect(bars[0]).toEqual({ x: 0, width: 1 });
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(CODE39_MODULES);
  expect(() => pznCode39('0375286A')).toThrow(RangeError);
});
