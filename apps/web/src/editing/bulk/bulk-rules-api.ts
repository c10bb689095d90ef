import { ENDPOINTS } from '@portal/contracts';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Bulk rules under a name (rule 3.17). */
const bulkRulesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getBulkRules: contractQuery(build, ENDPOINTS.getBulkRules, { providesTags: ['BulkRules'] }),
    setBulkRule: build.mutation<unknown, RequestOf<typeof ENDPOINTS.setBulkRule>>({
      query: (request) => requestOf(ENDPOINTS.setBulkRule, request),
      invalidatesTags: ['BulkRules'],
    }),
  }),
});

export const { useGetBulkRulesQuery, useSetBulkRuleMutation } = bulkRulesApi;
