import { CALLS } from '../../api/calls.ts';
import { contractMutation, contractQuery } from '../../api/contract-endpoint.ts';
import { portalApi } from '../../api/portal-api.ts';

const CHANGES = { invalidatesTags: ['StandingRules'] } as const;

/** Rules that stay (docs/rules/18-standing-rules.md). */
const standingRulesApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    getStandingRules: contractQuery(build, CALLS.getStandingRules, { providesTags: ['StandingRules'] }),
    replayStandingRule: contractQuery(build, CALLS.replayStandingRule, {
      keepUnusedDataFor: 0,
      providesTags: ['StandingRules'],
    }),
    startStandingRule: contractMutation(build, CALLS.startStandingRule, CHANGES),
    orderStandingRules: contractMutation(build, CALLS.orderStandingRules, CHANGES),
    confirmStandingRule: contractMutation(build, CALLS.confirmStandingRule, CHANGES),
    endStandingRule: contractMutation(build, CALLS.endStandingRule, {
      invalidatesTags: ['StandingRules', 'PriceUpdate', 'Dashboard'],
    }),
  }),
});

export const {
  useGetStandingRulesQuery,
  useReplayStandingRuleQuery,
  useStartStandingRuleMutation,
  useOrderStandingRulesMutation,
  useConfirmStandingRuleMutation,
  useEndStandingRuleMutation,
} = standingRulesApi;
