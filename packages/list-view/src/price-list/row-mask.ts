/** One byte a row: 1 for the rows that stay. */
export type RowMask = Uint8Array;

/** The rows of `order` that all masks keep; an undefined mask keeps everything. */
export function visibleRows(order: Uint32Array, ...masks: readonly (RowMask | undefined)[]): Uint32Array {
  const [first, ...others] = masks.filter((mask) => mask !== undefined);
  if (!first) return order;
  const few = others.length === 0 ? fewLeftOut(first) : undefined;
  if (few) return without(order, few);
  const rows = new Uint32Array(order.length);
  let count = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at] as number;
    if (first[row] === 1 && others.every((mask) => mask[row] === 1)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}

/** Up to so many rows are looked for by what the engine is quick at; a list is first drawn by code that has hardly run yet. */
const FEW = 64;

/** The rows that a mask leaves out; undefined where they are many. */
function fewLeftOut(mask: RowMask): number[] | undefined {
  const rows: number[] = [];
  for (let row = mask.indexOf(0); row >= 0; row = mask.indexOf(0, row + 1)) if (rows.push(row) > FEW) return undefined;
  return rows;
}

function without(order: Uint32Array, leftOut: readonly number[]): Uint32Array {
  const places = leftOut
    .map((row) => order.indexOf(row))
    .filter((place) => place >= 0)
    .sort((one, other) => one - other);
  if (places.length === 0) return order;
  const rows = new Uint32Array(order.length - places.length);
  let from = 0;
  for (const [before, place] of [...places, order.length].entries()) {
    rows.set(order.subarray(from, place), from - before);
    from = place + 1;
  }
  return rows;
}
