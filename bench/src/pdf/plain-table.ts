import { Worker } from 'node:worker_threads';

/** The bench rows as a plain table of pdfmake, made in a fresh worker thread. Answers the bytes of the PDF. */
export function plainTable(count: number): Promise<number> {
  const worker = new Worker(new URL('./plain-table-worker.ts', import.meta.url), { workerData: count });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
