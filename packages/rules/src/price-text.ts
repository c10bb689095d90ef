import type { Cents } from './money.ts';

/** Rule 10.50. */
export type PriceText = {
  readonly negative: boolean;
  /** without thousands separators */
  readonly whole: string;
  readonly decimals: string;
  /** null: none, or more than one */
  readonly lone: '.' | ',' | null;
  /** ',5', '4,' */
  readonly dangling: boolean;
};

const CURRENCY = /^(?:€|eur)|(?:€|eur)$/gi;
/** '12,-' is 12,00 */
const WHOLE_EUROS = /[,.][-–—]{1,2}$/;
const SINGLE_SEPARATOR = /^(\d*)([.,])(\d*)$/;
const GROUPED =
  /^(\d{1,3}(?:\.\d{3})+)(?:,(\d*))?$|^(\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$|^(\d{1,3}(?: \d{3})+)(?:[.,](\d*))?$/;

/** Undefined: not a number. ',-' stands for the cents: '4,5,-' is not a number. */
export function readPriceText(text: string): PriceText | 'empty' | undefined {
  const trimmed = text.replace(/[\s\u00a0\u2009\u202f]+/g, ' ').trim();
  if (trimmed === '') return 'empty';
  const amount = trimmed.replace(CURRENCY, '').trim();
  const bare = amount.replace(WHOLE_EUROS, '');
  const negative = /^[-−]/.test(bare);
  const number = splitNumber(negative ? bare.slice(1).trim() : bare);
  if (!number) return undefined;
  if (bare === amount) return { ...number, negative };
  if (number.lone === '.' && mayPartThousands(number))
    return { ...number, whole: number.whole + number.decimals, decimals: '', lone: null, negative };
  return number.decimals === '' && !number.dangling ? { ...number, negative } : undefined;
}

/** Two decimals, also where zeros follow to four or more ('4,9900'); undefined: a part of a cent. Rule 10.3. */
export function centDecimals(decimals: string): string | undefined {
  if (decimals.length <= 2) return decimals;
  return decimals.length > 3 && /^0+$/.test(decimals.slice(2)) ? decimals.slice(0, 2) : undefined;
}

const DECIMALS_AT_END = /([.,])\d{2}(?:00)?$/;

/**
 * Ends with two decimals, a currency or ',-': cannot go on.
 * @param decimal null: not known
 */
export function endsLikePrice(text: string, decimal: '.' | ',' | null): boolean {
  const trimmed = text.trim();
  const decimals = DECIMALS_AT_END.exec(trimmed);
  if (decimals) return decimal === null || decimals[1] === decimal;
  return WHOLE_EUROS.test(trimmed) || /(?:€|eur)$/i.test(trimmed);
}

/** '4,999' and '1.234' can, '0,999' and '1234,567' cannot. */
export function mayPartThousands({ lone, whole, decimals }: Omit<PriceText, 'negative'>): boolean {
  return lone !== null && decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
}

/** From the digits, halves away from zero: no binary fraction. */
export function roundedCents({ whole, decimals }: Pick<PriceText, 'whole' | 'decimals'>): Cents {
  const digits = decimals.padEnd(3, '0');
  const roundUp = digits.charAt(2) >= '5' ? 1 : 0;
  return Number(whole) * 100 + Number(digits.slice(0, 2)) + roundUp;
}

function splitNumber(text: string): Omit<PriceText, 'negative'> | undefined {
  if (/^\d+$/.test(text)) return { whole: text, decimals: '', lone: null, dangling: false };
  const single = SINGLE_SEPARATOR.exec(text);
  if (single) {
    const [, whole = '', separator, decimals = ''] = single;
    if (whole === '' && decimals === '') return undefined;
    return { whole, decimals, lone: separator as '.' | ',', dangling: whole === '' || decimals === '' };
  }
  const grouped = GROUPED.exec(text);
  if (!grouped || text.startsWith('0')) return undefined;
  const whole = (grouped[1] ?? grouped[3] ?? grouped[5] ?? '').replace(/\D/g, '');
  const decimals = grouped[2] ?? grouped[4] ?? grouped[6];
  return { whole, decimals: decimals ?? '', lone: null, dangling: decimals === '' };
}
