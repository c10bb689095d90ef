/** What a spreadsheet takes for a formula, behind any number of apostrophes; plain numbers are none. */
const FORMULA = /^'*(?!-?\d+(?:[.,]\d+)*$)[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /["\r\n\t;,]|^\s|\s$/;
/** What nearly every cell looks like: nothing to do. A list has 200,000 of them, made while somebody waits. */
const PLAIN = /^[0-9A-Za-z\u00c0-\u00ff][^"\r\n\t;,]*$/;

/** Writes one cell of a CSV file: guarded, and in quotes where it needs them (rule 10.10). */
export function writeCsvCell(text: string): string {
  if (PLAIN.test(text) && endsVisibly(text)) return text;
  const safe = guardFormula(text);
  return needsQuotes(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A text that a spreadsheet would run as a formula gets a leading apostrophe, which `restoreCsvCell` takes off again. */
export function guardFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** True for a text that a reader could split or trim, with any of the separators. */
export function needsQuotes(text: string): boolean {
  return NEEDS_QUOTES.test(text);
}

function endsVisibly(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last > BLANK && last < NO_BREAK_BLANK;
}

/** Takes off the apostrophe that `writeCsvCell` puts before formulas; other apostrophes stay. */
export function restoreCsvCell(text: string): string {
  return text.charCodeAt(0) === APOSTROPHE && FORMULA.test(text) ? text.slice(1) : text;
}

const APOSTROPHE = 39;
const BLANK = 32;
const NO_BREAK_BLANK = 160;
