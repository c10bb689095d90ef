/**
 * Rounds to `digits` decimals, halves away from zero, as the decimal number reads: 1.005 becomes 1.01 although its
 * binary form lies a little below the half (rule 3.10).
 * @param digits 0 to 6
 */
export function roundHalfAway(x: number, digits: number): number {
  const factor = 10 ** digits;
  const rounded = roundMagnitude(Math.abs(x), factor, digits) / factor;
  return x < 0 && rounded !== 0 ? -rounded : rounded;
}

/** The whole number of 10^-digits steps nearest to `magnitude` (≥ 0), halves upwards. */
export function roundMagnitude(magnitude: number, factor: number, digits: number): number {
  const scaled = magnitude * factor;
  const half = Math.floor(scaled) + 0.5;
  // Only next to a half can the binary noise of the product decide, so only there the decimal text is asked.
  if (Math.abs(scaled - half) > scaled * 1e-14 + 1e-9) return Math.round(scaled);
  const text = magnitude.toString();
  return text.includes('e') ? Math.round(scaled) : Math.round(Number(`${text}e${digits}`));
}
