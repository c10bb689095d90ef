import { RISK_LIMITS, type RiskContext, type RiskRow } from '../../src/index.ts';

/** 2026-11-22 00:00 UTC */
export const NOW = 1_795_305_600;
export const onPackage: RiskContext = { limits: RISK_LIMITS, standing: false, now: NOW };
export const onList: RiskContext = { ...onPackage, standing: true };

const plain: RiskRow = {
  before: 1000,
  after: 1000,
  calculatedPrice: 1000,
  aep: null,
  avp: null,
  umfeldMin: null,
  umfeldAvg: null,
  umfeldMax: null,
  units: null,
  vatPercent: 19,
  priceTypeBefore: 0,
  ownPriceBefore: null,
  ownPriceSince: null,
  formerAep: null,
  formerAvp: null,
  formerUmfeld: null,
  expected: null,
};

/** A product at 10,00 of which nothing else is known but what is said. */
export const row = (said: Partial<RiskRow>): RiskRow => ({ ...plain, ...said });
