import { ENDPOINTS } from '@portal/contracts';
import { contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

export const usersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getConfig: contractQuery(build, ENDPOINTS.getConfig, { keepUnusedDataFor: 86_400 }),
    getUserData: contractQuery(build, ENDPOINTS.getUserData, { providesTags: ['User'] }),
  }),
});

export const { useGetConfigQuery, useGetUserDataQuery } = usersApi;
