/** The form in which headings are compared: 'NORMGRÖSSE ' and 'Normgröße' are the same. */
export function foldHeading(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}
