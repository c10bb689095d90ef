import type { Cents } from '../money.ts';
import { roundHalfAway } from '../round.ts';
import { judgeUmfeld } from './umfeld.ts';

/** Limits that a pharmacy may set for the prices of a group, in whole percent (rule 12.6). */
export const GUARDRAILS = [
  /** Listen-Spanne of the net price, at least */
  'minMarginPercent',
  /** up or down, of the price before, at most */
  'maxChangePercent',
  /** above the AVP, at most */
  'maxAboveAvpPercent',
  /** net price above the AEP, at least */
  'minAboveAepPercent',
  /** above the Umfeld maximum, at most */
  'maxAboveUmfeldPercent',
  /** below the Umfeld minimum, at most */
  'maxBelowUmfeldPercent',
] as const;
export type Guardrail = (typeof GUARDRAILS)[number];

/** null: no such limit. */
export type Guardrails = { readonly [Name in Guardrail]: number | null } & {
  /** A package that breaks a limit is not approved by itself but waits for a person (rule 12.7). */
  readonly holdOnBreach: boolean;
};

export const NO_GUARDRAILS: Guardrails = {
  minMarginPercent: null,
  maxChangePercent: null,
  maxAboveAvpPercent: null,
  minAboveAepPercent: null,
  maxAboveUmfeldPercent: null,
  maxBelowUmfeldPercent: null,
  holdOnBreach: false,
};

/** The largest value of each limit; the smallest is 0. */
export const GUARDRAIL_MAXIMUM: { readonly [Name in Guardrail]: number } = {
  minMarginPercent: 99,
  maxChangePercent: 1000,
  maxAboveAvpPercent: 1000,
  minAboveAepPercent: 1000,
  maxAboveUmfeldPercent: 1000,
  maxBelowUmfeldPercent: 99,
};

/** What guardrails look at. Gross prices in cents, AEP net; null where unknown. */
export type GuardedPrice = {
  /** in force before; null for a product that was not sold */
  readonly before: Cents | null;
  /** in force after; null for none */
  readonly after: Cents | null;
  readonly aep: Cents | null;
  readonly avp: Cents | null;
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
  readonly vatPercent: number;
};

/**
 * The limits that a changed price breaks, the only place where this is judged (rule 12.6). A price that stays is not judged;
 * a limit whose figure is missing is not broken. Compared in whole numbers: a price on the limit keeps it.
 */
export function guardrailBreaches(price: GuardedPrice, limits: Guardrails): Guardrail[] {
  return limitsThat(true, price, limits);
}

/** The limits that could not be judged of a changed price, because the figure that they need is missing. */
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

/** A limit that a price breaks, and the percent that the price has, to one decimal. */
export type GuardrailBreach = {
  readonly name: Guardrail;
  readonly limit: number;
  readonly percent: number;
  /** Compared with Umfeld Ø, because the minimum or maximum is doubtful (rule 14.60). */
  readonly byUmfeldAvg?: true;
  /** The rounded percent reads as if the limit were kept: the price lies a little above or below it. */
  readonly barely: 'above' | 'below' | null;
};

/** The same with their numbers, for people to read: percent with one decimal, rounded as everywhere (rule 2.7). */
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

/** Whether a price breaks a limit; null where a figure is missing. */
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

/** A price with the figures that a broken limit rests on. */
type Known = { readonly [Name in keyof GuardedPrice]: number };

/** What a limit is compared with, in percent. */
const PERCENT: { readonly [Name in Guardrail]: (price: Known) => number } = {
  minMarginPercent: ({ after, aep, vatPercent }) => 100 - (aep * (100 + vatPercent)) / after,
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
