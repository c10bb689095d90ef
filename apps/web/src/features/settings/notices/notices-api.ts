import { ENDPOINTS } from '@portal/contracts';
import { contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

const noticesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Confirmed somewhere else, so never from memory.
    getNoticeAddresses: contractQuery(build, ENDPOINTS.getNoticeAddresses, {
      providesTags: ['Notices'],
      keepUnusedDataFor: 0,
    }),
    addNoticeAddress: contractMutation(build, ENDPOINTS.addNoticeAddress, { invalidatesTags: ['Notices'] }),
    removeNoticeAddress: contractMutation(build, ENDPOINTS.removeNoticeAddress, { invalidatesTags: ['Notices'] }),
  }),
});

export const { useGetNoticeAddressesQuery, useAddNoticeAddressMutation, useRemoveNoticeAddressMutation } = noticesApi;
