import type { Cents } from '../money.ts';

/** Gross cents; null or 0: unknown. */
export type UmfeldPrices = {
  readonly umfeldMin: Cents | null;
  readonly umfeldAvg: Cents | null;
  readonly umfeldMax: Cents | null;
};

export type UmfeldReference = { readonly basis: 'umfeldMin' | 'umfeldAvg' | 'umfeldMax'; readonly price: Cents };

export type JudgedUmfeld = {
  readonly isMinDoubtful: boolean;
  readonly isMaxDoubtful: boolean;
  /** Ø in place of a doubtful one; null: neither is usable. */
  readonly upper: UmfeldReference | null;
  /** Ø in place of a doubtful one; null: neither is usable. */
  readonly lower: UmfeldReference | null;
};

/** Rule 14.60: Min ≤ Ø ≤ Max within a factor of 2.5, without Ø of 6.25; else both are doubtful. */
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
