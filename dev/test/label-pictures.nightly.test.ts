import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from '@jest/globals';
import { photographLabel } from '../src/label-pictures.ts';
import { pznCheckDigit, readShelfCode } from '@portal/rules';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { READER_OPTIONS, READER_TURNS } from '../../apps/web/src/features/shelf/camera/reader-options.ts';

beforeAll(async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true });
});

/** A picture as it is once the reader has turned it. */
async function read(pzn: string, of: { pixelsPerMm: number; turned?: number; blur?: number; dataMatrix?: boolean }) {
  for (const angle of new Set(READER_TURNS)) {
    const { pixelsPerMm, turned = 0, blur = 0, dataMatrix = false } = of;
    const form = { dataMatrix };
    const picture = photographLabel({ pzn, form, width: 720, height: 640, pixelsPerMm, turned: turned + angle, blur });
    const data = new Uint8ClampedArray(picture.grey.length * 4);
    for (let at = 0; at < data.length; at++) data[at] = at % 4 === 3 ? 255 : (picture.grey[at >> 2] as number);
    const { width, height } = picture;
    const image = { data, width, height } as Parameters<typeof readBarcodes>[0];
    const found = await readBarcodes(image, READER_OPTIONS);
    const codes = found.map(({ symbologyIdentifier, text }) => readShelfCode(symbologyIdentifier + text));
    if (codes.length > 0) return codes;
  }
  return [];
}

const PICTURES = [
  ...[0, 8, -30, 90, 180].map((turned) => ({ pixelsPerMm: 8, turned })),
  ...[0, 50, 180].map((turned) => ({ pixelsPerMm: 8, turned, dataMatrix: true, blur: 1 })),
  // small
  ...[0, 5, 90, 170].map((turned) => ({ pixelsPerMm: 6, turned })),
  ...[0, 30, 45, 100].map((turned) => ({ pixelsPerMm: 5, turned, dataMatrix: true })),
  // blurred
  ...[0, 3, -5].map((turned) => ({ pixelsPerMm: 11, turned, blur: 1 })),
  ...[0, 20, -60].map((turned) => ({ pixelsPerMm: 7, turned, blur: 1, dataMatrix: true })),
];

// Rules 21.2 and 21.6.
test('at least 95 % of our labels are read in pictures, turned, small and blurred ones too, and none wrongly', async () => {
  const missed: object[] = [];
  let next = 1_234_567;
  for (const picture of PICTURES) {
    next += 54_321;
    while (pznCheckDigit(String(next)) === undefined) next += 1;
    const pzn = `${next}${pznCheckDigit(String(next))}`;
    const codes = await read(pzn, picture);
    if (codes.length === 0) missed.push(picture);
    for (const code of codes) expect([picture, code]).toEqual([picture, { kind: 'pzn', pzn }]);
  }
  expect(missed.slice(Math.floor(PICTURES.length * 0.05))).toEqual([]);
}, 120_000);
