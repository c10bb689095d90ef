import type { Leaving } from '@portal/contracts';
import { useEffect } from 'react';
import { type UpdateHead, type UpdateRef, useGetReviewContextQuery } from './price-updates-api.ts';

/** Rule 14.24. */
export type LeavingArticles = {
  /** Undefined until it is known. */
  readonly leaving: Leaving | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** Refetched with the package. */
export function useLeavingArticles(target: UpdateRef, head: UpdateHead): LeavingArticles | null {
  const resets = head.lzd?.resetChoice === 0 && head.status === 0;
  const { currentData, isError, isFetching, refetch } = useGetReviewContextQuery(target, { skip: !resets });
  const outdated = resets && currentData !== undefined && currentData.answer.listVersion < head.listVersion;
  useEffect(() => {
    if (outdated) void refetch();
  }, [outdated, refetch]);
  if (!resets) return null;
  return {
    leaving: outdated ? undefined : (currentData?.answer.leaving ?? undefined),
    failed: isError && !isFetching,
    retry: () => void refetch(),
  };
}
