const FULL_LENGTH = 8;
const DIGITS = /^\d{1,8}$/;

/**
 * Σ i·dᵢ of seven digits modulo 11; undefined for 10, never issued. Rule 3.8.
 * @throws RangeError unless seven digits
 */
export function pznCheckDigit(firstSeven: string): number | undefined {
  if (!/^\d{7}$/.test(firstSeven)) throw new RangeError('a PZN has seven digits before its check digit');
  let sum = 0;
  for (let i = 0; i < 7; i++) sum += (i + 1) * (firstSeven.charCodeAt(i) - 48);
  const remainder = sum % 11;
  return remainder === 10 ? undefined : remainder;
}

/** Strips 'PZN', hyphens and blanks, restores zeros; the check digit is not checked. */
export function normalizePzn(text: string): string | undefined {
  const stripped = text.replace(/[\s\u2010-\u2015\u2212-]/g, '').replace(/^pzn:?/i, '');
  return DIGITS.test(stripped) ? stripped.padStart(FULL_LENGTH, '0') : undefined;
}

/** 00000000 is refused although its sum fits. */
export function hasValidPznCheckDigit(pzn: string): boolean {
  if (!/^\d{8}$/.test(pzn) || pzn === '00000000') return false;
  return pznCheckDigit(pzn.slice(0, 7)) === pzn.charCodeAt(7) - 48;
}
