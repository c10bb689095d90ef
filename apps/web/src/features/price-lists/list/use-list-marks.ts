import type { ProductGroup } from '@portal/rules';
import type { MarkStore } from '../../../editing/judging/marks.ts';
import { useMarkFailure } from '../../../editing/review/use-mark-failure.ts';
import { PREFETCH_VALID_S } from '../../../lib/prefetch.ts';
import { useKeepFixedPricesMutation, useTakeBackKeptMutation } from '../../../editing/judging/due-reviews-api.ts';
import type { LoadedPriceList } from '../price-lists-api.ts';
import { useGetListReviewMarksQuery, useSetListReviewMarksMutation } from '../../../editing/judging/marks-api.ts';

type Target = { readonly pharmacyId: string; readonly token: string; readonly productGroup: ProductGroup };

/** Rules 14.25 and 19.5. */
export function useListMarks(
  { pharmacyId, token, productGroup }: Target,
  { editable, mayKeep }: LoadedPriceList,
): MarkStore {
  const params = { pharmacyId, token, productGroup };
  const { currentData: marks } = useGetListReviewMarksQuery(
    { params },
    { refetchOnMountOrArgChange: PREFETCH_VALID_S },
  );
  const [set] = useSetListReviewMarksMutation();
  const [keep] = useKeepFixedPricesMutation();
  const report = useMarkFailure();
  const reportKept = useMarkFailure('due.failed');
  const [takeBack] = useTakeBackKeptMutation();
  const reportTaken = useMarkFailure('due.undoFailed');
  return {
    marks,
    set: editable ? (rows) => report(set({ params, body: { marks: rows } })) : undefined,
    keep: mayKeep ? (rows) => reportKept(keep({ params, body: { rows: [...rows] } })) : undefined,
    takeBack: mayKeep ? (rows) => reportTaken(takeBack({ params, body: { rows: [...rows] } })) : undefined,
  };
}
