import { CALLS } from '../../../api/calls.ts';
import { contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

const noticesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Confirmed somewhere else, so never from memory.
    getNoticeAddresses: contractQuery(build, CALLS.getNoticeAddresses, {
      providesTags: ['Notices'],
      keepUnusedDataFor: 0,
    }),
    addNoticeAddress: contractMutation(build, CALLS.addNoticeAddress, { invalidatesTags: ['Notices'] }),
    removeNoticeAddress: contractMutation(build, CALLS.removeNoticeAddress, { invalidatesTags: ['Notices'] }),
  }),
});

export const { useGetNoticeAddressesQuery, useAddNoticeAddressMutation, useRemoveNoticeAddressMutation } = noticesApi;
