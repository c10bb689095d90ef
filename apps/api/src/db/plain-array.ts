/**
 * A parameter for `$n::int[]` or `$n::boolean[]`, as its text. pg looks for what to escape in each element of an array, which
 * for a hundred thousand rows holds the main loop up longer than all the rest of a save.
 */
export function plainArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The same of PZNs for `$n::text[]`: eight digits each, in which there is nothing to escape. */
export function pznArray(pzns: readonly string[]): string {
  return `{${pzns.join(',')}}`;
}
