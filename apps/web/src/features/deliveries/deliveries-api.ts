import { CALLS } from '../../api/calls.ts';
import { contractFile, contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const deliveriesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getDeliveries: contractQuery(build, CALLS.getDeliveries, { providesTags: ['AdminOverview'], keepUnusedDataFor: 0 }),
    getDeliveryFile: contractFile(build, CALLS.getDeliveryFile),
    takeInDelivery: contractMutation(build, CALLS.takeInDelivery, {
      invalidatesTags: ['AdminOverview', 'Dashboard', 'Pharmacies', 'PriceList', 'PriceUpdate'],
    }),
    refuseDelivery: contractMutation(build, CALLS.refuseDelivery, { invalidatesTags: ['AdminOverview'] }),
    decideHeldProducts: contractMutation(build, CALLS.decideHeldProducts, {
      invalidatesTags: ['AdminOverview', 'PriceList', 'PriceUpdate'],
    }),
  }),
});

export const {
  useGetDeliveriesQuery,
  useGetDeliveryFileMutation,
  useTakeInDeliveryMutation,
  useRefuseDeliveryMutation,
  useDecideHeldProductsMutation,
} = deliveriesApi;
