import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import type { PipelineRow } from './pipeline-rows.ts';

/**
 * One by one; a failure leaves the others.
 * @param action returns an error
 */
export function useMany() {
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const [outcome, setOutcome] = useState<{ done: number; failed: number } | null>(null);
  const [busy, setBusy] = useState(false);

  /** @returns the ids of those that failed */
  async function start(
    rows: readonly PipelineRow[],
    action: (row: PipelineRow) => Promise<{ error?: unknown }>,
  ): Promise<Set<number>> {
    setBusy(true);
    setOutcome(null);
    const failed = new Map<number, string>();
    for (const row of rows) {
      const { error } = await action(row);
      if (error) failed.set(row.id, errorMessage(error));
    }
    setFailures(failed);
    setOutcome({ done: rows.length - failed.size, failed: failed.size });
    setBusy(false);
    return new Set(failed.keys());
  }

  return { failures, outcome, busy, start };
}
