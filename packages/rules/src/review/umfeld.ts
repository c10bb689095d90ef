import type { Cents } from '../money.ts';

/** Gross prices of the pharmacies around, in cents; null or 0 where unknown. */
export type UmfeldPrices = {
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
};

/** An Umfeld price, and which of the three it is. */
export type UmfeldReference = { readonly basis: 'umfeldMin' | 'umfeldAvg' | 'umfeldMax'; readonly price: Cents };

/** What Umfeld prices are worth for judging (rule 14.60). */
export type JudgedUmfeld = {
  readonly isMinDoubtful: boolean;
  readonly isMaxDoubtful: boolean;
  /** The maximum, Ø in place of a doubtful one; null where neither is usable. */
  readonly upper: UmfeldReference | null;
  /** The minimum, Ø in place of a doubtful one; null where neither is usable. */
  readonly lower: UmfeldReference | null;
};

/**
 * Decides which Umfeld prices may be compared with (rule 14.60), the only place where this is decided. Minimum and maximum belong
 * to Ø when Min ≤ Ø ≤ Max and neither is more than 2.5 times away from it. Without Ø they belong together when some Ø could lie so
 * between them, so when Min ≤ Max ≤ 6.25 × Min; else nothing says which one is wrong, and both are doubtful.
 */
export function judgeUmfeld({ umfeldMin, umfeldAvg, umfeldMax }: UmfeldPrices): JudgedUmfeld {
  const [min, avg, max] = [umfeldMin || null, umfeldAvg || null, umfeldMax || null];
  let isMinDoubtful = false;
  let isMaxDoubtful = false;
  if (avg !== null) {
    isMinDoubtful = min !== null && (min > avg || min * 5 < avg * 2);
    isMaxDoubtful = max !== null && (max < avg || max * 2 > avg * 5);
  } else if (min !== null && max !== null && (min > max || max * 4 > min * 25)) {
    isMinDoubtful = true;
    isMaxDoubtful = true;
  }
  return {
    isMinDoubtful,
    isMaxDoubtful,
    upper: reference('umfeldMax', max, isMaxDoubtful, avg),
    lower: reference('umfeldMin', min, isMinDoubtful, avg),
  };
}

function reference(
  basis: 'umfeldMin' | 'umfeldMax',
  end: Cents | null,
  isDoubtful: boolean,
  avg: Cents | null,
): UmfeldReference | null {
  if (end !== null && !isDoubtful) return { basis, price: end };
  return isDoubtful && avg !== null ? { basis: 'umfeldAvg', price: avg } : null;
}
