import { columnLetters } from '@portal/list-view';
import { boundText, MOST_HEADING } from '@portal/rules';

/** 'NORMGRÖSSE ' equals 'Normgröße'. */
export function foldHeading(heading: string): string {
  return boundText(heading, MOST_HEADING, 'NFKC').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}

/** A, B, C (rule 9.37). */
export function columnNames(widths: readonly number[]): string[] {
  const width = widths.reduce((most, each) => Math.max(most, each), 0);
  return Array.from({ length: width }, (_, index) => columnLetters(index));
}
