/** The upper one of two. */
export function middleOf(values: readonly number[]): number {
  return Float64Array.from(values).sort()[values.length >> 1] as number;
}
