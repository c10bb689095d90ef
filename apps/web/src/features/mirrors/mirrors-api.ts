import { ENDPOINTS } from '@portal/contracts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { type ApiTag, portalApi } from '../../api/portal-api.ts';

/** Everything that shows the pharmacies concerned or their lists. */
const CHANGED = [
  'Dashboard',
  'Pharmacies',
  'User',
  'Settings',
  'PriceList',
  'PriceHistory',
  'PriceUpdate',
  'PharmacySearch',
] as const satisfies ApiTag[];

const mirrorsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    searchPharmacies: contractQuery(build, ENDPOINTS.searchPharmacies, {
      providesTags: ['PharmacySearch'],
      keepUnusedDataFor: 10,
    }),
    addMirror: contractMutation(build, ENDPOINTS.addMirror, { invalidatesTags: CHANGED }),
    removeMirror: contractMutation(build, ENDPOINTS.removeMirror, { invalidatesTags: CHANGED }),
  }),
});

export const { useSearchPharmaciesQuery, useAddMirrorMutation, useRemoveMirrorMutation } = mirrorsApi;
