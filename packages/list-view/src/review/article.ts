import {
  breakEvenUnits,
  type Cents,
  deviationPercent,
  grossProfit,
  grossProfitChange,
  grossPurchasePrice,
  type JudgedUmfeld,
  judgeUmfeld,
  listMargin,
  netPrice,
  RISK_REASONS,
  type RiskReason,
  vatPercentOf,
} from '@portal/rules';
import type { Review } from './review.ts';

export const REFERENCES = ['umfeldMin', 'umfeldAvg', 'umfeldMax', 'avp', 'vhp', 'aep'] as const;
export type ReferenceName = (typeof REFERENCES)[number];

/** Gross; `net` where the delivery says so. */
export type Reference = {
  readonly name: ReferenceName;
  readonly price: Cents | null;
  readonly net: Cents | null;
  /** null: missing or doubtful */
  readonly percent: number | null;
  readonly doubtful: boolean;
};

export type Earning = {
  readonly price: Cents;
  readonly net: Cents;
  readonly listMargin: Cents | null;
  readonly grossProfit: Cents | null;
};

export type ArticleWorth = {
  readonly vatPercent: number;
  readonly vatAssumed: boolean;
  /** packs in the sales period */
  readonly units: number | null;
  readonly before: Earning | null;
  readonly after: Earning | null;
  /** null: price unknown or unchanged (rule 14.5) */
  readonly change: { readonly price: Cents; readonly listMargin: Cents; readonly grossProfit: Cents | null } | null;
  /** `never`: the new price earns nothing; null: unknown (rule 14.6) */
  readonly breakEven: number | 'never' | null;
  readonly missing: readonly ('aep' | 'units')[];
};

/** The AEP with value added tax (rule 14.31). */
export function referencesOf({ columns }: Review, row: number): Reference[] {
  const after = columns.after[row] ?? null;
  const vat = vatPercentOf(columns.vatPercent[row]);
  const { isMinDoubtful, isMaxDoubtful } = umfeldOf(columns, row);
  return REFERENCES.map((name) => {
    const known = columns[name][row] || null;
    const isNet = name === 'aep' && known !== null;
    const price = isNet ? grossPurchasePrice(known, vat) : known;
    const doubtful = (name === 'umfeldMin' && isMinDoubtful) || (name === 'umfeldMax' && isMaxDoubtful);
    const percent = doubtful ? null : deviationPercent(after, price);
    return { name, price, net: isNet ? known : null, percent, doubtful };
  });
}

/** Rule 14.60. */
export function umfeldOf(
  { umfeldMin, umfeldAvg, umfeldMax }: Pick<Review['columns'], 'umfeldMin' | 'umfeldAvg' | 'umfeldMax'>,
  row: number,
): JudgedUmfeld {
  return judgeUmfeld({
    umfeldMin: umfeldMin[row] ?? null,
    umfeldAvg: umfeldAvg[row] ?? null,
    umfeldMax: umfeldMax[row] ?? null,
  });
}

/** Rules 14.1 to 14.6. */
export function worthOf({ columns }: Review, row: number): ArticleWorth {
  const stated = columns.vatPercent[row] ?? null;
  const vatPercent = vatPercentOf(stated);
  const aep = columns.aep[row] || null;
  const units = columns.units[row] ?? null;
  const was = columns.before[row] ?? null;
  const is = columns.after[row] ?? null;
  const earning = (price: Cents | null): Earning | null =>
    price === null
      ? null
      : {
          price,
          net: netPrice(price, vatPercent),
          listMargin: aep === null ? null : listMargin(price, aep, vatPercent),
          grossProfit: aep === null || units === null ? null : grossProfit(price, aep, units, vatPercent),
        };
  const changes = was !== null && is !== null && was !== is;
  return {
    vatPercent,
    vatAssumed: stated === null,
    units,
    before: earning(was),
    after: earning(is),
    change: changes
      ? {
          price: is - was,
          listMargin: netPrice(is, vatPercent) - netPrice(was, vatPercent),
          grossProfit: units === null ? null : grossProfitChange(was, is, units, vatPercent),
        }
      : null,
    breakEven: changes ? breakEvenOf(was, is, aep, units, vatPercent) : null,
    missing: [...(aep === null ? (['aep'] as const) : []), ...(units === null ? (['units'] as const) : [])],
  };
}

function breakEvenOf(was: Cents, is: Cents, aep: Cents | null, units: number | null, vatPercent: number) {
  if (aep === null || units === null) return null;
  return breakEvenUnits(was, is, aep, units, vatPercent) ?? 'never';
}

/** Rule 14.9. */
export function unjudgedOf({ unjudged }: Review, row: number): RiskReason[] {
  const mask = unjudged[row] as number;
  return RISK_REASONS.filter((_, bit) => (mask >> bit) & 1);
}

/** Percent (rule 14.19); null: too few known. */
export function endingPercentOf({ columns, prepared }: Review, row: number): number | null {
  const price = columns.after[row] ?? null;
  const share = price === null ? undefined : prepared.endingShares?.[price % 10];
  return share === undefined ? null : share * 100;
}
