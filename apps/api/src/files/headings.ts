import { boundText, MOST_HEADING } from '@portal/rules';

/** 'NORMGRÖSSE ' equals 'Normgröße'. */
export function foldHeading(heading: string): string {
  return boundText(heading, MOST_HEADING, 'NFKC').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}
