import { ENDPOINTS } from '@portal/contracts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const lzdPipelineApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Not cached: the steps are those of others.
    getLzdPipeline: contractQuery(build, ENDPOINTS.getLzdPipeline, {
      providesTags: ['AdminOverview'],
      keepUnusedDataFor: 0,
    }),
    releaseOneOfMany: contractMutation(build, ENDPOINTS.releaseLzdByPost, {
      invalidatesTags: ['Dashboard', 'Pharmacies', 'PriceUpdate'],
    }),
    remindOfLzd: contractMutation(build, ENDPOINTS.remindOfLzd, { invalidatesTags: ['AdminOverview'] }),
    proposeNoticeAddress: contractMutation(build, ENDPOINTS.proposeNoticeAddress, {
      invalidatesTags: ['AdminOverview'],
    }),
  }),
});

export const {
  useGetLzdPipelineQuery,
  useReleaseOneOfManyMutation,
  useRemindOfLzdMutation,
  useProposeNoticeAddressMutation,
} = lzdPipelineApi;
