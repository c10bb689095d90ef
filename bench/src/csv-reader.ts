/**
 * Reads an LZD file of 50,000 rows and 23 columns through the package reader, beside bare csv-parse on the same bytes in
 * the same run, taking turns. Prints median times, their ratio and the growth of memory.
 * Run: node --expose-gc bench/src/csv-reader.ts [rows]
 */
import { Readable } from 'node:stream';
import { pznCheckDigit } from '@portal/rules';
import { Parser } from 'csv-parse';
import { readCsv } from '@portal/api/files/csv-reader.ts';
import { createPackageReport, packageRows } from '@portal/api/files/package-rows.ts';
import { packageColumns } from '@portal/api/files/package-columns.ts';

const ROUNDS = 7;
const CHUNK = 64 * 1024;
const rowCount = Number(process.argv[2] ?? 50_000);
const file = createFile(rowCount);

const ways = {
  'bare csv-parse': readBare,
  'readCsv (records)': readRecords,
  'packageRows (typed, checked)': readPackage,
};
// measured first, while the heap has not grown yet
const growth = await memoryGrowth();
const times = new Map<string, number[]>(Object.keys(ways).map((name) => [name, []]));
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, read] of Object.entries(ways)) {
    const started = performance.now();
    const rows = await read();
    const took = performance.now() - started;
    if (rows !== rowCount) throw new Error(`${name} read ${rows} of ${rowCount} rows`);
    if (round > 0) times.get(name)?.push(took); // the first round warms up
  }
}
const bare = median(times.get('bare csv-parse') ?? []);
print(`${rowCount} rows x 23 columns, ${(file.length / 2 ** 20).toFixed(1)} MB, median of ${ROUNDS}`);
for (const [name, taken] of times)
  print(`${name.padEnd(30)} ${median(taken).toFixed(0).padStart(5)} ms  x ${(median(taken) / bare).toFixed(2)}`);
print(`memory growth of packageRows: ${growth.toFixed(0)} MB resident`);

async function readBare(): Promise<number> {
  let rows = -1;
  const parser = new Parser({ delimiter: ';', record_delimiter: ['\r\n', '\n', '\r'] });
  for await (const _record of chunks().pipe(parser)) rows++;
  return rows;
}

async function readRecords(): Promise<number> {
  let rows = 0;
  for await (const batch of (await readCsv(chunks())).batches) rows += batch.length;
  return rows;
}

async function readPackage(): Promise<number> {
  const report = createPackageReport();
  for await (const _batch of packageRows('LZD', chunks(), report));
  if (report.issues.total > 0) throw new Error(report.issues.summary());
  return report.rows + report.leftOut.length;
}

async function memoryGrowth(): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage().rss);
  }, 5);
  await readPackage();
  clearInterval(timer);
  return (highest - before) / 2 ** 20;
}

function chunks(): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < file.length; at += CHUNK) yield file.subarray(at, at + CHUNK);
    })(),
  );
}

function createFile(rows: number): Buffer {
  const header = [...packageColumns('LZD').map(({ heading }) => heading), 'Lieferant', 'Bemerkung'];
  const lines = [header.join(';')];
  for (let number = 1_000_000; lines.length <= rows; number++) {
    const digit = pznCheckDigit(String(number));
    if (digit === undefined) continue;
    const price = (offset: number) => (((number * 37 + offset * 113) % 9000) / 100 + 1).toFixed(2).replace('.', ',');
    const product = [
      `Ibuprofen Käsmann ${number} Filmtabletten`,
      '20 St',
      'Käsmann Arzneimittel GmbH',
      'Käsmann',
      'N2',
    ];
    const market = ['M01AE01', '1', 'hoch elastisch', String(number % 50), ...[5, 6, 7, 8, 9].map(price)];
    const prices = [1, 2, 3, 4].map(price);
    const cells = ['Neuer Artikel', `${number}${digit}`, ...product, ...prices, 'Berechneter TruePrice', ...market];
    lines.push([...cells, 'Großhandel', ''].join(';'));
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
