import {
  aboveAvp,
  aboveUmfeld,
  belowPurchasePrice,
  belowUmfeld,
  couldBeSwapped,
  decimalSlip,
  dueReview,
  type Expected,
  grossProfitChange,
  largeChange,
  movedByCommonFactor,
  newArticle,
  ownPriceEnds,
  ownPriceStale,
  packSizeInversion,
  type Pack,
  type RiskRow,
  restsOnStaleBase,
  type RiskVerdict,
  swappedPrices,
  unusualEnding,
  vatPercentOf,
} from '@portal/rules';
import type { ReviewColumns } from './columns.ts';
import type { Prepared } from './review.ts';

export type Judged = { readonly columns: ReviewColumns; readonly prepared: Prepared };

/** Rules 14.5 and 14.9. */
export function riskRowAt({ columns, prepared }: Judged, row: number): RiskRow {
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
    vatPercent: vatPercentOf(columns.vatPercent[row]),
    priceTypeBefore: columns.priceTypeBefore[row] ?? null,
    ownPriceBefore: columns.ownPriceBefore[row] ?? null,
    ownPriceSince: Number.isNaN(since) ? null : since,
    formerAep: columns.formerAep?.[row] ?? null,
    formerAvp: columns.formerAvp?.[row] ?? null,
    formerUmfeld: columns.formerUmfeld?.[row] ?? null,
    expected: expectedAt({ columns, prepared }, row),
  };
}

function expectedAt({ columns, prepared }: Judged, row: number): Expected | null {
  const before = columns.before[row] ?? null;
  return before === null || before === columns.after[row] ? (prepared.expected?.[row] ?? null) : null;
}

type Rule = (row: RiskRow, at: number, judged: Judged) => RiskVerdict;

/** In the order of `RISK_REASONS`; 'largestEffect' depends on all rows. */
export const RULES: readonly Rule[] = [
  (row, _, { prepared }) => belowPurchasePrice(row, prepared.context),
  (row, _, { prepared }) => aboveAvp(row, prepared.context),
  (row, _, { prepared }) => largeChange(row, prepared.context),
  (row, _, { prepared }) => decimalSlip(row, prepared.context),
  (row, _, { prepared }) => aboveUmfeld(row, prepared.context),
  (row, _, { prepared }) => belowUmfeld(row, prepared.context),
  (row, _, { prepared }) => newArticle(row, prepared.articles, prepared.context),
  ownPriceEnds,
  (row, _, { prepared }) => ownPriceStale(row, prepared.context),
  (row, _, { prepared }) => unusualEnding(row, prepared.endingShares, prepared.context),
  packSizesAt,
  swapsAt,
  (row, _, { prepared }) => movedByCommonFactor(row, prepared.commonFactor),
  staleBaseAt,
  (row, at, { columns, prepared }) => dueReview(row, prepared.due?.get(columns.pzn[at] as string), prepared.context),
];

/** Itself, its neighbours, other packs. */
export function* affectedRows({ columns, prepared }: Judged, row: number): Generator<number> {
  yield row;
  if (row > 0) yield row - 1;
  if (row + 1 < columns.pzn.length) yield row + 1;
  const { next } = prepared.families;
  for (let other = next[row] as number; other !== row; other = next[other] as number) yield other;
}

/** Cents; null where a figure is missing. */
export function effectOf({ before, after, units, vatPercent }: RiskRow): number | null {
  if (before === null || after === null) return null;
  if (before === after) return 0;
  return units === null ? null : grossProfitChange(before, after, units, vatPercent);
}

function packSizesAt({ before, after }: RiskRow, at: number, judged: Judged): RiskVerdict {
  const { families, context } = judged.prepared;
  const { next } = families;
  if (next[at] === at || (!context.standing && before === after)) return 'fine';
  const { atc } = judged.columns;
  const pack = packAt(judged, at);
  let verdict: RiskVerdict | undefined;
  for (let other = next[at] as number; other !== at; other = next[other] as number) {
    if (atc[at] && atc[other] && atc[at] !== atc[other]) continue;
    verdict = heavier(verdict, packSizeInversion(pack, packAt(judged, other), context));
  }
  return verdict ?? 'fine';
}

function swapsAt({ before, after }: RiskRow, at: number, judged: Judged): RiskVerdict {
  if (!couldBeSwapped(before, after)) return 'fine';
  const row = packAt(judged, at);
  let verdict: RiskVerdict = 'fine';
  for (const other of affectedRows(judged, at)) verdict = heavier(verdict, swappedPrices(row, packAt(judged, other)));
  return verdict;
}

function staleBaseAt(_row: RiskRow, at: number, { columns, prepared }: Judged): RiskVerdict {
  if (!prepared.hasStaleBases || columns.delivery === null) return 'fine';
  return restsOnStaleBase({ ...columns, changedAt: columns.ownPriceSince }, columns.delivery, at);
}

function packAt({ columns, prepared }: Judged, row: number): Pack {
  return {
    row,
    before: columns.before[row] ?? null,
    after: columns.after[row] ?? null,
    size: prepared.families.sizes[row],
    expected: expectedAt({ columns, prepared }, row),
  };
}

/** `unknown` only where nothing could be compared. */
function heavier(a: RiskVerdict | undefined, b: RiskVerdict): RiskVerdict {
  if (a === undefined || a === 'unknown') return b;
  if (typeof b !== 'object') return a;
  if (typeof a !== 'object') return b;
  return b.deviation > a.deviation || (b.deviation === a.deviation && b.stake > a.stake) ? b : a;
}
