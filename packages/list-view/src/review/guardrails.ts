import { ASSUMED_VAT_PERCENT, GUARDRAILS, guardrailBreaches, type Guardrails } from '@portal/rules';
import type { Review } from './review.ts';

/** The rows whose new price breaks one of the limits (rule 12.6), in the order of the list. */
export function breakingRows({ columns, count }: Pick<Review, 'columns' | 'count'>, limits: Guardrails): Uint32Array {
  if (GUARDRAILS.every((name) => limits[name] === null)) return new Uint32Array();
  const rows: number[] = [];
  for (let row = 0; row < count; row++) {
    const before = columns.before[row] ?? null;
    const after = columns.after[row] ?? null;
    if (after === null || after === before) continue;
    const price = {
      before,
      after,
      aep: columns.aep[row] ?? null,
      avp: columns.avp[row] ?? null,
      umfeldMin: columns.umfeldMin[row] ?? null,
      umfeldMax: columns.umfeldMax[row] ?? null,
      vatPercent: columns.vatPercent?.[row] ?? ASSUMED_VAT_PERCENT,
    };
    if (guardrailBreaches(price, limits).length > 0) rows.push(row);
  }
  return Uint32Array.from(rows);
}
