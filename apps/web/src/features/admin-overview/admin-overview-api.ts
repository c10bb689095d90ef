import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const adminOverviewApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    // Not cached: what waits changes by the minute.
    getAdminOverview: contractQuery(build, CALLS.getAdminOverview, {
      providesTags: ['AdminOverview'],
      keepUnusedDataFor: 0,
    }),
    getStrayTills: contractQuery(build, CALLS.getStrayTills, { keepUnusedDataFor: 0 }),
    getMessageEvents: contractQuery(build, CALLS.getMessageEvents, { keepUnusedDataFor: 0 }),
    redeliverMessage: contractMutation(build, CALLS.redeliverMessage, { invalidatesTags: ['AdminOverview'] }),
  }),
});

export const {
  useGetAdminOverviewQuery,
  useGetMessageEventsQuery,
  useGetStrayTillsQuery,
  useRedeliverMessageMutation,
} = adminOverviewApi;
