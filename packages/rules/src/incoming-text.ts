/** Combining marks in a row that a text may have (rule 13.15). */
export const MOST_MARKS = 8;

/** UTF-16 units where nothing says less: a line or cell of a file, a text. */
export const MOST_TEXT = 10_000;
/** UTF-16 units of a column's heading. */
export const MOST_HEADING = 500;

export type TextForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';
export type TextIssue = 'long' | 'marks';

/** Halfwidth voice marks are letters that NFKC and NFKD make marks of. */
const MARK = '[\\p{M}\\uff9e\\uff9f]';
const TOO_MANY_MARKS = new RegExp(`${MARK}{${MOST_MARKS + 1}}`, 'u');
const MARKS_BEYOND = new RegExp(`(${MARK}{${MOST_MARKS}})${MARK}+`, 'gu');
/** Below the first mark every text is its own NFC. */
const MAY_HAVE_MARKS = /[\u0300-\uffff]/;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/**
 * The only way to a normal form: sorting a long run of marks takes time in the square of its length. Linear.
 * Rule 13.15.
 * @param most UTF-16 units that are looked at
 * @returns the text's normal form, cut at `most` and to eight marks in a row
 */
export function boundText(text: string, most: number, form: TextForm = 'NFC'): string {
  const short = text.length > most ? text.slice(0, most).replace(HALF_CHARACTER, '') : text;
  if (!MAY_HAVE_MARKS.test(short)) return form === 'NFC' ? short : normalize(short, form);
  // A letter may bring marks of its own.
  return cutMarks(normalize(cutMarks(short), form));
}

/**
 * What `boundText` would cut. Linear.
 * @param most UTF-16 units
 */
export function textIssue(text: string, most: number): TextIssue | undefined {
  if (text.length > most) return 'long';
  return hasManyMarks(text) ? 'marks' : undefined;
}

/** Rule 13.15; linear. */
export function hasManyMarks(text: string): boolean {
  return MAY_HAVE_MARKS.test(text) && TOO_MANY_MARKS.test(text);
}

function cutMarks(text: string): string {
  return hasManyMarks(text) ? text.replace(MARKS_BEYOND, '$1') : text;
}

function normalize(text: string, form: TextForm): string {
  return text.normalize(form);
}
