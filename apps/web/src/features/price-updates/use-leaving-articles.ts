import type { Leaving } from '@portal/contracts';
import { useEffect } from 'react';
import { type UpdateHead, type UpdateRef, useGetReviewContextQuery } from './price-updates-api.ts';

/** What an open LZD that resets the list takes from it (rule 14.24); null for every other package. */
export type LeavingArticles = {
  /** Undefined until it is known. */
  readonly leaving: Leaving | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
};

/** Asks beside the rows of the package, and again when these come anew with a later state of the list. */
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
