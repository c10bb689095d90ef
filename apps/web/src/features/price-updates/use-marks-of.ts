import type { MarkStore } from '../../editing/judging/marks.ts';
import { useMarkFailure } from '../../editing/review/use-mark-failure.ts';
import { useGetReviewMarksQuery, useSetReviewMarksMutation } from '../../editing/judging/marks-api.ts';
import type { LoadedUpdate, UpdateRef } from './price-updates-api.ts';

/** What people have reviewed of a package (rule 14.25). */
export function useMarksOf({ kind, pharmacyId, token, id, productGroup }: UpdateRef, update: LoadedUpdate): MarkStore {
  const params = { kind, pharmacyId, token, id, productGroup };
  const { currentData: marks } = useGetReviewMarksQuery({ params }, { refetchOnMountOrArgChange: true });
  const [set] = useSetReviewMarksMutation();
  const report = useMarkFailure();
  return { marks, set: update.editable ? (rows) => report(set({ params, body: { marks: rows } })) : undefined };
}
