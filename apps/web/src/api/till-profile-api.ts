import { CALLS } from './calls.ts';
import { contractMutation, contractQuery } from './contract-endpoint.ts';
import { portalApi } from './portal-api.ts';

const tillApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getTillSettings: contractQuery(build, CALLS.getTillSettings, { providesTags: ['Settings'] }),
    setTillProfile: contractMutation(build, CALLS.setTillProfile, { invalidatesTags: ['Settings', 'TillFiles'] }),
  }),
});

export const { useGetTillSettingsQuery, useSetTillProfileMutation } = tillApi;
