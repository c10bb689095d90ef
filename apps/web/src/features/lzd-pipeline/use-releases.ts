import { useState } from 'react';
import { errorMessage } from '../../api/api-error.ts';
import type { PipelineRow } from './pipeline-rows.ts';
import { useReleaseOneOfManyMutation } from './lzd-pipeline-api.ts';

/** Releases several LZD one after the other; one that fails leaves the others and stays selected, with its reason. */
export function useReleases(onDone: () => void) {
  const [release] = useReleaseOneOfManyMutation();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [failures, setFailures] = useState<ReadonlyMap<number, string>>(new Map());
  const [outcome, setOutcome] = useState<{ released: number; failed: number } | null>(null);
  const [busy, setBusy] = useState(false);

  async function start(rows: readonly PipelineRow[]): Promise<void> {
    setBusy(true);
    setOutcome(null);
    const failed = new Map<number, string>();
    for (const { id, apoId } of rows) {
      const { error } = await release({ params: { apoId, lzdId: id } });
      if (error) failed.set(id, errorMessage(error));
    }
    setFailures(failed);
    setSelected(new Set(failed.keys()));
    setOutcome({ released: rows.length - failed.size, failed: failed.size });
    setBusy(false);
    onDone();
  }

  return { selected, setSelected, failures, outcome, busy, start };
}
