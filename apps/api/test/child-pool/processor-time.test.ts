import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ChildPool, type ChildPoolLimits, createChildPool } from '../../src/child-pool/pool.ts';
import { tableReader } from '../../src/modules/imports/table-pool.ts';
import { testPzn } from '../support/seed.ts';

// Rule 13.16. Limits that must not be reached are far above what a busy machine takes.

const FAR_MS = 600_000;
const task = (name: string) => new URL(`./tasks/${name}.ts`, import.meta.url);
const refused = (refusal: string) => ({ name: 'ChildPoolError', refusal });

let pool: ChildPool;
afterEach(() => pool.close());

function start(limits: Partial<ChildPoolLimits>): ChildPool {
  pool = createChildPool({ slots: 1, queue: 4, heapMb: 128, processorMs: FAR_MS, ...limits });
  return pool;
}
const run = (name: string, order: unknown = null) => pool.run({ task: task(name), order });

describe('a job in a child process', () => {
  test('that uses up its processor time is at fault itself', async () => {
    start({ processorMs: 200, wallMs: FAR_MS });
    await expect(run('burn')).rejects.toMatchObject(refused('cost'));
    expect(await run('answer', 'next')).toMatchObject({ answer: 'next' });
  });

  test('that hangs is late', async () => {
    start({ wallMs: 300 });
    await expect(run('hang')).rejects.toMatchObject(refused('late'));
    expect(pool.load()).toEqual({ running: 0, waiting: 0 });
  });

  const posix = process.platform === 'win32' ? test.skip : test;
  posix('that gets no processor is late, not at fault', async () => {
    start({ processorMs: 200, wallMs: 2_000 });
    await expect(run('stop')).rejects.toMatchObject(refused('late'));
  });

  test('hangs after five times its processor time', async () => {
    start({ processorMs: 200 });
    const began = performance.now();
    await expect(run('hang')).rejects.toMatchObject(refused('late'));
    expect(performance.now() - began).toBeGreaterThanOrEqual(999);
  });

  test('does not pay for the start of its process, nor for the jobs before it', async () => {
    start({ processorMs: 1_000, wallMs: FAR_MS });
    expect(await run('slow-start')).toMatchObject({ answer: 'done' });
    expect(await run('answer', 'next')).toMatchObject({ answer: 'next' });
  });
});

describe('an uploaded table', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'preisportal-table-'));
    const rows = Array.from({ length: 60_000 }, (_, at) => `${testPzn(at + 1)};1,00\r\n`);
    await writeFile(join(folder, 'prices.csv'), `PZN;VK\r\n${rows.join('')}`);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const read = (limits: Partial<ChildPoolLimits>) => {
    const caller = { holder: {}, signal: new AbortController().signal };
    const choice = { type: 'priceimport', pzncolumn: 'PZN', pricecolumn: 'VK' } as const;
    const path = join(folder, 'prices.csv');
    return tableReader(start({ heapMb: 320, ...limits }), caller)({ kind: 'rows', path, choice, today: '2026-11-24' });
  };

  test('that is too costly is refused for good', async () => {
    await expect(read({ processorMs: 1, wallMs: FAR_MS })).rejects.toMatchObject({
      httpStatus: 422,
      message: expect.stringContaining('Die Datei ist zu aufwendig'),
    });
  });

  test('for which the machine is too busy is refused until later', async () => {
    await expect(read({ wallMs: 1 })).rejects.toMatchObject({
      httpStatus: 503,
      retryAfterSeconds: 20,
      message: expect.stringContaining('in einer halben Minute erneut'),
    });
  });
});
