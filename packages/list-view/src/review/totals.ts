import { type EffectLack, effectLack, netPrice, vatPercentOf } from '@portal/rules';
import type { Review } from './review.ts';

/** Cents; `missing` rows lack a figure. */
export type Total = { readonly cents: number; readonly rows: number; readonly missing: number };

export type ReviewTotals = {
  readonly rows: number;
  readonly changed: number;
  /** rule 14.5 */
  readonly grossProfit: Total & { readonly lacks: Readonly<Record<EffectLack, number>> };
  /** rule 14.2, one pack of each row */
  readonly listMargin: Total;
};

/** Rule 14.7. */
export function totalReview({ columns, effect }: Review, rows: Iterable<number>): ReviewTotals {
  let all = 0;
  let changed = 0;
  let grossProfit = 0;
  let grossProfitRows = 0;
  let listMargin = 0;
  let listMarginRows = 0;
  const lacks = { added: 0, leaving: 0, units: 0 };
  for (const row of rows) {
    all++;
    const was = columns.before[row] ?? null;
    const is = columns.after[row] ?? null;
    if (was === is || columns.approved?.[row]) continue;
    changed++;
    if (was !== null && is !== null) {
      const vat = vatPercentOf(columns.vatPercent[row]);
      listMargin += netPrice(is, vat) - netPrice(was, vat);
      listMarginRows++;
    }
    const lack = effectLack(was, is, columns.units[row] ?? null);
    if (lack !== null) {
      lacks[lack]++;
      continue;
    }
    grossProfit += effect[row] as number;
    grossProfitRows++;
  }
  return {
    rows: all,
    changed,
    grossProfit: { cents: grossProfit, rows: grossProfitRows, missing: changed - grossProfitRows, lacks },
    listMargin: { cents: listMargin, rows: listMarginRows, missing: changed - listMarginRows },
  };
}
