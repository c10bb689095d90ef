import { ppnOf } from './labels/data-matrix.ts';
import { hasValidPznCheckDigit } from './pzn.ts';

/** A code as a scanner types it; `pzn` is null where it names no article of the German market, or was not read whole. */
export type Scan = { readonly pzn: string | null };

/** Characters that scanners send between the parts of a code, and blanks. */
// oxlint-disable-next-line no-control-regex -- scanners send them
const SEPARATORS = /[\s\u0000-\u001f\u001d\u2400-\u241f]+/g;
/** A scanner set to the US layout types these on a German keyboard, where the right-hand characters stand on its keys. */
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

/** How a code begins that can be told from the digits and letters in front of it. */
const CODE_START = /^(?:[*(][-ß]?\d|[-ß]\d|PZN|9N11|[\]+][a-z]\d|[()]01[)=]|(?:01)?04150)/i;
/** Codes of a fixed length: digits behind them belong to the next one. */
const FIXED_LENGTH = /^(?:\*?(?:PZN:?)?-?\d{8}\*?|0?4150\d{9}|9N11\d{10}|11\d{10})$/i;

/** Shorter texts are no code. */
const SHORTEST = 6;

/**
 * Recognises what a scanner types (rule 2.40): a PZN with or without 'PZN', '-' and '*', the PPN of packs and of the portal's labels ('9N11…'),
 * an NTIN (GTIN '04150…' with the PZN in it), alone or within GS1 data, each also as a US keyboard layout turns it ('ß' for '-').
 * @returns undefined for a text that is no code, as every price is: '4,99', '1.234', '12345'
 */
export function readScan(text: string): Scan | undefined {
  if (text.length < SHORTEST || /[,.€]/.test(text)) return undefined;
  const typed = text.replace(SEPARATORS, '').replace(DASHES, '-');
  const pzn = pznIn(typed) ?? pznIn(Array.from(typed, (character) => GERMAN_KEYS[character] ?? character).join(''));
  if (pzn !== undefined) return { pzn };
  return isOtherCode(typed) ? { pzn: null } : undefined;
}

/**
 * The code that was scanned last, where it stands behind another one or behind other text: the next scan takes the place of what is in a field.
 * Digits in front of it must be a code themselves, since the end of an EAN can look like a PZN.
 * @returns the text itself where it ends in no code of an article
 */
export function latestScan(text: string): string {
  for (let at = 0; at <= text.length - 8; at++) {
    const last = text.slice(at);
    if (!readScan(last)?.pzn) continue;
    const isWhole = at === 0 || !/\d/.test(text.charAt(at - 1)) || readScan(text.slice(0, at))?.pzn;
    if (isWhole) return withoutFormer(last);
  }
  return text;
}

/** A code may hold more than its PZN (rule 2.40): what follows is another code where it begins like one, or where the first has ended. */
function withoutFormer(code: string): string {
  for (let at = code.length - 8; at >= 8; at--) {
    const next = code.slice(at);
    const former = code.slice(0, at);
    if (!CODE_START.test(next) && !FIXED_LENGTH.test(former.replace(SEPARATORS, ''))) continue;
    if (readScan(next)?.pzn && readScan(former)?.pzn) return withoutFormer(next);
  }
  return code;
}

/** In front of the code, which kind of symbol the scanner has read: ']d2', ']C1'. */
const SYMBOLOGY = /^\][a-z]\d/i;
const PLAIN = /^\*?(?:PZN:?)?-*(\d{7,8})\*?$/i;
/** With the message head of format 06 (ISO/IEC 15434) as far as it is typed, and with what follows the PPN on packs. */
const PPN = /^(?:\[\)>)?(?:06)?9N11(\d{8})\d{2}(?!.*9N11)/i;
const BARE_PPN = /^11(\d{8})\d{2}$/;
const NTIN = /(?:^|01|\(01\))0?4150(\d{8})\d/g;
/** Without the check digit of the GTIN, filled up in front. */
const UNCHECKED_NTIN = /(?:^|01|\(01\))041500(\d{8})/;

/** The PZN's own check digit decides: scanners correct the rest, and some printers fill it with anything. */
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

/** Codes of other kinds, and such as were not read whole. */
function isOtherCode(typed: string): boolean {
  if (/^\d+$/.test(typed)) return typed.startsWith('0') || isGtin(typed);
  return SYMBOLOGY.test(typed) || /^(?:9N\d{6,}|\*?-\d{7,}\*?$|PZN:?-?\d)/i.test(typed);
}

/** Check digit of a GTIN: weights of 3 and 1 from the right. */
function isGtin(digits: string): boolean {
  if (![8, 12, 13, 14].includes(digits.length)) return false;
  let sum = 0;
  for (let at = 0; at < digits.length; at++) sum += Number(digits.at(-1 - at)) * (at % 2 === 0 ? 1 : 3);
  return sum % 10 === 0;
}
