import { ENDPOINTS } from '@portal/contracts';
import { contractMutation, contractQuery } from '../../../api/contract-endpoint.ts';
import { portalApi } from '../../../api/portal-api.ts';

const tillApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getTillSettings: contractQuery(build, ENDPOINTS.getTillSettings, { providesTags: ['Settings'] }),
    setTillProfile: contractMutation(build, ENDPOINTS.setTillProfile, { invalidatesTags: ['Settings'] }),
  }),
});

export const { useGetTillSettingsQuery, useSetTillProfileMutation } = tillApi;
