import { ENDPOINTS } from '@portal/contracts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const adminOverviewApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Not cached: what waits changes by the minute.
    getAdminOverview: contractQuery(build, ENDPOINTS.getAdminOverview, {
      providesTags: ['AdminOverview'],
      keepUnusedDataFor: 0,
    }),
    getMessageEvents: contractQuery(build, ENDPOINTS.getMessageEvents, { keepUnusedDataFor: 0 }),
    redeliverMessage: contractMutation(build, ENDPOINTS.redeliverMessage, { invalidatesTags: ['AdminOverview'] }),
  }),
});

export const { useGetAdminOverviewQuery, useGetMessageEventsQuery, useRedeliverMessageMutation } = adminOverviewApi;
