import type { Cents } from '../../money.ts';
import { type DoubtOf, MONEY_COLUMNS, type MoneyColumn } from './doubt.ts';
import { type DeliveryLimits, MIN_DOUBTED_ROWS } from './limits.ts';

export type MoneyCells = { readonly [Column in MoneyColumn]: readonly (Cents | null)[] };

/** Rows of a delivery with what the list and the product master say of them; a sample of a large one. */
export type DeliverySample = {
  readonly pzn: readonly string[];
  readonly name: readonly (string | null)[];
  readonly knownName: readonly (string | null)[];
  readonly file: MoneyCells;
  /** 'price' is the calculated one, 'base' the one in force. */
  readonly list: MoneyCells;
  /** The price before the list's last change: a package that came twice has it as its base. */
  readonly listedBefore: readonly (Cents | null)[];
};

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

function aepAbovePrice({ file }: DeliverySample, limits: DeliveryLimits): Fault | null {
  let [rows, of] = [0, 0];
  for (const [row, price] of file.price.entries()) {
    const aep = file.aep[row] ?? null;
    if (!aep || !price) continue;
    of++;
    if (aep > price) rows++;
  }
  if (of < MIN_DOUBTED_ROWS || rows < limits.aepShare * of) return null;
  return { check: 'columns', fault: 'aepAbovePrice', rows, of };
}

export function distance(one: number, other: number): number {
  return one > other ? one / other - 1 : other / one - 1;
}
