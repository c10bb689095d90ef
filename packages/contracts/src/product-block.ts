/** Products whose PZNs begin with the same digits are one block: `12` is 12000000 to 12999999 (ADR 73). */
const BLOCK_DIGITS = 2;

/** The block of a product. */
export function blockOf(pzn: string): string {
  return pzn.slice(0, BLOCK_DIGITS);
}
