import { type CsvColumn, csvTexts } from '../../src/files/csv-writer.ts';

/** A whole CSV file in memory. */
export async function csvText<Row>(
  columns: readonly CsvColumn<Row>[],
  rows: readonly Row[],
  options: { mark?: boolean } = {},
): Promise<string> {
  let whole = '';
  for await (const { text } of csvTexts(columns, [rows], options)) whole += text;
  return whole;
}
