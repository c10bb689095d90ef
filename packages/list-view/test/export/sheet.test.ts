import { expect, test } from '@jest/globals';
import { type FileColumn, rowValues, sheetColumns, writeWorkbook } from '../../src/index.ts';

type Row = { text: string | null; price: number | null };
const COLUMNS: readonly FileColumn<Row>[] = [
  { heading: 'Produkt', kind: 'text', cell: ({ text }) => text, width: 42 },
  { heading: 'Preis', kind: 'price', cell: ({ price }) => price },
  { heading: 'VH Cluster', kind: 'text', cell: () => 'nicht elastisch', technical: true },
];

/** The parts of a workbook, by their paths. */
function parts(rows: readonly Row[], columns = COLUMNS): Record<string, string> {
  const written: Record<string, string> = {};
  const workbook = writeWorkbook('OTC', sheetColumns(columns), (path) => {
    written[path] = '';
    return (text) => {
      written[path] += text;
    };
  });
  workbook.add(rows.map(rowValues(columns)));
  workbook.end();
  return written;
}
const sheet = (rows: readonly Row[]) => parts(rows)['xl/worksheets/sheet1.xml'] ?? '';

test('a sheet has a frozen heading, widths, hidden technical columns and a filter over all its rows (rule 10.14)', () => {
  const xml = sheet([
    { text: 'Salbe', price: 499 },
    { text: 'Gel', price: null },
  ]);
  expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
  expect(xml).toContain('<col min="1" max="1" width="42" style="2" customWidth="1"/>');
  expect(xml).toContain('<col min="3" max="3" width="22" style="2" customWidth="1" hidden="1"/>');
  expect(xml).toContain('<autoFilter ref="A1:C3"/>');
});

test('a price is a number of euros, a missing one no cell', () => {
  expect(sheet([{ text: null, price: 123_450 }])).toContain('<row r="2"><c r="B2" s="3"><v>1234.5</v></c><c r="C2"');
  expect(sheet([{ text: null, price: null }])).toContain('<row r="2"><c r="C2"');
});

test.each([
  ['=HYPERLINK("http://x")', '<t>=HYPERLINK("http://x")</t>'],
  ["'+49", "<t>'+49</t>"],
  ['a<b>&c', '<t>a&lt;b&gt;&amp;c</t>'],
  [' am Rand', '<t xml:space="preserve"> am Rand</t>'],
  ['\u0001\r_x0041_\ud800', '<t>_x0001__x000D__x005F_x0041__xD800_</t>'],
])('the text %p is a text, never a formula', (text, xml) => {
  const written = sheet([{ text, price: null }]);
  expect(written).toContain(`<c r="A2" s="2" t="inlineStr"><is>${xml}</is></c>`);
  expect(written).not.toContain('<f>');
});

test('beyond column Z names go on with two letters, and a sheet takes no more rows than spreadsheets open', () => {
  const many = Array.from({ length: 28 }, () => COLUMNS[0] as FileColumn<Row>);
  expect(parts([], many)['xl/worksheets/sheet1.xml']).toContain('<autoFilter ref="A1:AB1"/>');
  const workbook = writeWorkbook('OTC', [], () => () => {});
  const row: [] = [];
  workbook.add(Array.from({ length: 1_048_575 }, () => row));
  expect(() => workbook.add([row])).toThrow(RangeError);
});
