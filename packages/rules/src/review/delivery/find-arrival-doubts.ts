import { judgeUmfeld } from '../umfeld.ts';
import type { DeliveryCheck, DeliveryDoubt, DoubtOf } from './doubt.ts';
import { compareTexts, findLostLetters, findOtherNames, findOtherVat } from './identity.ts';
import { type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';
import { middleOf } from './middle.ts';
import { type DeliverySample, distance, findMovedColumns, type MoneyCells } from './moved-columns.ts';
import { countWhere } from './columns.ts';
import { findPriceLevel } from './price-level.ts';
import { findPriceShape } from './price-shape.ts';
import { findReferences } from './references.ts';
import { findRowsToReview } from './row-review.ts';
import { FORMER_DELIVERIES, usualOf } from './usual.ts';

/** What a delivery came to, stored for the next ones of its kind and list. */
export type DeliveryFigures = {
  readonly rows: number;
  readonly percent: number | null;
  /** Share of the rows of the delivery before; null: the first. */
  readonly missingShare: number | null;
  readonly headings: readonly string[];
  readonly unknownHeadings: readonly string[];
  readonly isOpen: boolean;
};

export type Arrival = {
  readonly sample: DeliverySample;
  readonly rows: number;
  readonly listCount: number;
  readonly headings: readonly string[];
  readonly unknownHeadings: readonly string[];
  readonly isOpen: boolean;
  readonly percent: number | null;
  /** As `signedChanges`. */
  readonly changes: readonly number[];
  /** Beside the last delivery; null: the first, or a kind that brings other articles each time. */
  readonly last: { readonly rows: number; readonly missing: number; readonly missingAtEnd: number } | null;
  readonly former: readonly DeliveryFigures[];
  /** An MDP may bring changes alone. */
  readonly isWhole: boolean;
  readonly foreign: {
    readonly otherGroup: number;
    readonly notListed: number;
    /** Kept; by the product master. */
    readonly inMaster: number;
  };
  /** Refused by these, and taken in by staff. */
  readonly takenIn: readonly DeliveryCheck[];
};

type Verdict = DeliveryDoubt | 'unjudged' | null;
type Check = (arrival: Arrival, limits: DeliveryLimits) => Verdict;

const CHECKS: Partial<Record<DeliveryCheck, Check>> = {
  unusualSize,
  columns,
  references: ({ sample }) => findReferences(sample),
  umfeld,
  missingRows,
  names: ({ sample }, limits) => findOtherNames(sample, limits),
  encoding: ({ sample }, limits) => findLostLetters(sample, limits),
  priceLevel: (arrival, limits) => findPriceLevel(arrival.sample, limits, arrival),
  priceShape: ({ sample }) => findPriceShape(sample),
  vat: ({ sample }) => findOtherVat(sample),
  foreignRows,
  rowReview: ({ sample }, limits) => findRowsToReview(sample, limits),
  headings,
};

/** Rules 20.2 and 20.6, beside `findDeliveryDoubts`. */
export function findArrivalDoubts(
  arrival: Arrival,
  limits: DeliveryLimits,
): { readonly doubts: DeliveryDoubt[]; readonly unjudged: DeliveryCheck[] } {
  const doubts: DeliveryDoubt[] = [];
  const unjudged: DeliveryCheck[] = [];
  for (const [name, check] of Object.entries(CHECKS) as [DeliveryCheck, Check][]) {
    const verdict = check(arrival, limits);
    if (verdict === 'unjudged') unjudged.push(name);
    else if (verdict !== null) doubts.push(verdict);
  }
  return { doubts, unjudged };
}

/** Percentage points. */
const LEAST_SIZE_SPREAD = 2;
const LARGE = { rises: 0.03, falls: 0.5 };

/** Not of a campaign or its end. */
function unusualSize({ percent, former, changes, rows }: Arrival, { spreads }: DeliveryLimits): Verdict {
  const sizes = former.flatMap((each) => each.percent ?? []);
  const usual = usualOf(sizes, { leastSpread: LEAST_SIZE_SPREAD });
  if (usual === null) return 'unjudged';
  const most = usual.middle + spreads * usual.spread;
  if (percent === null || percent <= most) return null;
  const rises = countWhere(changes, (change) => change * 100 > most);
  const falls = countWhere(changes, (change) => change * -100 > most);
  if (rises < LARGE.rises * rows && falls < LARGE.falls * rows) return null;
  const updates = Math.min(sizes.length, FORMER_DELIVERIES.most);
  return { check: 'unusualSize', percent, usual: usual.middle, updates };
}

function columns({ sample }: Arrival, limits: DeliveryLimits): Verdict {
  return findMovedColumns(sample, limits) ?? shiftedRows(sample, limits);
}

function shiftedRows(sample: DeliverySample, { columnShare }: DeliveryLimits): DoubtOf<'columns'> | null {
  const changed = compareTexts(sample.name, sample.knownName);
  if (!isMost(changed, columnShare)) return null;
  let [rows, of] = [0, 0];
  for (const [row, base] of sample.file.base.entries()) {
    const listed = sample.list.base[row] ?? null;
    if (!base || !listed) continue;
    of++;
    if (distance(base, listed) > SAME_BASE) rows++;
  }
  if (!isMost({ rows, of }, columnShare)) return null;
  return { check: 'columns', fault: 'rowsShifted', rows: changed.rows, of: changed.of };
}
const SAME_BASE = 0.02;

const FAR_OFF = 2;

function umfeld({ sample: { file, list, usual } }: Arrival, { umfeldShare }: DeliveryLimits): Verdict {
  const { doubtful, of, ratios } = judgeAll(file);
  if (of < MIN_UMFELD_ROWS) return null;
  const own = judgeAll(list);
  const listed = own.of >= MIN_UMFELD_ROWS ? own : judgeAll(usual);
  const usually = listed.of < MIN_UMFELD_ROWS ? 0.1 : listed.doubtful / listed.of;
  const isMany = doubtful >= Math.min(umfeldShare, 2 * usually + UNUSUAL_UMFELD) * of;
  if (isMany && doubtful >= MIN_DOUBTFUL) return { check: 'umfeld', fault: 'doubtful', rows: doubtful, of };
  const middle = ratios.length === 0 ? 1 : middleOf(ratios);
  const most = listed.ratios.length < MIN_DOUBTED_ROWS ? FAR_OFF : FAR_FROM_LIST * Math.max(1, middleOf(listed.ratios));
  const least =
    listed.ratios.length < MIN_DOUBTED_ROWS ? 1 / FAR_OFF : Math.min(1, middleOf(listed.ratios)) / FAR_FROM_LIST;
  if (middle <= most && middle >= least) return null;
  const rows = ratios.filter((ratio) => ratio > most || ratio < least).length;
  return { check: 'umfeld', fault: 'farOff', rows, of: ratios.length };
}

const MIN_UMFELD_ROWS = 10;
const MIN_DOUBTFUL = 5;
const UNUSUAL_UMFELD = 0.05;
const FAR_FROM_LIST = 1.5;

function judgeAll({ price: prices, umfeldMin, umfeldAvg, umfeldMax }: MoneyCells) {
  let [doubtful, of] = [0, 0];
  const ratios: number[] = [];
  for (const [row, price] of prices.entries()) {
    const around = {
      umfeldMin: umfeldMin[row] ?? null,
      umfeldAvg: umfeldAvg[row] ?? null,
      umfeldMax: umfeldMax[row] ?? null,
    };
    const level = around.umfeldAvg ?? around.umfeldMin ?? around.umfeldMax;
    if (!level) continue;
    of++;
    const { isMinDoubtful, isMaxDoubtful } = judgeUmfeld(around);
    if (isMinDoubtful || isMaxDoubtful) doubtful++;
    if (price) ratios.push(level / price);
  }
  return { doubtful, of, ratios };
}

const WHOLE_LIST = 0.9;
const LEAST_SHARE_SPREAD = 0.05;

/** A month may be smaller. */
function missingRows({ rows, last, listCount, isOpen, isWhole, former }: Arrival, limits: DeliveryLimits): Verdict {
  if (last === null || last.rows === 0) return 'unjudged';
  const usual = usualOf(
    former.flatMap((each) => each.missingShare ?? []),
    { leastSpread: LEAST_SHARE_SPREAD },
  );
  // Only a delivery of the whole list tells without former ones how many may be missing.
  if (usual === null && last.rows < WHOLE_LIST * listCount) return 'unjudged';
  const most = usual === null ? limits.missingShare : usual.middle + limits.spreads * usual.spread;
  const { rows: of, missing, missingAtEnd } = last;
  const atEnd = missingAtEnd >= MIN_DOUBTED_ROWS && missingAtEnd >= WHOLE_LIST * missing;
  const isMany = missing >= MIN_DOUBTED_ROWS && missing > most * of;
  const endsOtherwise = former.length > 0 && former.every((each) => !each.isOpen);
  const isCut = isOpen && (atEnd || (isMany && endsOtherwise));
  const isOtherAssortment = rows >= WHOLE_LIST * of && missing * 2 <= of;
  const isDoubtful = isWhole || atEnd ? isMany && !isOtherAssortment : false;
  return isDoubtful || isCut ? { check: 'missingRows', rows: missing, of, atEnd, isCut } : null;
}

function foreignRows({ rows: ownRows, foreign }: Arrival, { foreignShare, factorShare }: DeliveryLimits): Verdict {
  const of = ownRows + foreign.otherGroup + foreign.notListed;
  if (foreign.otherGroup >= MIN_FOREIGN && foreign.otherGroup >= foreignShare * of)
    return { check: 'foreignRows', fault: 'otherGroup', rows: foreign.otherGroup, of };
  const all = foreign.otherGroup + foreign.inMaster;
  if (all >= MIN_FOREIGN && all >= foreignShare * of) return { check: 'foreignRows', fault: 'inMaster', rows: all, of };
  if (foreign.notListed >= MIN_DOUBTED_ROWS / 2 && foreign.notListed >= factorShare * of)
    return { check: 'foreignRows', fault: 'notListed', rows: foreign.notListed, of };
  return null;
}

const MIN_FOREIGN = 3;

function headings({ headings: had, unknownHeadings, former }: Arrival): Verdict {
  const [last] = former;
  if (last === undefined) return 'unjudged';
  const missing = last.headings.filter((heading) => !had.includes(heading));
  const unknown = unknownHeadings.filter((heading) => !last.unknownHeadings.includes(heading));
  return missing.length > 0 ? { check: 'headings', missing, unknown } : null;
}

function isMost({ rows, of }: { readonly rows: number; readonly of: number }, share: number): boolean {
  return rows >= MIN_DOUBTED_ROWS && rows >= share * of;
}
