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

const SHORTEST = 6;

/**
 * Rule 2.40: PZN, PPN ('9N11…'), NTIN (GTIN '04150…'), alone or in GS1 data, also through a US layout.
 * @returns undefined for text that is not a code, as every price
 */
export function readScan(text: string): Scan | undefined {
  if (text.length < SHORTEST || (/[,.€]/.test(text) && !SYMBOLOGY.test(text))) return undefined;
  const typed = text.replace(SEPARATORS, '').replace(DASHES, '-');
  const forms = [typed, asGermanKeys(typed)];
  const pzn = forms.map(pznIn).find((each) => each !== undefined);
  if (pzn !== undefined) return { pzn };
  return forms.some(isOtherCode) ? { pzn: null } : undefined;
}

/** Without symbology and separators, at most `most` characters; may be empty. */
export function scannedText(text: string, most = 40): string {
  const typed = text.replace(SEPARATORS, ' ').trim();
  const code = asGermanKeys(typed.slice(0, 3)).replace(SYMBOLOGY, '') === '' ? typed.slice(3).trim() : typed;
  return code.length > most ? `${code.slice(0, most)} …` : code;
}

const asGermanKeys = (text: string) => Array.from(text, (character) => GERMAN_KEYS[character] ?? character).join('');

/** The next scan replaces a field's content. No code begins behind digits: an EAN's end can resemble a PZN. */
export function latestScan(text: string): string {
  const forms = [text.replace(DASHES, '-'), asGermanKeys(text)];
  let from = 0;
  let former: Code | undefined;
  for (let at = 0; at < text.length; at++) {
    if (!mayBegin(text, at, former)) continue;
    const codes = forms.map((form) => codeAt(form.slice(at)));
    const code = codes.find((each) => each !== undefined && each !== 'incomplete');
    if (code === undefined) {
      if (codes.includes('incomplete')) break;
      continue;
    }
    from = at;
    former = { ...code, end: at + code.end };
    at = former.end - 1;
  }
  return text.slice(from);
}

/** `hasData`: other data may follow. */
type Code = { readonly end: number; readonly hasData: boolean };

const CODE_START = /^(?:[*(][-ß]?\d|[-ß]\d|PZN|9N11|\[\)>|ü=:|[\]+][a-z]\d|[()]01[)=]|(?:01)?04150)/i;

function mayBegin(text: string, at: number, former: Code | undefined): boolean {
  if (former?.hasData) return CODE_START.test(text.slice(at));
  return at === 0 || at === former?.end || !/\d/.test(text.charAt(at - 1));
}

// oxlint-disable-next-line no-control-regex -- scanners send them
const PPN_START = /^(\][a-z]\d)?(\[\)>)?[\u0000-\u001f\u2400-\u241f]*(?:06)?[\u0000-\u001f\u2400-\u241f]*9N11(\d*)/i;
const NTIN_START = /^(\][a-z]\d)?(01|\(01\)|\*01\()?\s*0?4150(\d*)/i;
const BARE_PPN_START = /^11\d{10}/;
const PLAIN_START = /^(?:\][a-z]\d)?\*?(?:PZN:?)?\s*-*\s*(\d{8}|\d{7}(?!\d))\*?/i;

const OTHER_START = /^\][a-z]\d\d{8,}/i;
const SYMBOLOGY_WITH_PART = /^\][a-z]\d[*-]*\d{0,7}$/i;

/** The code that `text` begins with. */
function codeAt(text: string): Code | 'incomplete' | undefined {
  const plain = PLAIN_START.exec(text);
  const isPlain = plain !== null && hasValidPznCheckDigit((plain[1] as string).padStart(8, '0'));
  for (const [start, checkDigits] of [
    [PPN_START, 2],
    [NTIN_START, 1],
  ] as const) {
    const found = start.exec(text);
    if (found === null) continue;
    const [head, symbology, marker, digits = ''] = found;
    const excess = digits.length - 8 - checkDigits;
    if (excess < 0 && head.length === text.length) return isPlain ? { end: text.length, hasData: false } : 'incomplete';
    const isCode =
      hasValidPznCheckDigit(digits.slice(0, 8)) ||
      (start === NTIN_START && digits.startsWith('0') && hasValidPznCheckDigit(digits.slice(1, 9)));
    if (excess >= 0 && isCode)
      return { end: head.length - excess, hasData: marker !== undefined || symbology !== undefined };
  }
  if (SYMBOLOGY_WITH_PART.test(text)) return 'incomplete';
  const other = OTHER_START.exec(text);
  if (other && (!isPlain || NO_PLAIN_PZN.test(text))) return { end: other[0].length, hasData: true };
  const bare = BARE_PPN_START.exec(text);
  if (bare && isBarePpn(bare[0])) return { end: bare[0].length, hasData: false };
  return isPlain ? { end: plain[0].length, hasData: false } : undefined;
}

/** ']d2', ']C1'. */
const SYMBOLOGY = /^\][a-z]\d/i;
/** EAN, UPC, GS1: eight digits of theirs may fit those of a PZN. */
const NO_PLAIN_PZN = /^\](?:e\d|c1|d2|q3|j1)/i;
const PLAIN = /^\*?(?:PZN:?)?-*(\d{7,8})\*?$/i;
/** With the head of format 06 (ISO/IEC 15434). */
const PPN = /^(?:\[\)>)?(?:06)?9N11(\d{8})\d{2}(?!.*9N11)/i;
const NTIN = /(?:^|01|\(01\))0?4150(\d{8})\d/g;
const UNCHECKED_NTIN = /(?:^|01|\(01\))041500(\d{8})/;

/** The PZN's check digit decides: some printers fill the rest with anything. */
function pznIn(typed: string): string | undefined {
  const code = typed.replace(SYMBOLOGY, '');
  const mayBePlain = !NO_PLAIN_PZN.test(typed);
  const found = [
    mayBePlain ? PLAIN.exec(code)?.[1]?.padStart(8, '0') : undefined,
    PPN.exec(code)?.[1],
    mayBePlain && isBarePpn(code) ? code.slice(2, 10) : undefined,
    ...[...code.matchAll(NTIN)].map(([, digits]) => digits).reverse(),
    UNCHECKED_NTIN.exec(code)?.[1],
  ];
  return found.find((pzn) => pzn !== undefined && hasValidPznCheckDigit(pzn));
}

function isBarePpn(code: string): boolean {
  return /^11\d{10}$/.test(code) && ppnOf(code.slice(2, 10)) === code;
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
