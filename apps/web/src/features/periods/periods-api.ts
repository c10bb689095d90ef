import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Rule 17.9. */
const periodsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getPricePeriods: contractQuery(build, CALLS.getPricePeriods, { keepUnusedDataFor: 0 }),
    endPricePeriods: contractMutation(build, CALLS.endPricePeriods, {
      invalidatesTags: ['PriceList', 'PriceHistory', 'Dashboard'],
    }),
  }),
});

export const { useGetPricePeriodsQuery, useEndPricePeriodsMutation } = periodsApi;
