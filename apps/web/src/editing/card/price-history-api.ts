import { ENDPOINTS, readPriceHistory } from '@portal/contracts';
import { contractQuery, contractQueryOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The price history of a product (rule 4.18). */
const priceHistoryApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceHistory: contractQueryOf(build, ENDPOINTS.getPriceHistory, (entries) => entries.map(readPriceHistory), {
      providesTags: ['PriceHistory'],
    }),
    getChangesKept: contractQuery(build, ENDPOINTS.getChangesKept),
  }),
});

export const { useGetChangesKeptQuery, useGetPriceHistoryQuery } = priceHistoryApi;
