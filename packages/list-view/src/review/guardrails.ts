import {
  describeBreaches,
  GUARDRAILS,
  type GuardedPrice,
  type GuardrailBreach,
  type Guardrail,
  guardrailBreaches,
  type Guardrails,
  unjudgedGuardrails,
  vatPercentOf,
} from '@portal/rules';
import { effectivePriceAt, type PriceListModel } from '../price-list/model.ts';
import { riskRowAt } from './judge.ts';
import type { Review } from './review.ts';

/** Bit i for `GUARDRAILS[i]` (rule 12.6). */
export function breachMask(price: GuardedPrice, guardrails: Guardrails | null): number {
  if (guardrails === null || price.after === price.before) return 0;
  let mask = 0;
  for (const name of guardrailBreaches(price, guardrails)) mask |= 1 << GUARDRAILS.indexOf(name);
  return mask;
}

export function breachesOf(review: Review, row: number): GuardrailBreach[] {
  const { guardrails } = review.prepared;
  return guardrails === null || review.breaches[row] === 0 ? [] : describeBreaches(riskRowAt(review, row), guardrails);
}

export function unjudgedLimits(review: Review, row: number): Guardrail[] {
  const { guardrails } = review.prepared;
  return guardrails === null ? [] : unjudgedGuardrails(riskRowAt(review, row), guardrails);
}

export function breakingRows({ breaches, count }: Pick<Review, 'breaches' | 'count'>): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (breaches[row] !== 0) rows.push(row);
  return Uint32Array.from(rows);
}

/** How many prices in force lie outside each limit; no change is judged. */
export function countOutside(model: PriceListModel, limits: Guardrails): ReadonlyMap<Guardrail, number> {
  const { aep, avp, priceMin, priceAvg, priceMax, vatPercent } = model.columns;
  const counts = new Map<Guardrail, number>();
  for (let row = 0; row < model.count; row++) {
    const price: GuardedPrice = {
      before: null,
      after: effectivePriceAt(model, row),
      aep: aep[row] ?? null,
      avp: avp[row] ?? null,
      umfeldMin: priceMin[row] ?? null,
      umfeldAvg: priceAvg[row] ?? null,
      umfeldMax: priceMax[row] ?? null,
      vatPercent: vatPercentOf(vatPercent[row]),
    };
    for (const name of guardrailBreaches(price, limits)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
