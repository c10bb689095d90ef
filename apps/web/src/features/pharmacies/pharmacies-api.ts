import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Seconds: staff come back to thousands of rows. */
const LIST_CACHE_S = 600;

export const pharmaciesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listPharmacies: contractQuery(build, CALLS.listPharmacies, {
      providesTags: ['Pharmacies'],
      keepUnusedDataFor: LIST_CACHE_S,
    }),
    getDashboard: contractQuery(build, CALLS.getDashboard, { providesTags: ['Dashboard'] }),
    removeTill: contractMutation(build, CALLS.removeTill, {
      invalidatesTags: ['Dashboard', 'TillFiles', 'PriceHistory', 'PriceList'],
    }),
    findArticles: contractQuery(build, CALLS.findArticles),
    getReviewFigures: contractQuery(build, CALLS.getReviewFigures, { providesTags: ['Dashboard'] }),
  }),
});

export const {
  useListPharmaciesQuery,
  useGetDashboardQuery,
  useRemoveTillMutation,
  useFindArticlesQuery,
  useGetReviewFiguresQuery,
} = pharmaciesApi;
