import { type Cents, type PriceFault, priceFault } from './money.ts';

export type PriceInputFault = PriceFault | 'notANumber' | 'ambiguous';

export type PriceInput =
  | { readonly kind: 'empty' }
  | { readonly kind: 'price'; readonly cents: Cents }
  | { readonly kind: 'fault'; readonly reason: PriceInputFault };

const CURRENCY = /^(?:€|eur)|(?:€|eur)$/gi;
/** '12,-' is how German shops write 12,00 */
const WHOLE_EUROS = /[,.][-–—]{1,2}$/;
const SINGLE_SEPARATOR = /^(\d*)([.,])(\d*)$/;
const GROUPED =
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$|^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$|^(\d{1,3}(?: \d{3})+)(?:[.,](\d*))?$/;

/**
 * Reads a price as a person types it or a file holds it: '4,99', '4.99', '1.234,56', '1,234.56', '4,9', '12', each with
 * '€' or 'EUR' and blanks around. A lone separator before exactly three digits ('4,999', '1.234') can mean thousands or
 * decimals and is a fault; exponents, formulas, prices ≤ 0 and above 99.999,99 € are faults too.
 *
 * More than two decimals are rounded, halves away from zero (Specification 4: 'rounded to two decimals'). With `strict`,
 * for files, they are a fault, and so is a number that begins or ends with its separator.
 */
export function parsePriceInput(text: string, { strict = false }: { readonly strict?: boolean } = {}): PriceInput {
  const trimmed = blanksToSpaces(text);
  if (trimmed === '') return { kind: 'empty' };
  const bare = trimmed.replace(CURRENCY, '').trim().replace(WHOLE_EUROS, '');
  const negative = /^[-−]/.test(bare);
  const number = splitNumber(negative ? bare.slice(1).trim() : bare);
  if (typeof number === 'string') return { kind: 'fault', reason: number };
  if (strict && number.dangling) return { kind: 'fault', reason: 'notANumber' };
  if (negative) return { kind: 'fault', reason: 'notPositive' };
  if (strict && number.decimals.length > 2) return { kind: 'fault', reason: 'tooManyDecimals' };
  const cents = toCents(number);
  const reason = priceFault(cents);
  return reason === undefined ? { kind: 'price', cents } : { kind: 'fault', reason };
}

type DecimalText = { readonly whole: string; readonly decimals: string; readonly dangling: boolean };

function blanksToSpaces(text: string): string {
  return text.replace(/[\s\u00a0\u2009\u202f]+/g, ' ').trim();
}

function splitNumber(text: string): DecimalText | 'notANumber' | 'ambiguous' {
  if (/^\d+$/.test(text)) return { whole: text, decimals: '', dangling: false };
  const single = SINGLE_SEPARATOR.exec(text);
  if (single) {
    const [, whole = '', , decimals = ''] = single;
    if (whole === '' && decimals === '') return 'notANumber';
    // '0,999' and '1234,567' cannot be thousands, '4,999' can
    if (/^[1-9]\d{0,2}$/.test(whole) && decimals.length === 3) return 'ambiguous';
    return { whole, decimals, dangling: whole === '' || decimals === '' };
  }
  const grouped = GROUPED.exec(text);
  if (!grouped || text.startsWith('0')) return 'notANumber';
  const whole = (grouped[1] ?? grouped[3] ?? grouped[5] ?? '').replace(/\D/g, '');
  const decimals = grouped[2] ?? grouped[4] ?? grouped[6];
  return { whole, decimals: decimals ?? '', dangling: decimals === '' };
}

/** Rounds on the digits themselves, so that no binary fraction takes part. */
function toCents({ whole, decimals }: DecimalText): Cents {
  const digits = decimals.padEnd(3, '0');
  const roundUp = digits.charAt(2) >= '5' ? 1 : 0;
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + roundUp;
}
