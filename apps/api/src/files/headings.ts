/** 'NORMGRÖSSE ' equals 'Normgröße'. */
export function foldHeading(heading: string): string {
  return heading.normalize('NFKC').toLowerCase().replaceAll('ß', 'ss').replace(/\s+/g, ' ').trim();
}
