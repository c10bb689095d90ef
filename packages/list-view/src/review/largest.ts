/**
 * The size that the `count` largest effects exceed: that of the next one after them. Equal effects around the limit are all
 * left out, so that a delivery in which all rows weigh alike has no largest (rule 14.22).
 * @param effect NaN for unknown
 */
export function largestLimit(effect: Float64Array, count: number): number {
  if (count === 0) return Number.POSITIVE_INFINITY;
  // ascending; its first is the smallest of the largest
  const top = new Float64Array(count + 1);
  for (let row = 0; row < effect.length; row++) {
    const size = Math.abs(effect[row] as number);
    if (!(size > (top[0] as number))) continue;
    let place = 0;
    while (place < count && (top[place + 1] as number) < size) {
      top[place] = top[place + 1] as number;
      place++;
    }
    top[place] = size;
  }
  return top[0] as number;
}

/** How many rows have an effect. */
export function countEffects(effect: Float64Array): number {
  let count = 0;
  for (let row = 0; row < effect.length; row++) if (Math.abs(effect[row] as number) > 0) count++;
  return count;
}
