import type { Cents } from '@portal/rules';

export type Mark = { readonly label: string; readonly price: Cents; readonly above: boolean };

export type PlacedMark = Mark & {
  readonly x: number;
  readonly labelX: number;
  readonly lane: number;
};

/** Pixels at 11 px. */
const LETTER = 6.7;
const GAP = 8;
/** From the edge to the lowest and the highest price. */
const INSET = 10;

export const labelWidth = (label: string) => label.length * LETTER;

/** Between a label and the tick beside it. */
const BESIDE = 3;
/** Places that are tried for one side of the bar. */
const MAX_TRIES = 5000;

/**
 * No label lies on another; nor, where that can be avoided, on the tick of one further from the bar.
 * @param width pixels
 */
export function placeMarks(marks: readonly Mark[], width: number): PlacedMark[] {
  const prices = marks.map(({ price }) => price);
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const xOf = (price: Cents) =>
    span === 0 ? width / 2 : INSET + ((price - low) / span) * Math.max(0, width - 2 * INSET);
  const sorted = marks.toSorted((a, b) => a.price - b.price);
  return [true, false]
    .flatMap((above) =>
      placeSide(
        sorted.filter((mark) => mark.above === above),
        width,
        xOf,
      ),
    )
    .toSorted((a, b) => a.x - b.x);
}

/** In as few lanes as do, tried from the lowest price and from the highest: where many lie close, the outermost goes first. */
function placeSide(sorted: readonly Mark[], width: number, xOf: (price: Cents) => number): readonly PlacedMark[] {
  let tries = 0;
  const placeRest = (
    marks: readonly Mark[],
    placed: readonly PlacedMark[],
    lanes: number,
    clashes: Clashes,
  ): readonly PlacedMark[] | undefined => {
    const mark = marks[placed.length];
    if (!mark) return placed;
    const x = xOf(mark.price);
    const room = labelWidth(mark.label);
    for (let lane = 0; lane < lanes; lane++) {
      for (const start of [x - room / 2, x + BESIDE, x - room - BESIDE]) {
        if (++tries > MAX_TRIES) return undefined;
        const place = { ...mark, x, labelX: Math.max(0, Math.min(width - room, start)), lane };
        const all = placed.some((other) => clashes(place, other))
          ? undefined
          : placeRest(marks, [...placed, place], lanes, clashes);
        if (all) return all;
      }
    }
    return undefined;
  };
  for (let lanes = 1; lanes <= sorted.length; lanes++) {
    for (const marks of [sorted, sorted.toReversed()]) {
      tries = 0;
      const placed = placeRest(marks, [], lanes, isOverlap);
      if (placed) return placed;
    }
  }
  tries = 0;
  return placeRest(sorted, [], sorted.length, isSameLaneOverlap) ?? [];
}

type Clashes = (a: PlacedMark, b: PlacedMark) => boolean;

const endOf = ({ label, labelX }: PlacedMark) => labelX + labelWidth(label);
const isSameLaneOverlap: Clashes = (a, b) =>
  a.lane === b.lane && a.labelX < endOf(b) + GAP && b.labelX < endOf(a) + GAP;
const isOverlap: Clashes = (a, b) =>
  isSameLaneOverlap(a, b) || (a.lane < b.lane && isOn(b.x, a)) || (b.lane < a.lane && isOn(a.x, b));
const isOn = (x: number, label: PlacedMark) => x > label.labelX - 1 && x < endOf(label) + 1;
