/** As text: pg escapes arrays element by element, too slow for 100,000 rows. */
export function plainArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Eight digits need no escaping. */
export function pznArray(pzns: readonly string[]): string {
  return `{${pzns.join(',')}}`;
}
