const FULL_LENGTH = 8;
const DIGITS = /^\d{1,8}$/;

/**
 * Check digit of a PZN: Σ i·dᵢ over its first seven digits, modulo 11.
 * Undefined where the remainder is 10, since such numbers are never issued (rule 3.8).
 * @param firstSeven exactly seven digits
 * @throws RangeError when it is anything else
 */
export function pznCheckDigit(firstSeven: string): number | undefined {
  if (!/^\d{7}$/.test(firstSeven)) throw new RangeError('a PZN has seven digits before its check digit');
  let sum = 0;
  for (let i = 0; i < 7; i++) sum += (i + 1) * (firstSeven.charCodeAt(i) - 48);
  const remainder = sum % 11;
  return remainder === 10 ? undefined : remainder;
}

/**
 * The eight-digit form of a PZN as people and files write it: 'PZN', 'PZN:', hyphens, dashes and blanks are stripped, leading
 * zeros restored. Undefined when what remains is not one to eight digits. Says nothing about the check digit.
 */
export function normalizePzn(text: string): string | undefined {
  const stripped = text.replace(/[\s\u2010-\u2015\u2212-]/g, '').replace(/^pzn:?/i, '');
  return DIGITS.test(stripped) ? stripped.padStart(FULL_LENGTH, '0') : undefined;
}

/** True for eight digits with the right check digit; 00000000 is no PZN although its sum fits. */
export function hasValidPznCheckDigit(pzn: string): boolean {
  if (!/^\d{8}$/.test(pzn) || pzn === '00000000') return false;
  return pznCheckDigit(pzn.slice(0, 7)) === pzn.charCodeAt(7) - 48;
}
