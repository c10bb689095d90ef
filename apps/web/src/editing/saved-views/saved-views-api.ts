import { CALLS } from '../../api/calls.ts';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Views of lists under a name (rule 2.24). */
const savedViewsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getListViews: contractQuery(build, CALLS.getListViews, { providesTags: ['ListViews'] }),
    setListView: build.mutation<unknown, RequestOf<typeof CALLS.setListView>>({
      query: (request) => requestOf(CALLS.setListView, request),
      invalidatesTags: ['ListViews'],
    }),
  }),
});

export const { useGetListViewsQuery, useSetListViewMutation } = savedViewsApi;
