import type { ReviewContext } from '@portal/contracts';
import { useMemo } from 'react';
import { type LoadedUpdate, type UpdateRef, useGetReviewContextQuery } from './price-updates-api.ts';

/**
 * What the price list knows of a package's rows. It is asked for once the package is on screen, and again with the package.
 * @returns undefined while it is on its way, null where it cannot be had or belongs to another state of the package
 */
export function useContextOf(target: UpdateRef, update: LoadedUpdate): ReviewContext | null | undefined {
  const { currentData, isError } = useGetReviewContextQuery(target);
  return useMemo(() => {
    if (isError) return null;
    if (!currentData) return undefined;
    const { answer } = currentData;
    return answer.columns.effectivePrice.length === update.model.count ? answer : null;
  }, [currentData, isError, update]);
}
