import type { AnswerOf, getHistory, getOwnHistory } from '@portal/contracts';
import { CALLS } from '../../api/calls.ts';
import type { ProductGroup } from '@portal/rules';
import { contractFile, contractMutation, contractQuery, requestOf } from '../../api/contract-endpoint.ts';
import { type ApiTag, portalApi } from '../../api/portal-api.ts';

type HistoryOf = { apoId: string; token: string; productGroup?: ProductGroup };

type Page = { queryArg: HistoryOf; pageParam: number | null };

/** The request of a page; the next one begins where it ends. */
const requestPage =
  (call: typeof CALLS.getHistory | typeof CALLS.getOwnHistory) =>
  ({ queryArg: { apoId, token, productGroup }, pageParam }: Page) =>
    requestOf(call, {
      params: { apoId, token },
      query: {
        ...(productGroup ? { productGroup } : {}),
        ...(pageParam === null ? {} : { before: String(pageParam) }),
      },
    });
const pages = {
  initialPageParam: null,
  getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
};

/** A save that is taken back is a save. */
const CHANGED = ['PriceList', 'PriceHistory', 'Dashboard', 'Pharmacies'] as const satisfies ApiTag[];

/** Not cached. */
const historyApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.infiniteQuery<AnswerOf<typeof getHistory>, HistoryOf, number | null>({
      infiniteQueryOptions: pages,
      query: requestPage(CALLS.getHistory),
      keepUnusedDataFor: 0,
    }),
    getEventLog: contractFile(build, CALLS.getEventLog),
    getOwnHistory: build.infiniteQuery<AnswerOf<typeof getOwnHistory>, HistoryOf, number | null>({
      infiniteQueryOptions: pages,
      query: requestPage(CALLS.getOwnHistory),
      keepUnusedDataFor: 0,
    }),
    getOwnLog: contractFile(build, CALLS.getOwnLog),
    previewUndo: contractQuery(build, CALLS.previewUndo, { keepUnusedDataFor: 0 }),
    undoSave: contractMutation(build, CALLS.undoSave, { invalidatesTags: CHANGED }),
  }),
});

export const {
  useGetHistoryInfiniteQuery,
  useGetEventLogMutation,
  useGetOwnHistoryInfiniteQuery,
  useGetOwnLogMutation,
  usePreviewUndoQuery,
  useUndoSaveMutation,
} = historyApi;
