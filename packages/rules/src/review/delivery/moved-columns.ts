import type { Cents } from '../../money.ts';
import { type DoubtOf, MONEY_COLUMNS, type MoneyColumn } from './doubt.ts';
import { type CentsColumn, countWhere, ratiosOf } from './columns.ts';
import { type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';
import { middleOf } from './middle.ts';

export type MoneyCells = { readonly [Column in MoneyColumn]: readonly (Cents | null)[] };

/** Rows of a delivery with what the list and the product master say of them; a sample of a large one. */
export type DeliverySample = {
  readonly pzn: readonly string[];
  readonly name: readonly (string | null)[];
  readonly knownName: readonly (string | null)[];
  readonly content: readonly (string | null)[];
  readonly knownContent: readonly (string | null)[];
  readonly producer: readonly (string | null)[];
  readonly knownProducer: readonly (string | null)[];
  readonly vat: readonly (number | null)[];
  readonly knownVat: readonly (number | null)[];
  readonly file: MoneyCells;
  /** 'price' is the calculated one, 'base' the one in force. */
  readonly list: MoneyCells;
  /** The price before the list's last change: a package that came twice has it as its base. */
  readonly listedBefore: readonly (Cents | null)[];
  readonly avpOld: readonly (Cents | null)[];
  readonly lastPrice: readonly (Cents | null)[];
  /** Rows of the whole list, 'price' in force. */
  readonly usual: MoneyCells;
  readonly usualVat: readonly (number | null)[];
};

export function followsAvp({ file, list, avpOld }: DeliverySample, row: number): boolean {
  const [price, before] = [file.price[row], list.price[row]];
  const [now, was] = [file.avp[row], avpOld[row] ?? list.avp[row]];
  if (!price || !before) return false;
  return isExplained(price / before, now ?? null, was ?? null);
}

/** A mistake is taken back (rule 20.10). */
export function isRepair(after: Cents, before: Cents, former: Cents | null): boolean {
  return Boolean(former) && distance(after, former as Cents) < 0.03 && distance(before, former as Cents) > 0.06;
}

/** A producer's rise: the AVP moved the same way, at least half as far. */
export function isExplained(factor: number, avp: Cents | null, formerAvp: Cents | null): boolean {
  if (!avp || !formerAvp || avp === formerAvp) return false;
  return avp > formerAvp === factor > 1 && Math.abs(avp / formerAvp - 1) * 2 >= Math.abs(factor - 1);
}

type Fault = DoubtOf<'columns'>;

/** Rule 20.5. */
export function findMovedColumns(sample: DeliverySample, limits: DeliveryLimits): Fault | null {
  return (
    pznAsPrice(sample, limits) ??
    holdsOther(sample, limits) ??
    swappedBase(sample, limits) ??
    aepAbovePrice(sample, limits)
  );
}

const HIGH_PRICE: Cents = 1_000_000;

function pznAsPrice({ pzn, file }: DeliverySample, limits: DeliveryLimits): Fault | null {
  for (const column of MONEY_COLUMNS) {
    let [rows, of] = [0, 0];
    for (const [row, cents] of file[column].entries()) {
      if (cents === null) continue;
      of++;
      const number = Number(pzn[row]);
      if (cents === number || cents === number * 100 || cents >= HIGH_PRICE) rows++;
    }
    if (rows >= limits.refuseRows && rows >= limits.columnShare * of)
      return { check: 'columns', fault: 'pznAsPrice', column, rows, of };
  }
  return null;
}

const OWN_DISTANCE = 0.05;
const OTHER_DISTANCE = 0.02;

/** While the other one has lost its own. */
function holdsOther({ file, list }: DeliverySample, { columnShare }: DeliveryLimits): Fault | null {
  const looksLike = (column: MoneyColumn, other: MoneyColumn) => {
    let [rows, of] = [0, 0];
    for (const [row, cents] of file[column].entries()) {
      const [own, foreign] = [list[column][row] ?? null, list[other][row] ?? null];
      if (!cents || !own || !foreign || distance(own, foreign) < OWN_DISTANCE) continue;
      of++;
      if (distance(cents, foreign) <= OTHER_DISTANCE && distance(cents, own) > OTHER_DISTANCE) rows++;
    }
    return of >= MIN_DOUBTED_ROWS && rows >= columnShare * of ? { rows, of } : null;
  };
  const isLost = (column: MoneyColumn) => {
    let [rows, of] = [0, 0];
    for (const [row, cents] of file[column].entries()) {
      const own = list[column][row] ?? null;
      if (!cents || !own) continue;
      of++;
      if (distance(cents, own) > OTHER_DISTANCE) rows++;
    }
    return rows >= columnShare * of && of >= MIN_DOUBTED_ROWS;
  };
  for (const column of MONEY_COLUMNS) {
    for (const other of MONEY_COLUMNS) {
      if (column === other || isSameOnList(column, other)) continue;
      const found = looksLike(column, other);
      // Nobody sells at the AEP without VAT.
      if (found && (isLost(other) || (column === 'price' && other === 'aep')))
        return { check: 'columns', fault: 'holdsOther', column, other, ...found };
    }
  }
  return null;
}

function isSameOnList(one: MoneyColumn, other: MoneyColumn): boolean {
  return [one, other].every((column) => column === 'price' || column === 'base');
}

/** 'TruePrice neu' holds the list's prices, 'TruePrice alt' others. */
function swappedBase({ file, list, listedBefore }: DeliverySample, limits: DeliveryLimits): Fault | null {
  let [rows, of] = [0, 0];
  for (const [row, price] of file.price.entries()) {
    const [base, listed] = [file.base[row] ?? null, list.price[row] ?? null];
    if (!price || !base || !listed || price === base) continue;
    of++;
    if ((price === listed || price === list.base[row]) && base !== (listedBefore[row] ?? null)) rows++;
  }
  if (rows < limits.refuseRows || rows < limits.columnShare * of) return null;
  return { check: 'columns', fault: 'holdsOther', column: 'price', other: 'base', rows, of };
}

const LIKE_AEP = 0.75;
const SELLS_BELOW_AEP = 0.25;

/** Rule 20.21. */
function aepAbovePrice({ file, list, usual }: DeliverySample, limits: DeliveryLimits): Fault | null {
  const share = (aep: CentsColumn, price: CentsColumn) => {
    const known = ratiosOf(aep, price);
    return { rows: countWhere(known, ({ ratio }) => ratio > 1), of: known.length };
  };
  const { rows, of } = share(file.aep, file.price);
  const [own, whole] = [share(list.aep, list.price), share(usual.aep, usual.price)];
  const listed = own.of >= MIN_DOUBTED_ROWS ? own : whole;
  const usually = listed.of < MIN_DOUBTED_ROWS ? 0 : listed.rows / listed.of;
  if (of < MIN_DOUBTED_ROWS || rows < Math.min(0.95, limits.aepShare + usually) * of) return null;
  const gross = file.aep.map((aep) => aep && Math.round(aep * 1.19));
  const aboveAvp = share(gross, file.avp);
  const isAboveAvp = aboveAvp.of >= MIN_DOUBTED_ROWS && aboveAvp.rows * 2 >= aboveAvp.of;
  const toAvp = ratiosOf(file.price, file.avp).map(({ ratio }) => ratio);
  const isLikeAep = isAboveAvp && middleOf(toAvp) < LIKE_AEP;
  const isSwapped = isLikeAep || (listed.of >= MIN_DOUBTED_ROWS && usually < SELLS_BELOW_AEP);
  return { check: 'columns', fault: 'aepAbovePrice', isSwapped, rows, of };
}

export function distance(one: number, other: number): number {
  return one > other ? one / other - 1 : other / one - 1;
}
