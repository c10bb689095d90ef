/** Combining marks in a row that a text may have (rule 13.15). */
export const MOST_MARKS = 8;

/** UTF-16 units of a line or text. */
export const MOST_TEXT = 10_000;
export const MOST_HEADING = 500;

export type TextForm = 'NFC' | 'NFD' | 'NFKC' | 'NFKD';
export type TextIssue = 'long' | 'marks';

/** NFKC makes marks of the halfwidth voice marks. */
const MARKS = /[\p{M}\uff9e\uff9f]+/gu;
const MAY_HAVE_MARKS = /[\u0300-\uffff]/;
const HALF_CHARACTER = /[\ud800-\udbff]$/;

/**
 * The only way to a normal form, which takes time in the square of a run of marks. Rule 13.15.
 * @param most UTF-16 units
 * @returns cut at `most` and to eight marks in a row
 */
export function boundText(text: string, most: number, form: TextForm = 'NFC'): string {
  const short = text.length > most ? text.slice(0, most).replace(HALF_CHARACTER, '') : text;
  if (!MAY_HAVE_MARKS.test(short)) return form === 'NFC' ? short : short.normalize(form);
  // A letter may bring marks of its own.
  return cutMarks(cutMarks(short).normalize(form));
}

/** What `boundText` would cut. */
export function textIssue(text: string, most: number): TextIssue | undefined {
  if (text.length > most) return 'long';
  return hasManyMarks(text) ? 'marks' : undefined;
}

export function hasManyMarks(text: string): boolean {
  if (!MAY_HAVE_MARKS.test(text)) return false;
  // A pattern of nine reads each nine times.
  for (const [run] of text.matchAll(MARKS)) if (isMany(run)) return true;
  return false;
}

function cutMarks(text: string): string {
  return hasManyMarks(text) ? text.replace(MARKS, (run) => (isMany(run) ? firstMarks(run) : run)) : text;
}

const isMany = (run: string) => run.length > MOST_MARKS && run.length > firstMarks(run).length;

function firstMarks(run: string): string {
  return Array.from(run.slice(0, MOST_MARKS * 2))
    .slice(0, MOST_MARKS)
    .join('');
}
