import { readPriceHistory } from '@portal/contracts';
import { CALLS } from '../../api/calls.ts';
import { contractQuery, contractQueryOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The price history of a product (rule 4.18). */
const priceHistoryApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceHistory: contractQueryOf(build, CALLS.getPriceHistory, (entries) => entries.map(readPriceHistory), {
      providesTags: ['PriceHistory'],
    }),
    getPriceWay: contractQuery(build, CALLS.getPriceWay, { providesTags: ['PriceHistory', 'Labels', 'TillFiles'] }),
    getChangesKept: contractQuery(build, CALLS.getChangesKept),
  }),
});

export const { useGetChangesKeptQuery, useGetPriceHistoryQuery, useGetPriceWayQuery } = priceHistoryApi;
