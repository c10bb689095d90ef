import type { ProductGroup } from '@portal/rules';
import type { MarkStore } from '../../editing/review/marks.ts';
import { useMarkFailure } from '../../editing/review/use-mark-failure.ts';
import { PREFETCH_VALID_S } from '../../lib/prefetch.ts';
import { useKeepFixedPricesMutation } from '../../editing/review/due-reviews-api.ts';
import { useGetListReviewMarksQuery, useSetListReviewMarksMutation } from '../../editing/review/marks-api.ts';

type Target = { readonly pharmacyId: string; readonly token: string; readonly productGroup: ProductGroup };

/** Rule 14.25. */
export function useListMarks({ pharmacyId, token, productGroup }: Target, editable: boolean): MarkStore {
  const params = { pharmacyId, token, productGroup };
  const { currentData: marks } = useGetListReviewMarksQuery(
    { params },
    { refetchOnMountOrArgChange: PREFETCH_VALID_S },
  );
  const [set] = useSetListReviewMarksMutation();
  const [keep] = useKeepFixedPricesMutation();
  const report = useMarkFailure();
  const reportKept = useMarkFailure('due.failed');
  if (!editable) return { marks, set: undefined };
  return {
    marks,
    set: (rows) => report(set({ params, body: { marks: rows } })),
    keep: (rows) => reportKept(keep({ params, body: { rows } })),
  };
}
