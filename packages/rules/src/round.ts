/**
 * Halves away from zero, as the decimal reads: 1.005 gives 1.01. Rule 3.10.
 * @param digits 0 to 6
 */
export function roundHalfAway(x: number, digits: number): number {
  const factor = 10 ** digits;
  const rounded = roundMagnitude(Math.abs(x), factor, digits) / factor;
  return x < 0 && rounded !== 0 ? -rounded : rounded;
}

export function roundMagnitude(magnitude: number, factor: number, digits: number): number {
  const scaled = magnitude * factor;
  const half = Math.floor(scaled) + 0.5;
  // Binary noise can decide only next to a half; there the decimal text decides.
  if (Math.abs(scaled - half) > scaled * 1e-14 + 1e-9) return Math.round(scaled);
  const text = magnitude.toString();
  return text.includes('e') ? Math.round(scaled) : Math.round(Number(`${text}e${digits}`));
}
