import type { Cents } from '../money.ts';
import { roundHalfAway } from '../round.ts';
import { fieldsOf, initialSetting, type SettingOf } from '../settings/index.ts';
import { marginPercent } from './list-margin.ts';
import { judgeUmfeld } from './umfeld.ts';

/** Whole percent; null: no limit. `holdOnBreach`: not approved automatically (rules 12.6 and 12.7). */
export type Guardrails = SettingOf<'guardrails'>;
export type Guardrail = Exclude<keyof Guardrails, 'holdOnBreach'>;

export const GUARDRAILS = fieldsOf('guardrails').flatMap(([name, { holds }]) =>
  holds === 'number' ? [name as Guardrail] : [],
);

export const NO_GUARDRAILS = initialSetting('guardrails');

/** Gross cents, AEP net; null where unknown. */
export type GuardedPrice = {
  readonly before: Cents | null;
  readonly after: Cents | null;
  readonly aep: Cents | null;
  readonly avp: Cents | null;
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
  readonly vatPercent: number;
};

/**
 * Rule 12.6. Unchanged prices and missing figures break nothing; a price on the limit keeps it. Compared in whole
 * numbers.
 */
export function guardrailBreaches(price: GuardedPrice, limits: Guardrails): Guardrail[] {
  return limitsThat(true, price, limits);
}

export function unjudgedGuardrails(price: GuardedPrice, limits: Guardrails): Guardrail[] {
  return limitsThat(null, price, limits);
}

function limitsThat(verdict: true | null, price: GuardedPrice, limits: Guardrails): Guardrail[] {
  const { before, after } = price;
  if (after === null || after === before) return [];
  return GUARDRAILS.filter((name) => {
    const percent = limits[name];
    return percent !== null && BREAKS[name]({ ...price, after }, percent) === verdict;
  });
}

export type GuardrailBreach = {
  readonly name: Guardrail;
  readonly limit: number;
  readonly percent: number;
  /** Minimum or maximum is doubtful (rule 14.60). */
  readonly byUmfeldAvg?: true;
  /** The rounded percent reads as if the limit were kept. */
  readonly barely: 'above' | 'below' | null;
};

/** One decimal (rule 2.7). */
export function describeBreaches(price: GuardedPrice, limits: Guardrails): GuardrailBreach[] {
  return guardrailBreaches(price, limits).map((name) => {
    const limit = limits[name] as number;
    const percent = roundHalfAway(PERCENT[name](price as Known), 1);
    const isLeast = name.startsWith('min');
    const reads = isLeast ? percent >= limit : Math.abs(percent) <= limit;
    const breach: GuardrailBreach = { name, limit, percent, barely: reads ? (isLeast ? 'below' : 'above') : null };
    return isByUmfeldAvg(name, price) ? { ...breach, byUmfeldAvg: true } : breach;
  });
}

function isByUmfeldAvg(name: Guardrail, price: GuardedPrice): boolean {
  const { upper, lower } = judgeUmfeld(price);
  if (name === 'maxAboveUmfeldPercent') return upper?.basis === 'umfeldAvg';
  return name === 'maxBelowUmfeldPercent' && lower?.basis === 'umfeldAvg';
}

type Changed = GuardedPrice & { readonly after: Cents };

/** null: a figure is missing. */
const BREAKS: { readonly [Name in Guardrail]: (price: Changed, percent: number) => boolean | null } = {
  // (net - AEP) / net < percent, with net = after / (1 + VAT)
  minMarginPercent: ({ after, aep, vatPercent }, percent) =>
    aep === null ? null : after * (100 - percent) < aep * (100 + vatPercent),
  maxChangePercent: ({ before, after }, percent) =>
    before === null ? null : Math.abs(after - before) * 100 > before * percent,
  maxAboveAvpPercent: ({ after, avp }, percent) => (avp === null ? null : after * 100 > avp * (100 + percent)),
  minAboveAepPercent: ({ after, aep, vatPercent }, percent) =>
    aep === null ? null : after * 100 * 100 < aep * (100 + vatPercent) * (100 + percent),
  maxAboveUmfeldPercent: (row, percent) => {
    const { upper } = judgeUmfeld(row);
    return upper === null ? null : row.after * 100 > upper.price * (100 + percent);
  },
  maxBelowUmfeldPercent: (row, percent) => {
    const { lower } = judgeUmfeld(row);
    return lower === null ? null : row.after * 100 < lower.price * (100 - percent);
  },
};

type Known = { readonly [Name in keyof GuardedPrice]: number };

const PERCENT: { readonly [Name in Guardrail]: (price: Known) => number } = {
  minMarginPercent: ({ after, aep, vatPercent }) => marginPercent(after, aep, vatPercent),
  maxChangePercent: ({ before, after }) => ((after - before) * 100) / before,
  maxAboveAvpPercent: ({ after, avp }) => ((after - avp) * 100) / avp,
  minAboveAepPercent: ({ after, aep, vatPercent }) => (after * 10_000) / ((100 + vatPercent) * aep) - 100,
  maxAboveUmfeldPercent: (row) => {
    const limit = judgeUmfeld(row).upper?.price ?? row.umfeldMax;
    return ((row.after - limit) * 100) / limit;
  },
  maxBelowUmfeldPercent: (row) => {
    const limit = judgeUmfeld(row).lower?.price ?? row.umfeldMin;
    return ((limit - row.after) * 100) / limit;
  },
};
