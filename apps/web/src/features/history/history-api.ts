import { type AnswerOf, ENDPOINTS, type getHistory } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import { contractFile, requestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

type HistoryOf = { apoId: string; token: string; productGroup?: ProductGroup };

/** The history by pages. Not cached: what was done elsewhere must show when the page is opened again. */
const historyApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.infiniteQuery<AnswerOf<typeof getHistory>, HistoryOf, number | null>({
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      query: ({ queryArg: { apoId, token, productGroup }, pageParam }) =>
        requestOf(ENDPOINTS.getHistory, {
          params: { apoId, token },
          query: {
            ...(productGroup ? { productGroup } : {}),
            ...(pageParam === null ? {} : { before: String(pageParam) }),
          },
        }),
      keepUnusedDataFor: 0,
    }),
    getEventLog: contractFile(build, ENDPOINTS.getEventLog),
  }),
});

export const { useGetHistoryInfiniteQuery, useGetEventLogMutation } = historyApi;
