import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { FIRST_LABEL_FORM } from '@portal/rules';
import { getDocumentProxy } from 'unpdf';
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
