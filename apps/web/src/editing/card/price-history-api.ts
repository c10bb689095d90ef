import { ENDPOINTS, readPriceHistory } from '@portal/contracts';
import { contractQueryOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The price history of a product (rule 4.18). */
const priceHistoryApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPriceHistory: contractQueryOf(build, ENDPOINTS.getPriceHistory, (entries) => entries.map(readPriceHistory), {
      providesTags: ['PriceHistory'],
    }),
  }),
});

export const { useGetPriceHistoryQuery } = priceHistoryApi;
