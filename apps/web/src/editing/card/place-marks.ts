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

/**
 * Overlapping labels get different lines.
 * @param width pixels
 */
export function placeMarks(marks: readonly Mark[], width: number): PlacedMark[] {
  const prices = marks.map(({ price }) => price);
  const low = Math.min(...prices);
  const span = Math.max(...prices) - low;
  const xOf = (price: Cents) =>
    span === 0 ? width / 2 : INSET + ((price - low) / span) * Math.max(0, width - 2 * INSET);
  const ends = { above: [] as number[], below: [] as number[] };
  return marks
    .toSorted((a, b) => a.price - b.price)
    .map((mark) => {
      const x = xOf(mark.price);
      const room = labelWidth(mark.label);
      const labelX = Math.max(0, Math.min(width - room, x - room / 2));
      const lanes = mark.above ? ends.above : ends.below;
      const free = lanes.findIndex((end) => end + GAP <= labelX);
      const lane = free < 0 ? lanes.length : free;
      lanes[lane] = labelX + room;
      return { ...mark, x, labelX, lane };
    });
}
