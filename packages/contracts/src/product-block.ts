/** `12` is 12000000 to 12999999 (ADR 73). */
const BLOCK_DIGITS = 2;

export function blockOf(pzn: string): string {
  return pzn.slice(0, BLOCK_DIGITS);
}
