export { standingRuleHandlers } from './handlers.ts';
export { planDrafts, type PlannedDrafts } from './plan-drafts.ts';
