/** Behind any number of apostrophes; plain numbers are not formulas. */
const FORMULA = /^'*(?!-?\d+(?:[.,]\d+)*$)[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /["\r\n\t;,]|^\s|\s$/;
/** Fast path: a list has 200,000 cells. */
const PLAIN = /^[0-9A-Za-z\u00c0-\u00ff][^"\r\n\t;,]*$/;

/** Rule 10.10. */
export function writeCsvCell(text: string): string {
  if (PLAIN.test(text) && endsVisibly(text)) return text;
  const safe = guardFormula(text);
  return needsQuotes(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `restoreCsvCell` takes the apostrophe off again. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** With any of the separators. */
export function needsQuotes(text: string): boolean {
  return NEEDS_QUOTES.test(text);
}

function endsVisibly(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last > BLANK && last < NO_BREAK_BLANK;
}

export function restoreCsvCell(text: string): string {
  return text.charCodeAt(0) === APOSTROPHE && FORMULA.test(text) ? text.slice(1) : text;
}

const APOSTROPHE = 39;
const BLANK = 32;
const NO_BREAK_BLANK = 160;
