import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
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

const settingsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getSettings: contractQuery(build, CALLS.getSettings, { providesTags: ['Settings'] }),
    setApprovalFlag: contractMutation(build, CALLS.setApprovalFlag, { invalidatesTags: CHANGED }),
    setQdpApprovalFlag: contractMutation(build, CALLS.setQdpApprovalFlag, { invalidatesTags: CHANGED }),
    setGuardrails: contractMutation(build, CALLS.setGuardrails, { invalidatesTags: ['Settings'] }),
  }),
});

export const {
  useGetSettingsQuery,
  useSetApprovalFlagMutation,
  useSetQdpApprovalFlagMutation,
  useSetGuardrailsMutation,
} = settingsApi;
