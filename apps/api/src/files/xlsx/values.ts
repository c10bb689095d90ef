/** Including East Asian editions. */
const BUILT_IN_DATES = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

/** A day, month, year, hour, minute or second outside quotes. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN_DATES.some(([from, to]) => id >= from && id <= to);
  if (/^(general|standard)$/i.test(code)) return false;
  if (/\[(h+|m+|s+)\]/i.test(code)) return true;
  return /[dmyhs]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''));
}

/** Euros: more than arithmetic leaves, less than anyone writes. */
const NOISE = 1e-8;

/** Later digits are arithmetic noise. */
const DIGITS = 15;

/** 4.949999999999999 is '4,95'; 4.999 stays '4,999' (rule 10.22). */
export function numberText(stored: string): string {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return stored;
  const exact = isInexact(stored) ? Number(number.toPrecision(DIGITS)) : Math.round(number * 100) / 100;
  return String(exact).replace('.', ',');
}

/** Never ambiguous in a workbook (rule 10.22). */
export function isInexact(stored: string): boolean {
  const number = Number(stored);
  if (stored.trim() === '' || !Number.isFinite(number)) return false;
  return Math.abs(number - Math.round(number * 100) / 100) >= NOISE;
}

const DAY_SECONDS = 24 * 60 * 60;
/** Less than the smallest part of a second that programs write. */
const ARITHMETIC_SECONDS = 0.001;
/** 31 December 9999, the last day of spreadsheets */
const LAST_DAY = 2_958_465;

/** '12.11.2026 08:30'; 23:59:59 belongs to its day (rule 10.60). */
export function dateText(stored: string, from1904: boolean): string {
  const serial = Number(stored) + (from1904 ? 1462 : 0);
  if (stored.trim() === '' || !(serial >= 0 && serial <= LAST_DAY + 1)) return numberText(stored);
  // spreadsheets count a 29 February 1900, which there was not
  const days = serial < 60 && !from1904 ? serial + 1 : serial;
  const seconds = Math.floor(days * DAY_SECONDS + ARITHMETIC_SECONDS);
  const iso = new Date(Date.UTC(1899, 11, 30) + seconds * 1000).toISOString();
  return germanDate(iso, { day: serial >= 1 });
}

/** An ISO date as cells of type 'd' hold it. */
export function isoDateText(stored: string): string {
  return /^\d{4}-\d\d-\d\d/.test(stored) ? germanDate(stored, { day: true }) : stored;
}

function germanDate(iso: string, { day }: { day: boolean }): string {
  const date = `${iso.slice(8, 10)}.${iso.slice(5, 7)}.${iso.slice(0, 4)}`;
  const time = iso.slice(11, 16);
  if (!day) return time;
  return time === '00:00' || time === '' ? date : `${date} ${time}`;
}

/** Line ends and the like, which workbooks write as `_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Errors as a German spreadsheet shows them. */
const GERMAN_ERRORS: Readonly<Record<string, string>> = {
  '#N/A': '#NV',
  '#VALUE!': '#WERT!',
  '#REF!': '#BEZUG!',
  '#NUM!': '#ZAHL!',
};

export function errorText(stored: string): string {
  return GERMAN_ERRORS[stored] ?? stored;
}

/** Column from 0, row from 1. */
export function parseReference(reference: string): { readonly index: number; readonly row: number } | undefined {
  let index = 0;
  let at = 0;
  for (; at < reference.length; at++) {
    const letter = reference.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    index = index * 26 + letter;
  }
  const row = Number(reference.slice(at));
  return at > 0 && at <= 3 && Number.isInteger(row) && row > 0 ? { index: index - 1, row } : undefined;
}
