import type { ReviewContext } from '@portal/contracts';
import { useMemo } from 'react';
import { type LoadedUpdate, type UpdateRef, useGetReviewContextQuery } from './price-updates-api.ts';

/**
 * What the price list knows of a package's rows. It is asked for once the package is on screen, and again with the package.
 * A deleted package is compared with nothing: the list of today is another one.
 * @returns undefined while it is on its way, and for a deleted package; null where it cannot be had or belongs to another state of the package
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
