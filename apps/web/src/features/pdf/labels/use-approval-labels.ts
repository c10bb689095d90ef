import { MAX_LABELS } from '@portal/contracts';
import { sortLabels } from './label-rows.ts';
import { useGetLabelRowsQuery } from './labels-api.ts';

/**
 * How many labels an approval calls for (rule 16.8); null until that is known, and where it changed more prices than
 * are printed at once.
 */
export function useApprovalLabels(
  params: { apoId: string; token: string },
  approval: number,
  changed: number,
): number | null {
  const { currentData } = useGetLabelRowsQuery({ params, query: { approval } }, { skip: changed > MAX_LABELS });
  return currentData ? sortLabels(currentData.rows).labels.length : null;
}
