import {
  aboveAvp,
  aboveUmfeld,
  ASSUMED_VAT_PERCENT,
  belowPurchasePrice,
  belowUmfeld,
  decimalSlip,
  grossProfitChange,
  largeChange,
  newArticle,
  ownPriceEnds,
  ownPriceStale,
  packSizeInversion,
  type Pack,
  type RiskFlag,
  type RiskRow,
  type RiskVerdict,
  swappedPrices,
  unusualEnding,
} from '@portal/rules';
import type { ReviewColumns } from './columns.ts';
import { siblingsOf } from './families.ts';
import type { Prepared } from './review.ts';

/** What judging one row needs. */
export type Judged = {
  readonly columns: ReviewColumns;
  readonly prepared: Prepared;
};

/** A row as the rules read it. */
export function riskRowAt({ columns }: Pick<Judged, 'columns'>, row: number): RiskRow {
  const since = columns.ownPriceSince[row] ?? null;
  return {
    before: columns.before[row] ?? null,
    after: columns.after[row] ?? null,
    calculatedPrice: columns.calculatedPrice[row] ?? null,
    aep: columns.aep[row] ?? null,
    avp: columns.avp[row] ?? null,
    umfeldMin: columns.umfeldMin[row] ?? null,
    umfeldAvg: columns.umfeldAvg[row] ?? null,
    umfeldMax: columns.umfeldMax[row] ?? null,
    units: columns.units[row] ?? null,
    vatPercent: columns.vatPercent?.[row] ?? ASSUMED_VAT_PERCENT,
    priceTypeBefore: columns.priceTypeBefore[row] ?? null,
    ownPriceBefore: columns.ownPriceBefore[row] ?? null,
    ownPriceSince: Number.isNaN(since) ? null : since,
    formerAep: columns.formerAep?.[row] ?? null,
    formerAvp: columns.formerAvp?.[row] ?? null,
    formerUmfeld: columns.formerUmfeld?.[row] ?? null,
  };
}

type Rule = (row: RiskRow, at: number, judged: Judged) => RiskVerdict;

/** In the order of `RISK_REASONS`; 'largestEffect', the last, depends on all rows and is judged by `markLargest`. */
export const RULES: readonly Rule[] = [
  belowPurchasePrice,
  (row, _, { prepared }) => aboveAvp(row, prepared.context),
  (row, _, { prepared }) => largeChange(row, prepared.context),
  (row, _, { prepared }) => decimalSlip(row, prepared.context),
  (row, _, { prepared }) => aboveUmfeld(row, prepared.context),
  (row, _, { prepared }) => belowUmfeld(row, prepared.context),
  (row, _, { prepared }) => newArticle(row, prepared.articles, prepared.context),
  ownPriceEnds,
  (row, _, { prepared }) => ownPriceStale(row, prepared.context),
  (row, _, { prepared }) => unusualEnding(row, prepared.endingShares, prepared.context),
  (_, at, judged) => strongest(siblingPacks(judged, at), (pack) => packSizeInversionAt(judged, at, pack)),
  (_, at, judged) => strongest(swapPartners(judged, at), (other) => swappedPrices(packAt(judged, at), other)),
];

/** The rows that may be judged otherwise when the price of `row` changes: itself, its neighbours and other packs. */
export function affectedRows({ prepared }: Pick<Judged, 'prepared'>, row: number, count: number): number[] {
  const around = [row - 1, row, row + 1].filter((each) => each >= 0 && each < count);
  return [...around, ...siblingsOf(prepared.families, row)];
}

/** The difference of 'Rohertrag' in cents; null where a price or the units are missing. No change is none without units. */
export function effectOf({ before, after, units, vatPercent }: RiskRow): number | null {
  if (before === null || after === null) return null;
  if (before === after) return 0;
  return units === null ? null : grossProfitChange(before, after, units, vatPercent);
}

function packSizeInversionAt(judged: Judged, at: number, other: Pack): RiskVerdict {
  return packSizeInversion(packAt(judged, at), other, judged.prepared.context);
}

function siblingPacks(judged: Judged, at: number): Pack[] {
  const { families } = judged.prepared;
  if (families.next[at] === at) return NONE;
  const { atc } = judged.columns;
  const same = (other: number) => !atc[at] || !atc[other] || atc[at] === atc[other];
  return siblingsOf(families, at)
    .filter(same)
    .map((other) => packAt(judged, other));
}

function swapPartners(judged: Judged, at: number): Pack[] {
  const { before, after } = judged.columns;
  if (before[at] === after[at]) return NONE;
  return affectedRows(judged, at, after.length)
    .filter((other) => other !== at)
    .map((other) => packAt(judged, other));
}
const NONE: Pack[] = [];

function packAt({ columns, prepared }: Judged, row: number): Pack {
  return {
    row,
    before: columns.before[row] ?? null,
    after: columns.after[row] ?? null,
    size: prepared.families.sizes[row],
  };
}

/** Of several verdicts the flag that weighs most; `unknown` only where nothing could be compared. */
function strongest(packs: readonly Pack[], judge: (pack: Pack) => RiskVerdict): RiskVerdict {
  let result: RiskVerdict | undefined;
  for (const pack of packs) {
    const verdict = judge(pack);
    if (typeof verdict === 'object') {
      if (typeof result !== 'object' || outweighs(verdict, result)) result = verdict;
    } else if (result === undefined || result === 'unknown') result = verdict;
  }
  return result ?? 'fine';
}

function outweighs(a: RiskFlag, b: RiskFlag): boolean {
  return a.deviation !== b.deviation ? a.deviation > b.deviation : a.stake > b.stake;
}
