import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const deliveriesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getDeliveries: contractQuery(build, CALLS.getDeliveries, { providesTags: ['AdminOverview'], keepUnusedDataFor: 0 }),
    takeInDelivery: contractMutation(build, CALLS.takeInDelivery, {
      invalidatesTags: ['AdminOverview', 'Dashboard', 'Pharmacies', 'PriceList', 'PriceUpdate'],
    }),
    refuseDelivery: contractMutation(build, CALLS.refuseDelivery, { invalidatesTags: ['AdminOverview'] }),
  }),
});

export const { useGetDeliveriesQuery, useTakeInDeliveryMutation, useRefuseDeliveryMutation } = deliveriesApi;
