import type { Cents } from '../../money.ts';
import { type CentsColumn, countWhere, farness, isTimes, ratiosOf, usualBand, values } from './columns.ts';
import type { DoubtOf, MoneyColumn } from './doubt.ts';
import { middleOf } from './middle.ts';
import { type DeliverySample, followsAvp } from './moved-columns.ts';
import { partOfColumn } from './part-of-column.ts';

type Shape = DoubtOf<'priceShape'>;

/** Rule 20.19. */
export function findPriceShape(sample: DeliverySample): Shape | null {
  return (
    equalPrices(sample) ??
    otherColumn(sample) ??
    partOfColumn(sample) ??
    decimalSlips(sample) ??
    oddPrices(sample) ??
    manyMove(sample) ??
    wholeEuros(sample) ??
    dearZeros(sample)
  );
}

const SOME = { rows: 5, share: 0.03 };

function enough(rows: number, of: number, share = SOME.share, least = SOME.rows): boolean {
  return rows >= least && rows >= share * of;
}

function equalPrices({ file, usual }: DeliverySample): Shape | null {
  for (const column of ['price', 'avp', 'aep', 'umfeldAvg'] as const) {
    const { rows, of } = mostCommon(file[column]);
    const others = [usual[column], file[column === 'price' ? 'avp' : 'price']].filter(
      (each) => mostCommon(each).of >= 10,
    );
    if (others.length === 0) continue;
    const usually = Math.max(...others.map((each) => mostCommon(each)).map((each) => each.rows / each.of));
    if (of >= 10 && enough(rows, of, Math.min(0.9, 2 * usually + 0.05)))
      return { check: 'priceShape', fault: 'equal', column, rows, of };
  }
  return null;
}

function mostCommon(column: CentsColumn): { rows: number; of: number } {
  const counts = new Map<Cents, number>();
  let of = 0;
  for (const cents of column) {
    if (!cents) continue;
    of++;
    counts.set(cents, (counts.get(cents) ?? 0) + 1);
  }
  return { rows: Math.max(0, ...counts.values()), of };
}

/** Without a list: many pharmacies follow their Umfeld. */
const FOLLOWED = 0.3;

function otherColumn({ file, usual, list }: DeliverySample): Shape | null {
  for (const other of ['aep', 'umfeldMin', 'umfeldAvg', 'umfeldMax', 'vhp', 'avp'] as const) {
    const isSame = (price: CentsColumn, beside: CentsColumn) => {
      const known = ratiosOf(price, beside);
      return { rows: countWhere(known, ({ ratio }) => ratio === 1), of: known.length };
    };
    const moved = file.price.map((price, row) => (price === list.price[row] ? null : price));
    const { rows, of } = isSame(file.price, file[other]);
    const listed = isSame(usual.price, usual[other]);
    const share = listed.of >= 20 ? listed.rows / listed.of : other.startsWith('umfeld') ? FOLLOWED : 0.02;
    const usually = share + 3 * Math.sqrt((share * (1 - share)) / Math.max(1, of));
    const isNew = enough(isSame(moved, file[other]).rows, of, other === 'avp' ? 0.3 : SOME.share);
    if (of >= 10 && isNew && enough(rows, of, Math.min(0.95, usually + (other === 'avp' ? 0.4 : 0.06))))
      return { check: 'priceShape', fault: 'otherColumn', column: other, rows, of };
  }
  return null;
}

const SLIP = 0.3;

function decimalSlips({ file, list, usual }: DeliverySample): Shape | null {
  const middles = BESIDE.map((column) => [column, middle(values(ratiosOf(usual.price, usual[column])))] as const);
  let [rows, of] = [0, 0];
  for (const [row, price] of file.price.entries()) {
    if (!price) continue;
    const listed = list.price[row] ?? null;
    const ratios = listed
      ? [price / listed]
      : middles.flatMap(([column, usually]) =>
          file[column][row] ? [price / (file[column][row] as number) / usually] : [],
        );
    if (ratios.length === 0) continue;
    of++;
    if (ratios.every((ratio) => [10, 100].some((factor) => Math.abs(farness(ratio) / factor - 1) <= SLIP))) rows++;
  }
  return enough(rows, of, 0.01, 2) ? { check: 'priceShape', fault: 'decimal', column: 'price', rows, of } : null;
}

const BESIDE = ['avp', 'umfeldAvg', 'aep', 'vhp'] as const;
const middle = (each: readonly number[]) => (each.length < 20 ? 1 : middleOf(each));

const ODD = { band: 1.12, move: 1.22, list: 60, downShare: 0.3, upShare: 0.02 } as const;
/** Without a list: beside the median of the file. */
const FRESH = { band: 1.35, downShare: 0.08, upShare: 0.04, least: 10 } as const;
const ODD_COLUMNS = ['avp', 'aep', 'umfeldMin', 'umfeldAvg', 'umfeldMax', 'vhp'] as const satisfies MoneyColumn[];

/** A campaign lowers many, and raises none. */
function oddPrices(sample: DeliverySample): Shape | null {
  const { file, list, usual } = sample;
  const columns = ODD_COLUMNS.flatMap((column) => {
    const band = usualBand(ratiosOf(usual.price, usual[column]), ODD.list);
    if (band) return [{ column, low: band.low / ODD.band, high: band.high * ODD.band }];
    const fresh = usualBand(ratiosOf(file.price, file[column]), FRESH.least);
    return fresh ? [{ column, low: fresh.middle / FRESH.band, high: fresh.middle * FRESH.band }] : [];
  });
  const { upShare, downShare } = countWhere(usual.price, Boolean) >= ODD.list ? ODD : FRESH;
  let [up, down, of] = [0, 0, 0];
  for (const [row, price] of file.price.entries()) {
    if (!price) continue;
    const beside = columns.flatMap(({ column, low, high }) => {
      const cents = file[column][row] ?? list[column][row] ?? null;
      return cents ? [price / cents < low ? -1 : price / cents > high ? 1 : 0] : [];
    });
    const listed = list.price[row] ?? null;
    if (beside.length === 0 && listed === null) continue;
    of++;
    if (followsAvp(sample, row) || isBack(sample, row)) continue;
    if (listed !== null && farness(price / listed) < ODD.move) continue;
    const most = Math.max(1, beside.length / 2);
    if (countWhere(beside, (way) => way > 0) >= most) up++;
    else if (countWhere(beside, (way) => way < 0) >= most) down++;
  }
  const isOdd = enough(up, of, upShare, 3) || enough(down, of, downShare);
  return isOdd ? { check: 'priceShape', fault: 'odd', column: 'price', rows: up + down, of } : null;
}

/** A campaign has ended. */
function isBack({ file, listedBefore }: DeliverySample, row: number): boolean {
  const [price, before] = [file.price[row], listedBefore[row]];
  return Boolean(price && before) && farness((price as number) / (before as number)) < 1.1;
}

const MOVED = { by: 1.145, share: 0.4, rows: 12, upBy: 1.13, upShare: 0.05, same: 0.5 };

function manyMove(sample: DeliverySample): Shape | null {
  const { file, list } = sample;
  const known = ratiosOf(file.price, list.price).filter(({ row }) => !followsAvp(sample, row) && !isBack(sample, row));
  const of = known.length;
  const rows = countWhere(known, ({ ratio }) => farness(ratio) > MOVED.by);
  const ups = known.filter(({ ratio }) => ratio > MOVED.upBy);
  const isBothWays = enough(ups.length, of, MOVED.upShare, MOVED.rows);
  if (enough(rows, of, MOVED.share, MOVED.rows) && isBothWays)
    return { check: 'priceShape', fault: 'moved', column: 'price', rows, of };
  if (!isBothWays) return null;
  const factor = middleOf(values(ups));
  const alike = countWhere(ups, ({ row }) => isTimes(list.price[row] as number, file.price[row] as number, factor));
  return enough(alike, of, MOVED.upShare, MOVED.rows) && alike >= MOVED.same * ups.length
    ? { check: 'priceShape', fault: 'alike', column: 'price', rows: alike, of }
    : null;
}

function wholeEuros({ file, usual }: DeliverySample): Shape | null {
  const share = (column: CentsColumn) => {
    const known = column.filter((cents) => cents !== null);
    return { rows: countWhere(known, (cents) => cents % 100 === 0), of: known.length };
  };
  const { rows, of } = share(file.price);
  const beside = [usual.price, file.avp].map(share).find((each) => each.of >= 20);
  if (!beside || of < 10) return null;
  return enough(rows, of, Math.min(0.95, 2 * (beside.rows / beside.of) + 0.06))
    ? { check: 'priceShape', fault: 'wholeEuros', column: 'price', rows, of }
    : null;
}

const ZEROS = { rows: 20, share: 0.05, times: 6, others: 10 };

function dearZeros({ file }: DeliverySample): Shape | null {
  const prices = file.price.filter((cents) => cents !== null);
  const ending = (isZero: boolean) => prices.filter((cents) => (cents % 10 === 0) === isZero);
  const [zeros, others] = [ending(true), ending(false)];
  if (!enough(zeros.length, prices.length, ZEROS.share, ZEROS.rows) || others.length < ZEROS.others) return null;
  return middleOf(zeros) >= ZEROS.times * middleOf(others)
    ? { check: 'priceShape', fault: 'decimal', column: 'price', rows: zeros.length, of: prices.length }
    : null;
}
