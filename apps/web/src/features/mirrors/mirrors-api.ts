import { CALLS } from '../../api/calls.ts';
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
    searchPharmacies: contractQuery(build, CALLS.searchPharmacies, {
      providesTags: ['PharmacySearch'],
      keepUnusedDataFor: 10,
    }),
    addMirror: contractMutation(build, CALLS.addMirror, { invalidatesTags: CHANGED }),
    removeMirror: contractMutation(build, CALLS.removeMirror, { invalidatesTags: CHANGED }),
  }),
});

export const { useSearchPharmaciesQuery, useAddMirrorMutation, useRemoveMirrorMutation } = mirrorsApi;
