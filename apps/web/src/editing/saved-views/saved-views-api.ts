import { ENDPOINTS } from '@portal/contracts';
import { contractQuery, requestOf, type RequestOf } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Views of lists under a name (rule 2.24). */
const savedViewsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getListViews: contractQuery(build, ENDPOINTS.getListViews, { providesTags: ['ListViews'] }),
    setListView: build.mutation<unknown, RequestOf<typeof ENDPOINTS.setListView>>({
      query: (request) => requestOf(ENDPOINTS.setListView, request),
      invalidatesTags: ['ListViews'],
    }),
  }),
});

export const { useGetListViewsQuery, useSetListViewMutation } = savedViewsApi;
