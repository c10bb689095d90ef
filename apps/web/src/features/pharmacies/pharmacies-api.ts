import { ENDPOINTS } from '@portal/contracts';
import { contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

export const pharmaciesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    listPharmacies: contractQuery(build, ENDPOINTS.listPharmacies, { providesTags: ['Pharmacies'] }),
  }),
});

export const { useListPharmaciesQuery } = pharmaciesApi;
