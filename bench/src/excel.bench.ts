import { zipPieces } from '@portal/api/files/zip-pieces.ts';
import {
  ALL_EXPERT_COLUMNS,
  buildPriceListModel,
  csvText,
  type PriceListColumns,
  priceListFile,
  rowValues,
  sheetColumns,
  writeWorkbook,
} from '@portal/list-view';
import { interleave, median, p95, report } from './measure.ts';

/**
 * A price list of 20,000 rows with all expert columns as Excel, by the functions of the browser, against its CSV; by turns in one run.
 *
 * In the browser rows are handed to a worker in slices of 400, so that what may hold a frame up is one slice: its values and
 * their copy for the worker. It is measured by itself; making the file is the worker's, beside it.
 */
const COUNT = 20_000;
const SLICE = 400;
const ROUNDS = 5;
const GOAL_MS = 2_000;
const FRAME_MS = 50;

const every = <Value>(value: (row: number) => Value): Value[] => Array.from({ length: COUNT }, (_, row) => value(row));
const price = (share: number) => every((row) => Math.round((300 + ((row * 37) % 4_000)) * share));
const model = buildPriceListModel({
  pzn: every((row) => String(row).padStart(8, '0')),
  name: every((row) => `Ibuprofen ${row % 97} mg Filmtabletten & Größe`),
  content: every((row) => `${(row % 10) * 10} St`),
  producer: every((row) => `Muster Pharma ${row % 300} GmbH & Co. KG`),
  brand: every((row) => (row % 3 ? `Marke ${row % 50}` : null)),
  normSize: every((row) => `N${(row % 3) + 1}`),
  atc: every(() => 'M01AE01'),
  peCluster: every((row) => row % 3),
  vhCluster: every((row) => row % 3),
  units: every((row) => row % 200),
  avp: price(1),
  aep: price(0.6),
  vhp: price(0.9),
  priceMin: price(0.7),
  priceAvg: price(0.85),
  priceMax: price(1.1),
  calculatedPrice: price(0.8),
  formerPrice: price(0.8),
  ownPrice: every(() => null),
  date: every((row) => 1_762_300_800 + row),
  priceType: every(() => 0),
} as unknown as PriceListColumns);
const file = priceListFile(
  model,
  every((row) => row),
  ALL_EXPERT_COLUMNS,
);

const slices: number[] = [];
let bytes = 0;
async function excel(): Promise<void> {
  const zip = zipPieces(new Date(1980, 0, 1));
  const workbook = writeWorkbook('OTC', sheetColumns(file.columns), (path) => zip.open(path));
  const values = rowValues(file.columns);
  for (let start = 0; start < COUNT; start += SLICE) {
    const cpu = process.threadCpuUsage();
    const rows = Array.from({ length: SLICE }, (_, i) => values(start + i));
    const received = structuredClone(rows);
    const { user, system } = process.threadCpuUsage(cpu);
    slices.push((user + system) / 1000);
    workbook.add(received);
  }
  workbook.end();
  zip.end();
  bytes = zip.take().reduce((sum, piece) => sum + piece.length, 0);
}

const taken = await interleave({ csv: async () => void csvText(file), excel }, ROUNDS);
const ms = (value: number) => `${value.toFixed(0)} ms`;
report(`CSV, ${COUNT} rows × ${file.columns.length} columns`, ms(taken.csv.cpuMs));
report('Excel', ms(taken.excel.cpuMs), { text: `${GOAL_MS} ms`, holds: taken.excel.cpuMs <= GOAL_MS });
report('Excel, from beginning to end', ms(taken.excel.ms));
report('Excel against CSV', `${(taken.excel.cpuMs / taken.csv.cpuMs).toFixed(1)} times`);
report('size of the file', `${(bytes / 1e6).toFixed(1)} MB`);
report('a slice on the page: middle', `${median(slices).toFixed(1)} ms`);
report('a slice on the page: 95 of 100 below', `${p95(slices).toFixed(1)} ms`, {
  text: `${FRAME_MS} ms`,
  holds: p95(slices) <= FRAME_MS,
});
report('a slice on the page: longest', `${Math.max(...slices).toFixed(1)} ms`, {
  text: `${FRAME_MS} ms`,
  holds: Math.max(...slices) <= FRAME_MS,
});
