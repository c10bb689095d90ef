import type { PriceListModel } from './model.ts';
import type { ArrivalFilter } from './view-options.ts';

/** Days that a price has not been in the till: a condition (rule 22.3). */
export const WAITING_DAYS = 'waitingDays';

/** Null: not known. */
export type Arrivals = {
  /** Days by PZN; one: all of the list. */
  readonly tillWaits: ReadonlyMap<string, string> | string | null;
  readonly tillDiffers: ReadonlySet<string> | null;
  readonly labelOutdated: ReadonlySet<string> | null;
};

export function arrivalPredicate(model: PriceListModel, arrivals: Arrivals, filter: ArrivalFilter) {
  const pzns = model.columns.pzn;
  const found = arrivals[filter];
  if (typeof found === 'string') return () => true;
  return (row: number) => found?.has(pzns[row] as string) ?? false;
}

/** Whole days, NaN for a price that the till has. */
export function waitingDays(model: PriceListModel, { tillWaits }: Arrivals, today: string): Float64Array {
  const daysSince = (day: string | undefined) =>
    day === undefined ? NaN : Math.round((Date.parse(today) - Date.parse(day)) / 86_400_000);
  return Float64Array.from(model.columns.pzn, (pzn) =>
    daysSince(typeof tillWaits === 'string' ? tillWaits : tillWaits?.get(pzn)),
  );
}
