import { afterEach, describe, expect, test } from '@jest/globals';
import { bodyBounds, ENDPOINTS } from '@portal/contracts';
import type { ChildPoolLimits } from '../../src/child-pool/pool.ts';
import { JsonScan } from '../../src/http/json-scan.ts';
import type { PdfJob } from '../../src/modules/pdf/pdf-job.ts';
import { createPdfPool, PDF_POOL, type PdfPool } from '../../src/modules/pdf/pdf-pool.ts';

let pool: PdfPool;
afterEach(() => pool.close());

function startPool(limits: Partial<ChildPoolLimits>): PdfPool {
  pool = createPdfPool({ ...PDF_POOL, slots: 1, ...limits });
  return pool;
}

const never = new AbortController().signal;
let persons = 0;
/** Each job of a person of its own, unless told otherwise. */
function run(rows: number, options: { person?: string; signal?: AbortSignal } = {}) {
  const { person = `person ${(persons += 1)}`, signal = never } = options;
  const products = Array.from({ length: rows }, () => ({ pzn: '01234562', name: 'Salbe', price: '1,00 EUR' }));
  const json = [Buffer.from(JSON.stringify({ template: 'pricelist', products }))];
  const scan = new JsonScan(bodyBounds(ENDPOINTS.createPdf));
  for (const part of json) scan.push(part);
  const head = { productGroup: 'OTC', pharmacyName: 'Test', apoId: 1, at: 0 } as const;
  const job: PdfJob = { kind: 'body', head, json, lists: scan.end() };
  return pool.run(job, { holder: { person }, signal });
}
const LONG = 20_000;
const refusal = (name: string) => ({ name: 'ChildPoolError', refusal: name });
const made = { title: 'Preisliste', bytes: expect.any(Buffer) };

describe('the pool of child processes', () => {
  test('makes one after the other in the order of asking', async () => {
    startPool({});
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((n) => run(n).then(({ bytes }) => order.push(bytes.length > 0 ? n : 0))));
    expect(order).toEqual([1, 2, 3]);
  });

  test('refuses more than may wait, and takes on again when there is room', async () => {
    startPool({ queue: 1 });
    const first = run(LONG);
    const second = run(1);
    await expect(run(1)).rejects.toMatchObject(refusal('full'));
    expect(await first).toEqual(made);
    expect(await second).toEqual(made);
    expect(await run(1)).toEqual(made);
  });

  test('gives each caller at most a share', async () => {
    startPool({ queuePerPerson: 1 });
    const mine = [run(LONG, { person: 'me' }), run(1, { person: 'me' })];
    await expect(run(1, { person: 'me' })).rejects.toMatchObject(refusal('own'));
    const other = run(1);
    await Promise.all([...mine, other]);
    expect(await run(1, { person: 'me' })).toEqual(made);
  });

  test('drops a job that is aborted, waiting or running, and goes on with the next', async () => {
    startPool({});
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = expect(run(LONG, { signal: running.signal })).rejects.toThrow('gone');
    const second = expect(run(LONG, { signal: waiting.signal })).rejects.toThrow('gone');
    const third = run(1);
    waiting.abort(new Error('gone'));
    running.abort(new Error('gone'));
    await Promise.all([first, second]);
    expect(await third).toEqual(made);
  });

  test('lets who left wait for his next process, and others not', async () => {
    startPool({ slots: 2 });
    const leave = new AbortController();
    const left = run(LONG, { person: 'me', signal: leave.signal });
    setTimeout(() => leave.abort(new Error('gone')), 300);
    await expect(left).rejects.toThrow('gone');
    const order: string[] = [];
    await Promise.all(['me', 'other'].map((person) => run(1, { person }).then(() => order.push(person))));
    expect(order).toEqual(['other', 'me']);
  });

  test('gives up a job that takes too long, and one that waits too long', async () => {
    startPool({ wallMs: 1 });
    await expect(run(LONG)).rejects.toMatchObject(refusal('late'));
    await pool.close();
    startPool({ maxWaitMs: 1 });
    const first = run(LONG);
    await expect(run(1)).rejects.toMatchObject(refusal('full'));
    expect(await first).toEqual(made);
  });

  test('loses only the PDF whose process runs out of memory', async () => {
    startPool({ heapMb: 32 });
    await expect(run(100_000)).rejects.toMatchObject(refusal('memory'));
    expect(await run(1)).toEqual(made);
  });
});
