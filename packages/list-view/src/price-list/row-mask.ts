/** 1: the row stays. */
export type RowMask = Uint8Array;

export function visibleRows(order: Uint32Array, ...masks: readonly (RowMask | undefined)[]): Uint32Array {
  const [first, ...others] = masks.filter((mask) => mask !== undefined);
  if (!first) return order;
  const rows = new Uint32Array(order.length);
  let count = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at] as number;
    if (first[row] === 1 && others.every((mask) => mask[row] === 1)) rows[count++] = row;
  }
  return rows.subarray(0, count);
}
