export * from './delivery/index.ts';
export * from './leaving.ts';
export * from './guardrails.ts';
export * from './list-margin.ts';
export * from './pack-size.ts';
export { RISK_LIMITS, RISK_REASONS } from './risk.ts';
export type {
  DueFacts,
  Expected,
  RiskBasis,
  RiskContext,
  RiskFlag,
  RiskLimits,
  RiskReason,
  RiskRow,
  RiskVerdict,
} from './risk.ts';
export * from './risk-delivery.ts';
export * from './risk-due.ts';
export * from './risk-endings.ts';
export * from './risk-file.ts';
export * from './risk-neighbours.ts';
export * from './risk-own-price.ts';
export * from './risk-prices.ts';
export * from './risk-rank.ts';
export * from './risk-umfeld.ts';
export * from './umfeld.ts';
export * from './unit-price.ts';
