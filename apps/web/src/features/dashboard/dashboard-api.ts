import { ENDPOINTS } from '@portal/contracts';
import { contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** The start page of a pharmacy; the shell reads the pharmacy's name from the same answer. */
export const dashboardApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getDashboard: contractQuery(build, ENDPOINTS.getDashboard, { providesTags: ['Dashboard'] }),
  }),
});

export const { useGetDashboardQuery } = dashboardApi;
