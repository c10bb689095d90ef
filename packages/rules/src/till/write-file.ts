import { boundText, MOST_TEXT } from '../incoming-text.ts';
import { encodeTillText } from './encoding.ts';
import type { TillColumn, TillProfile, TillTotals } from './profile.ts';

/** Integer cents. */
export type TillFileRow = {
  readonly pzn: string;
  readonly productGroup: string;
  /** null: withdrawn. */
  readonly price: number | null;
  readonly avp: number | null;
  /** 0 calculated, 1 exclusion, 2 own, 3 permanent; null: unlisted. */
  readonly type: number | null;
  readonly name: string;
  /** Berlin, `2026-11-22`; null: unknown. */
  readonly validFrom: string | null;
};

const BYTE_ORDER_MARK = '\ufeff';
const PLAIN = /^[ -~\u00a0-\u00ff]*$/;
const UNSEEN = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Rules 9.8 to 9.11. Rule 9.13.
 * @throws RangeError for a number wider than its column
 */
export function writeTillFile(profile: TillProfile, rows: readonly TillFileRow[]): Uint8Array<ArrayBuffer> {
  const text = tillFileHead(profile) + tillFileLines(profile, rows) + tillFileEnd(profile, rows);
  return encodeTillText(text, profile.encoding);
}

/** Rule 9.40. */
export function tillFileEnd(profile: TillProfile, rows: readonly TillFileRow[]): string {
  return profile.totals?.endsWith('Line') ? totalsLine(profile, profile.totals, rows) : '';
}

export function isTillFileEnd({ totals }: TillProfile, line: string): boolean {
  return totals !== undefined && totals.endsWith('Line') && line.startsWith(WORD[totals] ?? ' ');
}

/** In UTF-8 (rule 9.41). */
export function tillCompanion(profile: TillProfile, rows: readonly TillFileRow[]): string | null {
  return profile.totals?.endsWith('File') ? byteOrderMark(profile) + totalsLine(profile, profile.totals, rows) : null;
}

export function tillCompanionName(file: string): string {
  return `${file.replace(/\.[^./\\]*$/, '')}.sum`;
}

const byteOrderMark = ({ encoding }: TillProfile) => (encoding === 'utf-8-bom' ? BYTE_ORDER_MARK : '');

const WORD = { sumLine: 'SUMME', sumFile: 'SUMME', countLine: 'ANZAHL', countFile: 'ANZAHL', numbersFile: null };
/** With fixed widths. */
const TOTALS_WIDTH = { word: 8, count: 8, sum: 14 };

function totalsLine(profile: TillProfile, totals: TillTotals, rows: readonly TillFileRow[]): string {
  const priced = rows.filter(({ price }) => price !== null);
  const count = String(priced.length);
  const sum = priceText(
    profile,
    priced.reduce((total, { price }) => total + (price ?? 0), 0),
  );
  const { separator, decimals } = profile;
  const cells =
    separator !== null
      ? [WORD[totals], count, sum]
      : [
          WORD[totals]?.padEnd(TOTALS_WIDTH.word, ' ') ?? null,
          count.padStart(TOTALS_WIDTH.count, '0'),
          sum.padStart(TOTALS_WIDTH.sum, decimals === 'cents' ? '0' : ' '),
        ];
  const isWritten = (cell: string | null, index: number) => cell !== null && (index < 2 || !totals.startsWith('count'));
  return cells.filter(isWritten).join(separator ?? '') + lineEnd(profile);
}

export function tillFileHead(profile: TillProfile): string {
  const mark = byteOrderMark(profile);
  if (!profile.heading) return mark;
  const headings = profile.columns.map((column) => cellWriter(profile, column)(boundText(column.heading, MOST_TEXT)));
  return mark + headings.join(profile.separator ?? '') + lineEnd(profile);
}

/** @throws RangeError for a number wider than its column */
export function tillFileLines(profile: TillProfile, rows: readonly TillFileRow[]): string {
  const end = lineEnd(profile);
  const separator = profile.separator ?? '';
  const cells = profile.columns.map((column) => {
    const textOf = cellText(profile, column);
    const write = cellWriter(profile, column);
    return (row: TillFileRow) => write(textOf(row));
  });
  let text = '';
  for (const row of rows) {
    if (row.price === null && profile.withdrawn === 'omit') continue;
    cells.forEach((cell, index) => (text += index === 0 ? cell(row) : separator + cell(row)));
    text += end;
  }
  return text;
}

const lineEnd = (profile: TillProfile) => (profile.lineEnd === 'crlf' ? '\r\n' : '\n');

function cellText(profile: TillProfile, { field }: TillColumn): (row: TillFileRow) => string {
  switch (field) {
    case 'pzn':
      return profile.pzn === 'eight' ? ({ pzn }) => pzn : ({ pzn }) => pzn.replace(/^0+(?=\d)/, '');
    case 'price':
      return ({ price }) => priceText(profile, price);
    case 'avp':
      return ({ avp }) => priceText(profile, avp);
    case 'type':
      return ({ type }) => (type === null ? '' : String(type));
    case 'name':
      // NFC, before columns are cut and padded.
      return ({ name }) => (PLAIN.test(name) ? name : boundText(name, MOST_TEXT).replace(UNSEEN, ' '));
    case 'group':
      return ({ productGroup }) => productGroup;
    case 'validFrom':
      return ({ validFrom }) => dateText(profile, validFrom);
    case 'marker': {
      const marker = boundText(profile.marker, MOST_TEXT);
      return ({ price }) => (price === null ? marker : '');
    }
  }
}

function priceText({ decimals }: TillProfile, cents: number | null): string {
  if (cents === null) return '';
  if (decimals === 'cents') return String(cents);
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}${decimals === 'comma' ? ',' : '.'}${digits.slice(-2)}`;
}

function dateText({ dates }: TillProfile, day: string | null): string {
  if (day === null || dates === 'yyyy-MM-dd') return day ?? '';
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)];
  return dates === 'yyyyMMdd' ? year + month + date : `${date}.${month}.${year}`;
}

function cellWriter({ separator, decimals }: TillProfile, { field, width }: TillColumn): (text: string) => string {
  if (separator !== null) {
    return field === 'name' || field === 'marker' ? (text) => separated(text, separator) : (text) => text;
  }
  const length = width ?? 0;
  if (field === 'name') return (text) => cut(text, length);
  const isMoney = field === 'price' || field === 'avp';
  return (text) => {
    if (text.length > length) throw new RangeError(`'${text}' is wider than the ${length} characters of ${field}`);
    if (isMoney && decimals === 'cents' && /^\d/.test(text)) return text.padStart(length, '0');
    return isMoney || field === 'pzn' ? text.padStart(length, ' ') : text.padEnd(length, ' ');
  };
}

/** No guard against formulas: a till would read it as part of the name (rule 9.11). */
function separated(text: string, separator: string): string {
  const needsQuotes = text.includes(separator) || text.includes('"') || text.trim() !== text;
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}

/** By character, not by UTF-16 unit. */
function cut(text: string, width: number): string {
  if (PLAIN.test(text)) return text.slice(0, width).padEnd(width, ' ');
  const characters = Array.from(text).slice(0, width);
  return characters.join('') + ' '.repeat(width - characters.length);
}
