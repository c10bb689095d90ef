import { CALLS } from '../../api/calls.ts';
import { contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

export const usersApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getConfig: contractQuery(build, CALLS.getConfig, { keepUnusedDataFor: 86_400 }),
    getUserData: contractQuery(build, CALLS.getUserData, { providesTags: ['User'] }),
  }),
});

export const { useGetConfigQuery, useGetUserDataQuery } = usersApi;
