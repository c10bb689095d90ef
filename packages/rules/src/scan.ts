import { ppnOf } from './labels/data-matrix.ts';
import { hasValidPznCheckDigit } from './pzn.ts';

/** null: no article of the German market, or incomplete. */
export type Scan = { readonly pzn: string | null };

// oxlint-disable-next-line no-control-regex -- scanners send them
const SEPARATORS = /[\s\u0000-\u001f\u001d\u2400-\u241f]+/g;
/** A US layout types these on a German keyboard. */
const GERMAN_KEYS: Readonly<Record<string, string>> = {
  ß: '-',
  ẞ: '-',
  '(': '*',
  '+': ']',
  ü: '[',
  Ü: '[',
  '=': ')',
  ')': '(',
  ':': '>',
  ö: ';',
  Ö: ':',
  y: 'z',
  Y: 'Z',
};
const DASHES = /[\u2010-\u2015\u2212]/g;

const CODE_START = /^(?:[*(][-ß]?\d|[-ß]\d|PZN|9N11|[\]+][a-z]\d|[()]01[)=]|(?:01)?04150)/i;
/** Digits behind them belong to the next code. */
const FIXED_LENGTH = /^(?:\*?(?:PZN:?)?-?\d{8}\*?|0?4150\d{9}|9N11\d{10}|11\d{10})$/i;

const SHORTEST = 6;

/**
 * Rule 2.40: PZN, PPN ('9N11…'), NTIN (GTIN '04150…'), alone or in GS1 data, also through a US layout.
 * @returns undefined for text that is not a code, as every price
 */
export function readScan(text: string): Scan | undefined {
  if (text.length < SHORTEST || /[,.€]/.test(text)) return undefined;
  const typed = text.replace(SEPARATORS, '').replace(DASHES, '-');
  const pzn = pznIn(typed) ?? pznIn(Array.from(typed, (character) => GERMAN_KEYS[character] ?? character).join(''));
  if (pzn !== undefined) return { pzn };
  return isOtherCode(typed) ? { pzn: null } : undefined;
}

/** The next scan replaces a field's content. Digits before it must be a code: an EAN's end can resemble a PZN. */
export function latestScan(text: string): string {
  for (let at = 0; at <= text.length - 8; at++) {
    const last = text.slice(at);
    if (!readScan(last)?.pzn) continue;
    const isWhole = at === 0 || !/\d/.test(text.charAt(at - 1)) || readScan(text.slice(0, at))?.pzn;
    if (isWhole) return withoutFormer(last);
  }
  return text;
}

function withoutFormer(code: string): string {
  for (let at = code.length - 8; at >= 8; at--) {
    const next = code.slice(at);
    const former = code.slice(0, at);
    if (!CODE_START.test(next) && !FIXED_LENGTH.test(former.replace(SEPARATORS, ''))) continue;
    if (readScan(next)?.pzn && readScan(former)?.pzn) return withoutFormer(next);
  }
  return code;
}

/** ']d2', ']C1'. */
const SYMBOLOGY = /^\][a-z]\d/i;
const PLAIN = /^\*?(?:PZN:?)?-*(\d{7,8})\*?$/i;
/** With the head of format 06 (ISO/IEC 15434). */
const PPN = /^(?:\[\)>)?(?:06)?9N11(\d{8})\d{2}(?!.*9N11)/i;
const BARE_PPN = /^11(\d{8})\d{2}$/;
const NTIN = /(?:^|01|\(01\))0?4150(\d{8})\d/g;
const UNCHECKED_NTIN = /(?:^|01|\(01\))041500(\d{8})/;

/** The PZN's check digit decides: some printers fill the rest with anything. */
function pznIn(typed: string): string | undefined {
  const code = typed.replace(SYMBOLOGY, '');
  const bare = BARE_PPN.exec(code)?.[1];
  const found = [
    PLAIN.exec(code)?.[1]?.padStart(8, '0'),
    PPN.exec(code)?.[1],
    bare !== undefined && ppnOf(bare) === code ? bare : undefined,
    ...[...code.matchAll(NTIN)].map(([, digits]) => digits).reverse(),
    UNCHECKED_NTIN.exec(code)?.[1],
  ];
  return found.find((pzn) => pzn !== undefined && hasValidPznCheckDigit(pzn));
}

function isOtherCode(typed: string): boolean {
  if (/^\d+$/.test(typed)) return typed.startsWith('0') || isGtin(typed);
  return SYMBOLOGY.test(typed) || /^(?:9N\d{6,}|\*?-\d{7,}\*?$|PZN:?-?\d)/i.test(typed);
}

/** Weights 3 and 1 from the right. */
function isGtin(digits: string): boolean {
  if (![8, 12, 13, 14].includes(digits.length)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}
