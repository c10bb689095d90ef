import { hasValidPznCheckDigit, normalizePzn } from '@portal/rules';
import type { CsvFile } from './csv-reader.ts';
import { excerpt, type FileFault } from './faults.ts';
import { foldHeading } from './headings.ts';
import { FILE_TEXT } from './texts.ts';

/** A column as files name it. */
export type WantedColumn = { readonly heading: string; readonly required: boolean };

export type ColumnMatch =
  /** place of each wanted column in the file, in the order in which they were wanted; -1 where it is missing */
  | { readonly ok: true; readonly places: readonly number[] }
  | { readonly ok: false; readonly faults: readonly FileFault[] };

/**
 * Finds columns by their headings: trimmed, in any letter case and order, unknown ones ignored. A required column that is
 * missing, any wanted one that stands there twice, and a first row that already is a product row are faults.
 */
export function matchColumns(
  { header, headerLine: line }: Pick<CsvFile, 'header' | 'headerLine'>,
  wanted: readonly WantedColumn[],
): ColumnMatch {
  const pzn = header.find(isPzn);
  if (pzn !== undefined)
    return { ok: false, faults: [{ line, column: null, value: excerpt(pzn), message: FILE_TEXT.noHeader }] };
  const folded = header.map(foldHeading);
  const faults: FileFault[] = [];
  const places = wanted.map(({ heading, required }) => {
    const place = folded.indexOf(foldHeading(heading));
    if (place === -1 && required) faults.push({ line, column: heading, value: null, message: FILE_TEXT.missingColumn });
    if (place !== -1 && folded.includes(foldHeading(heading), place + 1))
      faults.push({ line, column: heading, value: excerpt(header[place] ?? ''), message: FILE_TEXT.doubledColumn });
    return place;
  });
  return faults.length === 0 ? { ok: true, places } : { ok: false, faults };
}

function isPzn(cell: string): boolean {
  const pzn = normalizePzn(cell);
  return pzn !== undefined && hasValidPznCheckDigit(pzn);
}
