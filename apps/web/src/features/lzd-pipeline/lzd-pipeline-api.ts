import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const lzdPipelineApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Not cached: the steps are those of others.
    getLzdPipeline: contractQuery(build, CALLS.getLzdPipeline, {
      providesTags: ['AdminOverview'],
      keepUnusedDataFor: 0,
    }),
    releaseOneOfMany: contractMutation(build, CALLS.releaseLzdByPost, {
      invalidatesTags: ['Dashboard', 'Pharmacies', 'PriceUpdate'],
    }),
    remindOfLzd: contractMutation(build, CALLS.remindOfLzd, { invalidatesTags: ['AdminOverview'] }),
    proposeNoticeAddress: contractMutation(build, CALLS.proposeNoticeAddress, {
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
