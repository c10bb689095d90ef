import { CALLS } from '../../api/calls.ts';
import { contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

/** Chapter 21 of the rule book. */
const shelfApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getShelf: contractQuery(build, CALLS.getShelf, { keepUnusedDataFor: 0, providesTags: ['Labels'] }),
  }),
});

export const { useGetShelfQuery } = shelfApi;
