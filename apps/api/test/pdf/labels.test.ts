import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FIRST_LABEL_FORM, ppnOf } from '@portal/rules';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { getDocumentProxy } from 'unpdf';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { bytesOf } from './read-pdf.ts';

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
beforeAll(async () => {
  portal = await startPortal('2026-03-10T09:05:00Z');
  pharmacy = await seedPharmacy(portal.database, 1, { name: 'Löwen-Apotheke Großmann' });
  owner = await portal.as('Änne Großmann', ['solvena_customer', `TP_user_${pharmacy.crmCompanyId}`]);
});
afterAll(() => portal?.close());

const label = { pzn: testPzn(1), name: 'Nasenspray', content: '10 ml', producer: 'Ärzte AG', effectivePrice: 495 };
const post = (body: object) => bytesOf(owner.post(`/api/price/labels/${pharmacy.apoId}/${pharmacy.token}/pdf`, body));
const POINT = 25.4 / 72;

/** The texts of a page with where they begin, in millimetres from its upper left corner. */
async function read(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const pages = await Promise.all(
    Array.from({ length: document.numPages }, async (_, at) => {
      const page = await document.getPage(at + 1);
      const [, , width = 0, height = 0] = page.view;
      const { items } = await page.getTextContent();
      const texts = items.flatMap((item) =>
        'str' in item && item.str.trim()
          ? [
              {
                text: item.str,
                x: item.transform[4] * POINT,
                y: (height - item.transform[5]) * POINT,
                size: item.transform[0] * POINT,
              },
            ]
          : [],
      );
      return { width: width * POINT, height: height * POINT, texts };
    }),
  );
  return { pages, viewer: await document.getViewerPreferences() };
}

describe('labels as PDF (rules 16.5 and 16.6)', () => {
  test('stand where the sheet has them, at true size, from the label that is left', async () => {
    const labels = Array.from({ length: 21 }, (_, at) => ({ ...label, pzn: testPzn(at + 1), name: `Salbe ${at + 1}` }));
    const response = await post({ labels, form: { ...FIRST_LABEL_FORM, first: 6, offsetX: 0.5, date: true } });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Etiketten_${pharmacy.apoId}_2026-03-10.pdf"`,
    });
    const { pages, viewer } = await read(response.body);
    expect(viewer).toMatchObject({ PrintScaling: 'None' });
    expect(pages).toHaveLength(2);
    for (const { width, height } of pages) {
      expect(width).toBeCloseTo(210, 2);
      expect(height).toBeCloseTo(297, 2);
    }
    // the third column of the second row: 2 × 70 and 4.5 + 36, the margin of 2 and the offset
    const first = pages[0]?.texts.find(({ text }) => text === 'Salbe 1');
    expect(first?.x).toBeCloseTo(142.5, 2);
    expect(first?.y).toBeGreaterThan(40.5 + 2);
    expect(first?.y).toBeLessThan(40.5 + 9);
    // 19 fit on the first sheet, the twentieth begins the second
    const [next, last] = ['Salbe 20', 'Salbe 21'].map((name) => pages[1]?.texts.find(({ text }) => text === name));
    expect(next?.x).toBeCloseTo(2.5, 2);
    expect(last?.x).toBeCloseTo(72.5, 2);
    expect(pages[1]?.texts.map(({ text }) => text).slice(0, 6)).toEqual([
      'Salbe 20',
      '10 ml · Ärzte AG',
      '1 l = 495,00 €',
      '4,95 €',
      `PZN ${testPzn(20)}`,
      '10.03.2026',
    ]);
  });

  test('are stretched for a printer that shrinks, with their offset (rule 16.11)', async () => {
    const form = { ...FIRST_LABEL_FORM, first: 5, offsetX: 1, scaleX: 2, scaleY: -1 };
    const { pages } = await read((await post({ labels: [label], form })).body);
    const name = pages[0]?.texts.find(({ text }) => text === 'Nasenspray');
    // the second column, its margin of 2 mm with it: (70 + 2) × 1.02 + 1
    expect(name?.x).toBeCloseTo(74.44, 2);
    // its size by the smaller of both, so that no line grows into the next
    const { pages: plain } = await read((await post({ labels: [label], form: FIRST_LABEL_FORM })).body);
    const before = plain[0]?.texts.find(({ text }) => text === 'Nasenspray');
    expect((name?.size ?? 0) / (before?.size ?? 1)).toBeCloseTo(0.99, 2);
  });

  test('have a test page: every label of the sheet with its number, lines to measure by, no article', async () => {
    const response = await post({ labels: [label], test: true, form: { ...FIRST_LABEL_FORM, first: 20 } });
    expect(response.status).toBe(200);
    expect(response.headers['content-disposition']).toBe(
      `inline; filename="Testseite_${pharmacy.apoId}_2026-03-10.pdf"`,
    );
    const { pages, viewer } = await read(response.body);
    expect(viewer).toMatchObject({ PrintScaling: 'None' });
    expect(pages.map(({ texts }) => texts.map(({ text }) => text))).toEqual([
      [...Array.from({ length: 24 }, (_, at) => String(at + 1)), '100 mm', '100 mm'],
    ]);
  });

  test('single ones come on pages of their size', async () => {
    const { body } = await post({
      labels: [label, label],
      form: { ...FIRST_LABEL_FORM, sheet: 'single', width: 62, height: 29 },
    });
    const { pages } = await read(body);
    expect(pages.map(({ width, height }) => [width.toFixed(2), height.toFixed(2)])).toEqual([
      ['62.00', '29.00'],
      ['62.00', '29.00'],
    ]);
  });
});

/** The filled rectangles of a PDF's pages at 300 dots an inch, as a printer would set them. */
function printed(bytes: Buffer, widthMm: number, heightMm: number) {
  const dots = 300 / 72;
  const [width, height] = [widthMm, heightMm].map((mm) => Math.round((mm / 25.4) * 300)) as [number, number];
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const streams = [...bytes.toString('latin1').matchAll(/FlateDecode[^]*?stream\n([^]*?)\nendstream/g)].map(
    ([, stream]) => inflateSync(Buffer.from(stream as string, 'latin1')).toString('latin1'),
  );
  for (const [, x, y, w, h] of streams.join('\n').matchAll(/^([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f$/gm)) {
    const [left, right] = [Number(x), Number(x) + Number(w)].map((at) => Math.round(at * dots)) as [number, number];
    const [low, high] = [Number(y), Number(y) + Number(h)].map((at) => Math.round(at * dots)) as [number, number];
    for (let row = height - high; row < height - low; row++)
      for (let column = left; column < right; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return { data, width, height } as Parameters<typeof readBarcodes>[0];
}

test('a reader reads every code of a sheet (rule 16.7)', async () => {
  const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm');
  await prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer }, fireImmediately: true });
  const pzns = Array.from({ length: 12 }, (_, at) => testPzn(at + 1));
  const labels = pzns.map((pzn) => ({ ...label, pzn }));
  const { body } = await post({ labels, form: { ...FIRST_LABEL_FORM, sheet: '2x6-105x48', dataMatrix: true } });
  const read = await readBarcodes(printed(body, 210, 297), {
    tryHarder: true,
    maxNumberOfSymbols: 50,
    textMode: 'Plain',
  });
  const textsOf = (format: string) =>
    read
      .filter((found) => found.format === format)
      .map(({ text }) => text)
      .toSorted();
  expect(textsOf('PZN')).toEqual(pzns.map((pzn) => `-${pzn}`));
  expect(textsOf('DataMatrix')).toEqual(pzns.map((pzn) => `[)>\u001e06\u001d9N${ppnOf(pzn)}\u001e\u0004`));
});

test('texts longer than a label are cut, and 5,000 of them are printed within seconds', async () => {
  const long = {
    ...label,
    name: `Nasenspray ${'x'.repeat(5_000)}`,
    content: '10 '.repeat(200),
    producer: 'Ä'.repeat(500),
  };
  const began = performance.now();
  const labels = Array.from({ length: 5_000 }, () => ({ ...long, name: long.name.slice(0, 2_000) }));
  const { status, body } = await post({
    labels: [long, ...labels.slice(1)],
    form: { ...FIRST_LABEL_FORM, producer: true },
  });
  expect(status).toBe(200);
  expect(performance.now() - began).toBeLessThan(60_000);
  const [page] = (await read(body)).pages;
  expect(page?.texts.filter(({ text }) => text.endsWith('…')).length).toBeGreaterThanOrEqual(2);
});

test.each([
  ['no label', { labels: [] }],
  ['a price of nothing', { labels: [{ ...label, effectivePrice: 0 }] }],
  ['a price with parts of a cent', { labels: [{ ...label, effectivePrice: 99.5 }] }],
  ['a label after the last of a sheet', { form: { ...FIRST_LABEL_FORM, first: 25 } }],
  ['a second single label on a page', { form: { ...FIRST_LABEL_FORM, sheet: 'single', first: 2 } }],
  ['a sheet nobody sells', { form: { ...FIRST_LABEL_FORM, sheet: '9x9-10x10' } }],
  ['a label as large as a door', { form: { ...FIRST_LABEL_FORM, width: 900 } }],
])('%s is refused', async (_, change) => {
  const { status } = await post({ labels: [label], form: FIRST_LABEL_FORM, ...change });
  expect(status).toBe(422);
});
