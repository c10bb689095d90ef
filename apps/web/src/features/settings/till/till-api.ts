import { CALLS } from '../../../api/calls.ts';
import { contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

const tillApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getTillSettings: contractQuery(build, CALLS.getTillSettings, { providesTags: ['Settings'] }),
    setTillProfile: contractMutation(build, CALLS.setTillProfile, { invalidatesTags: ['Settings'] }),
  }),
});

export const { useGetTillSettingsQuery, useSetTillProfileMutation } = tillApi;
