import type { FormerFigures } from '@portal/rules';
import { useMemo } from 'react';
import { CALLS } from '../../api/calls.ts';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';
import { PREFETCH_VALID_S } from '../../lib/prefetch.ts';
import type { Reminders } from '../kind/kind.ts';

export const dueReviewsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getDueReviews: contractQuery(build, CALLS.getDueReviews, { providesTags: ['DueReviews'] }),
  }),
});

const keepingApi = dueReviewsApi.injectEndpoints({
  endpoints: (build) => ({
    /** At once; what could not be stored is due again. */
    keepFixedPrices: build.mutation<unknown, RequestOf<typeof CALLS.keepFixedPrices>>({
      query: (request) => requestOf(CALLS.keepFixedPrices, request),
      invalidatesTags: ['Dashboard'],
      async onQueryStarted({ params, body }, { dispatch, queryFulfilled }) {
        const kept = new Set(body.rows.map(({ pzn }) => pzn));
        const patch = dueReviewsApi.util.updateQueryData('getDueReviews', { params }, (due) => {
          due.rows = due.rows.filter(({ pzn }) => !kept.has(pzn));
        });
        const { undo } = dispatch(patch);
        await queryFulfilled.catch(undo);
      },
    }),
    /** What was kept today is due again, with the figures it was due with. */
    takeBackKept: build.mutation<unknown, RequestOf<typeof CALLS.takeBackKept>>({
      query: (request) => requestOf(CALLS.takeBackKept, request),
      invalidatesTags: ['Dashboard', 'DueReviews'],
    }),
  }),
});

const { useGetDueReviewsQuery } = keepingApi;
export const { useKeepFixedPricesMutation, useTakeBackKeptMutation } = keepingApi;

export type Due = ReadonlyMap<string, FormerFigures>;
const NOTHING_DUE: Due = new Map();

type ListParams = { readonly pharmacyId: string; readonly token: string; readonly productGroup: string };

export function useReminders(params: ListParams): Reminders | undefined {
  const { currentData } = useGetDueReviewsQuery({ params });
  return useMemo(() => currentData && new Map(currentData.reminders.map(({ pzn, day }) => [pzn, day])), [currentData]);
}

/**
 * Fixed prices of a list to look at again, by PZN (rule 19.4).
 * @returns undefined while loading; nothing where they cannot be had
 */
export function useDueReviews(params: ListParams, { skip = false }: { readonly skip?: boolean } = {}): Due | undefined {
  const { currentData, isError } = useGetDueReviewsQuery(
    { params },
    { skip, refetchOnMountOrArgChange: PREFETCH_VALID_S },
  );
  return useMemo(() => {
    const known = skip ? undefined : currentData?.rows;
    if (!known?.length) return skip || known || isError ? NOTHING_DUE : undefined;
    return new Map(known.map(({ pzn, umfeld, ...row }) => [pzn, { ...row, umfeldAvg: umfeld }]));
  }, [skip, isError, currentData]);
}
