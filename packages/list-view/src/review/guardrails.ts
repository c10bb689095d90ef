import {
  describeBreaches,
  GUARDRAILS,
  type GuardedPrice,
  type GuardrailBreach,
  type Guardrail,
  guardrailBreaches,
  unjudgedGuardrails,
  vatPercentOf,
} from '@portal/rules';
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
