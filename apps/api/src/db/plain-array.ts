/** As text: pg escapes arrays element by element, too slow for 100,000 rows. */
export function plainArray(values: readonly (number | boolean | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Digits and days need no escaping. */
export function textArray(texts: readonly (string | null)[]): string {
  return `{${texts.map((text) => text ?? 'NULL').join(',')}}`;
}
