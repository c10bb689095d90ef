import type { BodyOf, importPrices } from '@portal/contracts';
import type { Day } from '@portal/rules';
import { type ChildPool, createChildPool } from '../../child-pool/pool.ts';
import { refusalOf } from '../../child-pool/refusals.ts';
import type { Deps } from '../../deps.ts';
import type { SlotHolder } from '../../limits/semaphore.ts';
import { watchPool } from '../../metrics/watch-pool.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import type { ImportFile } from './open-import.ts';
import type { TillExport } from './open-till-export.ts';

const TASK = new URL('./table-task.ts', import.meta.url);

/** What to read of an uploaded file. */
export type TableOrder =
  | ({ readonly kind: 'columns' } & ImportFile)
  | ({ readonly kind: 'tillColumns' } & TillExport)
  | ({ readonly kind: 'rows' } & Rows)
  | ({ readonly kind: 'till'; readonly profile: TillExport['profile'] } & Rows);
type Rows = { readonly path: string; readonly choice: BodyOf<typeof importPrices>; readonly today: Day };

/** One for everything that reads tables. */
export function createTablePool(metrics: Deps['metrics']): ChildPool {
  const pool = createChildPool({
    slots: 2,
    perPharmacy: 1,
    perPerson: 1,
    queue: 16,
    queuePerPharmacy: 6,
    queuePerPerson: 4,
    maxWaitMs: 45_000,
    // 100,000 rows of 29 columns take 3 s.
    processorMs: 20_000,
    // MB; 64 MB of shared texts unpacked.
    heapMb: 320,
  });
  watchPool(metrics, 'table', pool);
  return pool;
}

/** Reads an uploaded table in a child process. */
export type TableReader = <Answer>(order: TableOrder) => Promise<{ answer: Answer; parts: readonly Buffer[] }>;

type Caller = { holder: SlotHolder; signal: AbortSignal };

/** @throws PortalError 422, 429, 503 */
export function tableReader(pool: ChildPool, caller: Caller): TableReader {
  return (order) => readInPool(pool, { task: TASK, order }, caller);
}

/** @throws PortalError 422, 429, 503 */
export async function readInPool<Answer>(
  pool: ChildPool,
  job: { task: URL; order: unknown },
  caller: Caller,
): Promise<{ answer: Answer; parts: readonly Buffer[] }> {
  try {
    return await pool.run<Answer>(job, caller);
  } catch (error) {
    throw refusalOf(error, IMPORT_TEXT);
  }
}
