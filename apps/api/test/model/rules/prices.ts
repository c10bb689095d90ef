import type { Item, Kind, PriceType } from '../state.ts';

/** The row as everybody sees it: a permanent price while a period runs above it. */
export const shown = (item: Item): Pick<Item, 'type' | 'own'> =>
  item.period ? { type: 3, own: item.period.price } : { type: item.type, own: item.own };

/** What reaches the till: nothing for an exclusion (rule 3.2). */
export function effective(item: Item | null | undefined): number | null {
  if (!item) return null;
  const { type, own } = shown(item);
  if (type === 1) return null;
  return type === 0 ? item.calculated : own;
}

/** An effective change: price or type differs. A new calculated price under types 1 to 3 is none. */
export const differs = (a: Item | null | undefined, b: Item | null | undefined): boolean =>
  (a ? shown(a).type : null) !== (b ? shown(b).type : null) || effective(a) !== effective(b);

/** A price as typed, in cents with fractions; more than 0, at most 99,999.99, two decimals. */
export const isPrice = (cents: number): boolean => Number.isInteger(cents) && cents > 0 && cents <= 9_999_999;

/** The result of a change as the list keeps it; the price before is remembered when the change is an effective one. */
export function changed(
  before: Item | null | undefined,
  after: Omit<Item, 'before' | 'changed' | 'avp'> & { avp?: number | null | undefined },
  step: number,
): Item {
  const avp = 'avp' in after ? after.avp : before?.avp;
  const item: Item = { ...after, avp: avp ?? null, before: before?.before ?? null, changed: before?.changed ?? 0 };
  return differs(before, item) ? { ...item, before: effective(before), changed: step } : item;
}

/** The type a row of a package starts from: its product's on the list; a reset starts again; so do new products. */
export const startType = (reset: boolean, item: Item | undefined): PriceType => (reset ? 0 : (item?.type ?? 0));

/**
 * What an approval without an edit makes of a product: an own price lasts until the next monthly update and survives the
 * others, exclusions and permanent prices stay in any case; a reset drops all of them.
 */
export function untouched(
  kind: Kind,
  reset: boolean,
  item: Item | undefined,
  price: number,
): Omit<Item, 'before' | 'changed'> {
  const start = startType(reset, item);
  const period = reset ? undefined : item?.period;
  if (start === 0 || (start === 2 && kind === 'MDP')) return { type: 0, calculated: price, own: null, period };
  return { type: start, calculated: price, own: start === 1 ? null : (item?.own ?? null), period };
}
