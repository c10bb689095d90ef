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

/** What a price is compared with, in the order in which it is read. */
export const REFERENCES = ['umfeldMin', 'umfeldAvg', 'umfeldMax', 'avp', 'vhp', 'aep'] as const;
export type ReferenceName = (typeof REFERENCES)[number];

/** A price to compare with; `price` is gross, `net` what the delivery says where that is net. */
export type Reference = {
  readonly name: ReferenceName;
  readonly price: Cents | null;
  readonly net: Cents | null;
  /** how far the price that will be in force lies from it; null where one is missing or doubtful */
  readonly percent: number | null;
  /** an Umfeld price that does not belong to the others (rule 14.60); true only where it is known */
  readonly doubtful: boolean;
};

/** What one price of an article earns. */
export type Earning = {
  readonly price: Cents;
  readonly net: Cents;
  readonly listMargin: Cents | null;
  readonly grossProfit: Cents | null;
};

export type ArticleWorth = {
  readonly vatPercent: number;
  /** The product does not say its own. */
  readonly vatAssumed: boolean;
  /** packs in the sales period of the delivery */
  readonly units: number | null;
  readonly before: Earning | null;
  readonly after: Earning | null;
  /** null unless both prices are known and differ; the AEP falls out of it (rule 14.5) */
  readonly change: { readonly price: Cents; readonly listMargin: Cents; readonly grossProfit: Cents | null } | null;
  /** of a changed price; `never` where the new one earns nothing, null where a figure is missing (rule 14.6) */
  readonly breakEven: number | 'never' | null;
  /** what the figures above lack */
  readonly missing: readonly ('aep' | 'units')[];
};

/** The prices that a row's price is compared with, the AEP with value added tax (rule 14.31). */
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

/** Which Umfeld prices of a row may be compared with (rule 14.60). */
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

/** What a row's price earns today and afterwards (rules 14.1 to 14.6). Nothing rests on a figure that is missing. */
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

/** The rules that had nothing to go by for a row (rule 14.9). */
export function unjudgedOf({ unjudged }: Review, row: number): RiskReason[] {
  const mask = unjudged[row] as number;
  return RISK_REASONS.filter((_, bit) => (mask >> bit) & 1);
}

/** How many percent of the pharmacy's prices end as a row's price does (rule 14.19); null where too few are known. */
export function endingPercentOf({ columns, prepared }: Review, row: number): number | null {
  const price = columns.after[row] ?? null;
  const share = price === null ? undefined : prepared.endingShares?.[price % 10];
  return share === undefined ? null : share * 100;
}
