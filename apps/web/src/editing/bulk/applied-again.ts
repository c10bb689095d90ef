import { type BulkRule, type Cents, effectivePrice, PRICE_TYPE, type PriceState } from '@portal/rules';
import type { Kind, KindTypes } from '../kind/kind.ts';

/** A price that a rule moves on the way it has moved already. */
type Again = {
  readonly row: number;
  /** What the rule starts from. */
  readonly price: Cents;
  /** What it was before it was moved; null: not known. */
  readonly base: Cents | null;
};

export type AppliedAgain = {
  readonly lowered: readonly Again[];
  readonly raised: readonly Again[];
  readonly inPeriod: number;
};

type Change = { readonly row: number; readonly before: Cents; readonly after: Cents };

/** Prices that a rule from the price in force lowers or raises once more, or that a running period sets (rule 3.17). */
export function findAppliedAgain<T extends KindTypes>(
  { kind, model, stateOf }: { kind: Kind<T>; model: T['model']; stateOf: (row: number) => PriceState },
  { from, percent, amount }: BulkRule,
  changes: readonly Change[],
): AppliedAgain {
  const lowered: Again[] = [];
  const raised: Again[] = [];
  let inPeriod = 0;
  if (from !== 'price' || (percent === 0 && amount === 0)) return { lowered, raised, inPeriod };
  const { columns } = model;
  for (const { row, before, after } of changes) {
    const { priceType, calculatedPrice } = stateOf(row);
    if (priceType === PRICE_TYPE.calculated) continue;
    const former = 'formerPrice' in columns ? (columns.formerPrice[row] ?? null) : null;
    // Those of a package are the ones before it.
    const stored = kind.confirms === 'approve' ? null : effectivePrice(kind.rules.was(model, row));
    const isLower = after < before;
    const isMoved = (base: Cents | null) => base !== null && (isLower ? before < base : before > base);
    const base = [stored, calculatedPrice, former].find(isMoved) ?? null;
    const runs = columns.validTo[row] != null;
    if (base === null && !runs) continue;
    if (runs) inPeriod += 1;
    (isLower ? lowered : raised).push({ row, price: before, base });
  }
  return { lowered, raised, inPeriod };
}
