import { judgeUmfeld } from '../umfeld.ts';
import { findCommonFactor } from './common-factor.ts';
import type { DeliveryCheck, DeliveryDoubt, DoubtOf, MoneyColumn } from './doubt.ts';
import { type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';
import { middleOf } from './middle.ts';
import { type DeliverySample, distance, findMovedColumns } from './moved-columns.ts';
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
  /** Beside the last delivery; null: the first, or a kind that brings other articles each time. */
  readonly last: { readonly rows: number; readonly missing: number; readonly missingAtEnd: number } | null;
  readonly former: readonly DeliveryFigures[];
};

type Verdict = DeliveryDoubt | 'unjudged' | null;
type Check = (arrival: Arrival, limits: DeliveryLimits) => Verdict;

const CHECKS: Partial<Record<DeliveryCheck, Check>> = {
  unusualSize,
  columns,
  references,
  umfeld,
  missingRows,
  names,
  encoding,
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

function unusualSize({ percent, former }: Arrival, { spreads }: DeliveryLimits): Verdict {
  const sizes = former.flatMap((each) => each.percent ?? []);
  const usual = usualOf(sizes, { leastSpread: LEAST_SIZE_SPREAD });
  if (usual === null) return 'unjudged';
  if (percent === null || percent <= usual.middle + spreads * usual.spread) return null;
  const updates = Math.min(sizes.length, FORMER_DELIVERIES.most);
  return { check: 'unusualSize', percent, usual: usual.middle, updates };
}

function columns({ sample }: Arrival, limits: DeliveryLimits): Verdict {
  return findMovedColumns(sample, limits) ?? shiftedRows(sample, limits);
}

function shiftedRows(sample: DeliverySample, { columnShare }: DeliveryLimits): DoubtOf<'columns'> | null {
  const changed = countChangedNames(sample);
  if (!isMost(changed, columnShare)) return null;
  let [rows, of] = [0, 0];
  for (const [row, base] of sample.file.base.entries()) {
    const listed = sample.list.base[row] ?? null;
    if (!base || !listed) continue;
    of++;
    if (distance(base, listed) > SAME_BASE) rows++;
  }
  return isMost({ rows, of }, columnShare) ? { check: 'columns', fault: 'rowsShifted', ...changed } : null;
}
const SAME_BASE = 0.02;

const REFERENCES: readonly MoneyColumn[] = ['avp', 'aep', 'umfeldMin', 'umfeldAvg', 'umfeldMax'];

function references({ sample: { file, list } }: Arrival): Verdict {
  for (const column of REFERENCES) {
    const pairs = file[column].flatMap((after, row) => {
      const before = list[column][row] ?? null;
      return before && after ? [{ before, after }] : [];
    });
    if (pairs.length < MIN_DOUBTED_ROWS) continue;
    const found = findCommonFactor(pairs);
    if (found === null || !isNamedFactor(found.factor) || found.rows * 2 < pairs.length) continue;
    const { factor, cause, rows } = found;
    return { check: 'references', column, factor, cause, rows, of: pairs.length };
  }
  return null;
}

function isNamedFactor(factor: number): boolean {
  return [1.19, 10, 100].some((each) => Math.abs(factor / each - 1) < 1e-9 || Math.abs(factor * each - 1) < 1e-9);
}

const FAR_OFF = 2;

function umfeld({ sample: { file } }: Arrival, { umfeldShare }: DeliveryLimits): Verdict {
  let [doubtful, of] = [0, 0];
  const ratios: number[] = [];
  for (const [row, price] of file.price.entries()) {
    const prices = {
      umfeldMin: file.umfeldMin[row] ?? null,
      umfeldAvg: file.umfeldAvg[row] ?? null,
      umfeldMax: file.umfeldMax[row] ?? null,
    };
    const level = prices.umfeldAvg ?? prices.umfeldMin ?? prices.umfeldMax;
    if (!level) continue;
    of++;
    const { isMinDoubtful, isMaxDoubtful } = judgeUmfeld(prices);
    if (isMinDoubtful || isMaxDoubtful) doubtful++;
    if (price) ratios.push(level / price);
  }
  if (of < MIN_DOUBTED_ROWS) return null;
  if (doubtful >= umfeldShare * of) return { check: 'umfeld', fault: 'doubtful', rows: doubtful, of };
  const middle = ratios.length === 0 ? 1 : middleOf(ratios);
  if (middle <= FAR_OFF && middle >= 1 / FAR_OFF) return null;
  const rows = ratios.filter((ratio) => ratio > FAR_OFF || ratio < 1 / FAR_OFF).length;
  return { check: 'umfeld', fault: 'farOff', rows, of: ratios.length };
}

const WHOLE_LIST = 0.9;
const LEAST_SHARE_SPREAD = 0.05;

function missingRows({ last, listCount, isOpen, former }: Arrival, limits: DeliveryLimits): Verdict {
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
  return isMany || isCut ? { check: 'missingRows', rows: missing, of, atEnd, isCut } : null;
}

function names({ sample }: Arrival, { nameShare }: DeliveryLimits): Verdict {
  const changed = countChangedNames(sample);
  return isMost(changed, nameShare) ? { check: 'names', ...changed } : null;
}

function countChangedNames({ name, knownName }: DeliverySample): { rows: number; of: number } {
  let [rows, of] = [0, 0];
  for (const [row, text] of name.entries()) {
    const known = knownName[row] ?? null;
    if (text === null || known === null) continue;
    of++;
    if (text !== known && foldName(text) !== foldName(known)) rows++;
  }
  return { rows, of };
}

function foldName(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

const LOST_LETTER = /\uFFFD|\p{L}\?\p{L}|Ã[\u0080-\u00BF]/u;
const MIN_BROKEN_NAMES = 3;

function encoding({ sample }: Arrival, { encodingShare }: DeliveryLimits): Verdict {
  const isBroken = (text: string | null) => text !== null && LOST_LETTER.test(text);
  const rows = sample.name.filter((text, row) => isBroken(text) && !isBroken(sample.knownName[row] ?? null)).length;
  const of = sample.name.length;
  return rows >= MIN_BROKEN_NAMES && rows >= encodingShare * of ? { check: 'encoding', rows, of } : null;
}

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
