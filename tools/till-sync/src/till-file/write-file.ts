import { encodeTillText } from './encoding.ts';
import type { TillColumn, TillProfile } from './profile.ts';

/** An article as a till's file can tell of it. Money is integer cents. */
export type TillFileRow = {
  /** Eight digits. */
  readonly pzn: string;
  readonly productGroup: string;
  /** null when withdrawn: the portal gives no price (any more). */
  readonly price: number | null;
  readonly avp: number | null;
  /** 0 calculated, 1 exclusion, 2 own, 3 permanent; null for an article that has left the list. */
  readonly type: number | null;
  readonly name: string;
  /** Day of the latest change in Berlin, `2026-11-22`; null where unknown. */
  readonly validFrom: string | null;
};

const BYTE_ORDER_MARK = '\ufeff';
/** What a spreadsheet would run as a formula; the same text as in the portal's other CSV files. */
const FORMULA = /^'*(?!-?\d+(?:[.,]\d+)*$)[=+\-@\uff1d\uff0b\uff0d\uff20]/;

/** The bytes of a till's file (rules 9.8 to 9.11). @throws RangeError for a number that is wider than its column */
export function writeTillFile(profile: TillProfile, rows: readonly TillFileRow[]): Uint8Array<ArrayBuffer> {
  return encodeTillText(tillFileHead(profile) + tillFileLines(profile, rows), profile.encoding);
}

/** What the file begins with: the mark of UTF-8 and the heading, as far as the profile has them. */
export function tillFileHead(profile: TillProfile): string {
  const mark = profile.encoding === 'utf-8-bom' ? BYTE_ORDER_MARK : '';
  return (
    mark +
    (profile.heading
      ? line(
          profile,
          profile.columns.map((column) => [column, column.heading]),
        )
      : '')
  );
}

/** The lines of some articles, in the order given. @throws RangeError for a number that is wider than its column */
export function tillFileLines(profile: TillProfile, rows: readonly TillFileRow[]): string {
  let text = '';
  for (const row of rows) {
    if (row.price === null && profile.withdrawn === 'omit') continue;
    text += line(
      profile,
      profile.columns.map((column) => [column, cellText(profile, column, row)]),
    );
  }
  return text;
}

type Cell = readonly [column: TillColumn, text: string];

function line(profile: TillProfile, cells: readonly Cell[]): string {
  const { separator } = profile;
  const text =
    separator === null
      ? cells.map(([column, cell]) => padded(profile, column, cell)).join('')
      : cells.map(([{ field }, cell]) => (isText(field) ? separated(cell, separator) : cell)).join(separator);
  return text + (profile.lineEnd === 'crlf' ? '\r\n' : '\n');
}

function cellText(profile: TillProfile, { field }: TillColumn, row: TillFileRow): string {
  switch (field) {
    case 'pzn':
      return profile.pzn === 'eight' ? row.pzn : row.pzn.replace(/^0+(?=\d)/, '');
    case 'price':
      return priceText(profile, row.price);
    case 'avp':
      return priceText(profile, row.avp);
    case 'type':
      return row.type === null ? '' : String(row.type);
    case 'name':
      // A till reads line by line, and not what cannot be seen.
      return row.name.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
    case 'group':
      return row.productGroup;
    case 'validFrom':
      return dateText(profile, row.validFrom);
    case 'marker':
      return row.price === null ? profile.marker : '';
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
  const [year = '', month = '', date = ''] = day.split('-');
  return dates === 'yyyyMMdd' ? year + month + date : `${date}.${month}.${year}`;
}

const isText = (field: TillColumn['field']) => field === 'name' || field === 'marker';

/** A text between separators: guarded against spreadsheets, and in quotes where a reader could split or trim it. */
function separated(text: string, separator: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  const needsQuotes = safe.includes(separator) || safe.includes('"') || safe.trim() !== safe;
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Texts stand on the left and are cut where they are too long, numbers on the right, cents with leading zeros. */
function padded(profile: TillProfile, { field, width }: TillColumn, text: string): string {
  const length = width ?? 0;
  if (field === 'name') {
    const characters = [...text];
    return characters.slice(0, length).join('') + ' '.repeat(Math.max(0, length - characters.length));
  }
  if (text.length > length) throw new RangeError(`'${text}' is wider than the ${length} characters of ${field}`);
  const isMoney = field === 'price' || field === 'avp';
  if (isMoney && profile.decimals === 'cents' && /^\d/.test(text)) return text.padStart(length, '0');
  return isMoney || field === 'pzn' ? text.padStart(length, ' ') : text.padEnd(length, ' ');
}
