import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractUpload } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const CHANGED = ['Pharmacies', 'PharmacySearch', 'Dashboard'] as const;

const pharmacyIntakeApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    createPharmacy: contractMutation(build, CALLS.createPharmacy, { invalidatesTags: CHANGED }),
    checkPharmacyFile: contractUpload(build, CALLS.checkPharmacyFile),
    takeInPharmacyFile: contractUpload(build, CALLS.takeInPharmacyFile, { invalidatesTags: CHANGED }),
  }),
});

export const { useCreatePharmacyMutation, useCheckPharmacyFileMutation, useTakeInPharmacyFileMutation } =
  pharmacyIntakeApi;
