import { CALLS } from '../../../api/calls.ts';
import { contractMutation, contractQuery, contractUpload } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

/** Rule 9.30. */
const tillCheckApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getTillCheck: contractQuery(build, CALLS.getTillCheck, { keepUnusedDataFor: 0, providesTags: ['TillCheck'] }),
    readTillColumns: contractUpload(build, CALLS.readTillColumns),
    decideTillInventory: contractMutation(build, CALLS.decideTillInventory, {
      invalidatesTags: ['TillCheck', 'Dashboard'],
    }),
    checkTill: contractUpload(build, CALLS.checkTill, { invalidatesTags: ['TillCheck', 'Dashboard'] }),
  }),
});

export const {
  useGetTillCheckQuery,
  useReadTillColumnsMutation,
  useCheckTillMutation,
  useDecideTillInventoryMutation,
} = tillCheckApi;
