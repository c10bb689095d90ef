import type { ReviewContext } from '@portal/contracts';
import { useMemo } from 'react';
import { type LoadedUpdate, type UpdateRef, useGetReviewContextQuery } from './price-updates-api.ts';

/**
 * A deleted package has no comparison.
 * @returns undefined while loading, null where unavailable
 */
export function useContextOf(target: UpdateRef, update: LoadedUpdate): ReviewContext | null | undefined {
  const { currentData, isError } = useGetReviewContextQuery(target, { skip: update.head.status < 0 });
  return useMemo(() => {
    if (isError) return null;
    if (!currentData) return undefined;
    const { answer } = currentData;
    return answer.columns.effectivePrice.length === update.model.count ? answer : null;
  }, [currentData, isError, update]);
}
