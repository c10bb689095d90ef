import type { Cents } from '../money.ts';
import { heldState } from './held-prices.ts';

/** `changedSince`: changed here after the inventory; `foreign`: never priced here (rule 9.31). */
export const TILL_VERDICTS = ['different', 'missing', 'only', 'equal', 'changedSince', 'foreign'] as const;
export type TillVerdict = (typeof TILL_VERDICTS)[number];

export const TILL_DEVIATIONS = ['different', 'missing', 'only'] as const satisfies readonly TillVerdict[];
export type TillDeviation = (typeof TILL_DEVIATIONS)[number];

export type TillArticle = {
  /** Undefined: not there; null: without a price. */
  readonly till: Cents | null | undefined;
  /** Approved when the till was read. */
  readonly before: Cents | null;
  readonly now: Cents | null;
  /** The portal has approved the till's price once, or any where that is 0. */
  readonly ours: boolean;
};

/** Undefined: no price in the till, none to be there. Rule 9.31. */
export function compareTillArticle({ till, before, now, ours }: TillArticle): TillVerdict | undefined {
  const [was, is] = [heldState(before, till), heldState(now, till)];
  if (is === undefined || is === 'equal') return is;
  if (was === undefined || was === 'equal') return 'changedSince';
  if (is !== 'extra') return was === 'extra' ? 'changedSince' : is;
  if (was !== 'extra') return 'changedSince';
  return ours ? 'only' : 'foreign';
}

export type TillCounts = Record<TillVerdict, number>;

export const noTillCounts = (): TillCounts => ({
  different: 0,
  missing: 0,
  only: 0,
  equal: 0,
  changedSince: 0,
  foreign: 0,
});

export function countDeviations(counts: TillCounts): number {
  return TILL_DEVIATIONS.reduce((sum, verdict) => sum + counts[verdict], 0);
}

export function isTillDeviation(verdict: TillVerdict | undefined): verdict is TillDeviation {
  return TILL_DEVIATIONS.some((deviation) => deviation === verdict);
}
