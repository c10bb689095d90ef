import { setImmediate as breath } from 'node:timers/promises';
import { type FileColumn, rowValues, sheetColumns, writeWorkbook } from '@portal/list-view';
import { zipPieces } from './zip-pieces.ts';

export const XLSX_MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Rows per time slice. */
const SLICE = 200;
/** Every file of the same rows is the same file. */
const PACKED_AT = new Date(1980, 0, 1);

/** Made in chunks (rule 10.14). */
export type XlsxPieces<Row> = {
  /** @throws RangeError beyond the rows of a sheet */
  readonly add: (rows: readonly Row[]) => Promise<void>;
  readonly end: () => void;
  readonly take: () => Uint8Array[];
};

/** @param name of the sheet */
export function xlsxPieces<Row>(name: string, columns: readonly FileColumn<Row>[]): XlsxPieces<Row> {
  const zip = zipPieces(PACKED_AT);
  const workbook = writeWorkbook(name, sheetColumns(columns), (path) => zip.open(path));
  const values = rowValues(columns);
  return {
    async add(rows) {
      for (let start = 0; start < rows.length; start += SLICE) {
        workbook.add(rows.slice(start, start + SLICE).map(values));
        await breath();
      }
    },
    end() {
      workbook.end();
      zip.end();
    },
    take: () => zip.take(),
  };
}

export async function* xlsxBytes<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  pages: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
): AsyncGenerator<Uint8Array, void> {
  const pieces = xlsxPieces(name, columns);
  for await (const page of pages) {
    await pieces.add(page);
    yield* pieces.take();
  }
  pieces.end();
  yield* pieces.take();
}
