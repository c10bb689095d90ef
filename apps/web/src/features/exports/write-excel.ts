import { type ListFile, rowValues, sheetColumns } from '@portal/list-view';
import type { ExcelOrder } from './excel-worker.ts';

const MEDIA_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows handed over at once: a few milliseconds, so that no frame waits. */
const SLICE = 400;

/**
 * In a worker (rule 10.13): 20,000 rows in less than 2 seconds.
 * @throws Error when it fails
 */
export async function writeExcel(sheetName: string, { columns, rows }: ListFile): Promise<Blob> {
  const worker = new Worker(new URL('./excel-worker.ts', import.meta.url), { type: 'module' });
  const send = (order: ExcelOrder) => worker.postMessage(order);
  const written = new Promise<Blob>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Uint8Array<ArrayBuffer>[]>) =>
      resolve(new Blob(data, { type: MEDIA_TYPE }));
    worker.onerror = ({ message }) => reject(new Error(message || 'the worker could not be loaded'));
  });
  const feed = async () => {
    send({ name: sheetName, columns: sheetColumns(columns) });
    const values = rowValues(columns);
    for (let start = 0; start < rows.length; start += SLICE) {
      const slice = Array.from({ length: Math.min(SLICE, rows.length - start) }, (_, i) =>
        values(rows[start + i] as number),
      );
      send({ rows: slice });
      await new Promise((resume) => setTimeout(resume));
    }
    send('end');
  };
  try {
    const [file] = await Promise.all([written, feed()]);
    return file;
  } finally {
    worker.terminate();
  }
}
