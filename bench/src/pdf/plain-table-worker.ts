import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import pdfmake from 'pdfmake';
import { benchRows } from './rows.ts';

/** A worker thread: the rows as one table of pdfmake, headings repeated, pages numbered. */
const fonts = join(dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts', 'Roboto');
pdfmake.setFonts({ Roboto: { normal: join(fonts, 'Roboto-Regular.ttf'), bold: join(fonts, 'Roboto-Medium.ttf') } });
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => dirname(path) === fonts);

const headings = ['PZN', 'Artikel', 'Packungsgröße', 'Bisheriger Preis', 'Neuer Preis', 'Preisart'];
const rows = benchRows(Number(workerData)).map((row) => [
  row.pzn,
  row.name,
  String(row.content),
  { text: String(row.ravp), alignment: 'right' as const },
  { text: String(row.price), alignment: 'right' as const },
  String(row.priceinfo),
]);
const bytes = await pdfmake
  .createPdf({
    defaultStyle: { font: 'Roboto', fontSize: 8 },
    footer: (page, count) => ({ text: `Seite ${page} von ${count}`, alignment: 'right', margin: [40, 10] }),
    content: [
      {
        layout: 'lightHorizontalLines',
        table: { headerRows: 1, widths: [44, '*', 66, 62, 58, 88], body: [headings, ...rows] },
      },
    ],
  })
  .getBuffer();
parentPort?.postMessage(bytes.length);
