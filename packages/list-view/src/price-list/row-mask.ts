/** One byte a row: 1 for the rows that stay. */
export type RowMask = Uint8Array;

/** The rows of `order` that all masks keep; an undefined mask keeps everything. */
export function visibleRows(order: Uint32Array, ...masks: readonly (RowMask | undefined)[]): Uint32Array {
  const set = masks.filter((mask) => mask !== undefined);
  if (set.length === 0) return order;
  const rows = new Uint32Array(order.length);
  let count = 0;
  for (const row of order) if (set.every((mask) => mask[row] === 1)) rows[count++] = row;
  return rows.subarray(0, count);
}
