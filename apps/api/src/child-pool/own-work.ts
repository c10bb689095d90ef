import { REASON } from '@portal/contracts';
import { PortalError } from '../http/errors.ts';
import { TEXT } from '../texts/de.ts';
import type { ChildJob } from './messages.ts';
import { ChildPoolError, createChildPool } from './pool.ts';

const pool = createChildPool({ slots: 1, queue: 1_000, processorMs: 30_000, heapMb: 384, isReserved: true });

/**
 * Reviews, parts, plans of standing rules: no upload takes their process.
 * @throws PortalError 503 (rule 13.16), or of the task; ChildPoolError
 */
export async function runOwnWork<Answer>(job: ChildJob): Promise<{ answer: Answer; parts: readonly Buffer[] }> {
  try {
    return await pool.run<Answer>(job);
  } catch (error) {
    const isBusy = error instanceof ChildPoolError && (error.refusal === 'full' || error.refusal === 'late');
    throw isBusy ? new PortalError(503, REASON.busy, TEXT.unavailable) : error;
  }
}
