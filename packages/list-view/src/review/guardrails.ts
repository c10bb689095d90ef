import {
  describeBreaches,
  GUARDRAILS,
  type GuardedPrice,
  type GuardrailBreach,
  type Guardrails,
  type Guardrail,
  guardrailBreaches,
  unjudgedGuardrails,
  vatPercentOf,
} from '@portal/rules';
import { effectivePriceAt, type PriceListModel } from '../price-list/model.ts';
import type { Judged } from './judge.ts';
import type { Review } from './review.ts';

/** Bit i for `GUARDRAILS[i]` (rule 12.6). */
export function breachMask({ columns, prepared: { guardrails } }: Judged, row: number): number {
  if (guardrails === null || columns.after[row] === columns.before[row]) return 0;
  let mask = 0;
  for (const name of guardrailBreaches(guardedPrice(columns, row), guardrails)) mask |= 1 << GUARDRAILS.indexOf(name);
  return mask;
}

export function breachesOf({ columns, breaches, prepared: { guardrails } }: Review, row: number): GuardrailBreach[] {
  return guardrails === null || breaches[row] === 0 ? [] : describeBreaches(guardedPrice(columns, row), guardrails);
}

export function unjudgedLimits({ columns, prepared: { guardrails } }: Review, row: number): Guardrail[] {
  return guardrails === null ? [] : unjudgedGuardrails(guardedPrice(columns, row), guardrails);
}

export function breakingRows({ breaches, count }: Pick<Review, 'breaches' | 'count'>): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (breaches[row] !== 0) rows.push(row);
  return Uint32Array.from(rows);
}

function guardedPrice(columns: Review['columns'], row: number): GuardedPrice {
  return {
    before: columns.before[row] ?? null,
    after: columns.after[row] ?? null,
    aep: columns.aep[row] ?? null,
    avp: columns.avp[row] ?? null,
    umfeldMin: columns.umfeldMin[row] ?? null,
    umfeldAvg: columns.umfeldAvg[row] ?? null,
    umfeldMax: columns.umfeldMax[row] ?? null,
    vatPercent: vatPercentOf(columns.vatPercent[row]),
  };
}

/** How many prices in force lie outside each limit, as if they were entered today; the change is not judged. */
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
