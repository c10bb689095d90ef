import { CALLS } from '../../api/calls.ts';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Bulk rules under a name (rule 3.17). */
const bulkRulesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getBulkRules: contractQuery(build, CALLS.getBulkRules, { providesTags: ['BulkRules'] }),
    setBulkRule: build.mutation<unknown, RequestOf<typeof CALLS.setBulkRule>>({
      query: (request) => requestOf(CALLS.setBulkRule, request),
      invalidatesTags: ['BulkRules'],
    }),
  }),
});

export const { useGetBulkRulesQuery, useSetBulkRuleMutation } = bulkRulesApi;
