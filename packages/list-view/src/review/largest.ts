/**
 * Ties at the limit are all left out. Rule 14.22.
 * @param effect NaN: unknown
 */
export function largestLimit(effect: Float64Array, count: number): number {
  if (count === 0) return Number.POSITIVE_INFINITY;
  const top = new Float64Array(count + 1);
  for (let row = 0; row < effect.length; row++) {
    const size = Math.abs(effect[row] as number);
    if (!(size > (top[0] as number))) continue;
    let index = 0;
    while (index < count && (top[index + 1] as number) < size) {
      top[index] = top[index + 1] as number;
      index++;
    }
    top[index] = size;
  }
  return top[0] as number;
}

export function countEffects(effect: Float64Array): number {
  let count = 0;
  for (let row = 0; row < effect.length; row++) if (Math.abs(effect[row] as number) > 0) count++;
  return count;
}
