import { CALLS } from '../../api/calls.ts';
import { buildPriceListModel, type PriceListModel } from '@portal/list-view';
import { contractMutation, contractPriceList, contractQuery } from '../../api/contract-endpoint.ts';
import { type ApiTag, portalApi } from '../../api/portal-api.ts';

/** A flag moves deadlines, and may approve a package, which changes the list. */
const CHANGED = [
  'Settings',
  'Dashboard',
  'Pharmacies',
  'PriceUpdate',
  'PriceList',
  'PriceHistory',
] as const satisfies ApiTag[];

/** A class: the store neither walks nor freezes its columns. */
class PricesInForce {
  readonly model: PriceListModel;
  constructor(model: PriceListModel) {
    this.model = model;
  }
}

const settingsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: contractQuery(build, CALLS.getSettings, { providesTags: ['Settings'] }),
    /** To count what limits would do. */
    getPricesInForce: contractPriceList(build, ({ columns }) => new PricesInForce(buildPriceListModel(columns, [])), {
      providesTags: ['PriceList'],
      keepUnusedDataFor: 0,
    }),
    setApprovalFlag: contractMutation(build, CALLS.setApprovalFlag, { invalidatesTags: CHANGED }),
    setQdpApprovalFlag: contractMutation(build, CALLS.setQdpApprovalFlag, { invalidatesTags: CHANGED }),
    setReviewMonths: contractMutation(build, CALLS.setReviewMonths, {
      invalidatesTags: ['Settings', 'DueReviews', 'Dashboard'],
    }),
    setGuardrails: contractMutation(build, CALLS.setGuardrails, { invalidatesTags: ['Settings'] }),
  }),
});

export const {
  useGetSettingsQuery,
  useGetPricesInForceQuery,
  useSetApprovalFlagMutation,
  useSetQdpApprovalFlagMutation,
  useSetGuardrailsMutation,
  useSetReviewMonthsMutation,
} = settingsApi;
