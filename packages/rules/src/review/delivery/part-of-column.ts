import type { CentsColumn } from './columns.ts';
import type { DoubtOf } from './doubt.ts';
import { countRows, mostCommonFactor, type PricePair } from './factor-pairs.ts';
import type { DeliverySample } from './moved-columns.ts';

const FLAT = { rows: 12, least: 10, listed: 20, share: 0.25, more: 0.08, beyondChance: 3 };

/** Rule 20.19: one percentage of another column to the cent, in far more rows than on the list. */
export function partOfColumn({ file, list, usual }: DeliverySample): DoubtOf<'priceShape'> | null {
  for (const other of ['avp', 'aep', 'umfeldAvg', 'vhp'] as const) {
    const fresh = pairsOf(file.price, file[other], list);
    const { rows } = mostCommon(fresh);
    const listed = mostCommon(pairsOf(usual.price, usual[other], null));
    const most = listed.of < FLAT.listed ? FLAT.share : listed.rows / listed.of + FLAT.more;
    if (fresh.length >= FLAT.least && rows >= FLAT.rows && rows >= Math.min(0.9, most) * fresh.length)
      return { check: 'priceShape', fault: 'partOfColumn', column: other, rows, of: fresh.length };
  }
  return null;
}

/** Prices that change. Of those sold at the AVP before, a campaign makes one percentage of it. */
function pairsOf(price: CentsColumn, beside: CentsColumn, list: DeliverySample['list'] | null): PricePair[] {
  return price.flatMap((after, row) => {
    const before = beside[row] ?? null;
    const listed = list?.price[row] ?? null;
    const isFresh = listed === null || (listed !== after && listed !== list?.avp[row]);
    return after && before && after !== before && isFresh ? [{ before, after }] : [];
  });
}

function mostCommon(pairs: readonly PricePair[]): { rows: number; of: number } {
  const factor = mostCommonFactor(pairs);
  const rows = countRows(pairs, factor);
  const byChance = Math.max(countRows(pairs, factor * 1.02), countRows(pairs, factor / 1.02));
  return { rows: rows >= FLAT.beyondChance * byChance ? rows : 0, of: pairs.length };
}
