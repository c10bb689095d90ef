import type { AnswerOf, readTillColumns } from '@portal/contracts';
import { findColumns, guessImportColumns, isPurchaseHeading } from '@portal/list-view';
import { excerpt } from '../../files/issues.ts';
import type { TableFile } from '../../files/table.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import { importRefused, withTable } from './open-import.ts';
import { openTillExport, type TillExport, type TillTable } from './open-till-export.ts';

const LOOKED_AT = 1_000;

/**
 * Which hold PZN and price. Rule 9.37.
 * @throws PortalError 422, also where none does
 */
export async function readTillExportColumns(source: TillExport): Promise<AnswerOf<typeof readTillColumns>> {
  return withTable(openTillExport(source), [], async (file) => {
    const { header, headerLine, hasTitles, hasHeadings = true, hidden, sheets = [], byProfile } = file;
    const cells = await firstCells(file);
    const guessed = guess(file, cells);
    const columns = header.flatMap((name, at) => {
      const example = cells[at]?.find((cell) => cell.trim() !== '')?.trim();
      return name === '' || (!hasHeadings && example === undefined) ? [] : [{ name, example: excerpt(example ?? '') }];
    });
    return {
      columns: [...new Set(columns.map(({ name }) => name))],
      examples: columns.map(({ name, example }) => ({ column: name, example })),
      guessed,
      by: byProfile ? 'profile' : hasHeadings ? 'headings' : 'example',
      ...(sheets.length > 1 && { sheets: [...sheets] }),
      ...(hasTitles && { headingLine: headerLine }),
      ...(hidden && hidden.columns.length > 0 && { hiddenColumns: [...hidden.columns] }),
    };
  });
}

async function firstCells({ batches, header }: TableFile): Promise<string[][]> {
  const rows = ((await batches.next()).value ?? []).slice(0, LOOKED_AT);
  return header.map((_, column) => rows.map(({ cells }) => cells[column] ?? ''));
}

function guess({ byProfile, header, hasHeadings = true }: TillTable, cells: readonly string[][]) {
  const nameOf = (column: number | undefined) => (column === undefined ? undefined : header[column]);
  if (byProfile) {
    const ofField = (wanted: string) => nameOf(byProfile.columns.findIndex(({ field }) => field === wanted));
    return { pzncolumn: ofField('pzn'), pricecolumn: ofField('price') };
  }
  const found = findColumns(cells, hasHeadings ? { headings: header } : {});
  const named = hasHeadings ? guessImportColumns(header, 'priceimport') : {};
  const { pzncolumn = nameOf(found.pzn), pricecolumn = nameOf(found.price) } = named;
  if (!pzncolumn && found.pznColumns.length === 0) throw importRefused([], IMPORT_TEXT.nothingFits);
  if (!named.pricecolumn && found.priceColumns.length === 0) throw importRefused([], IMPORT_TEXT.nothingFits);
  return { pzncolumn, ...(pricecolumn && !isPurchaseHeading(pricecolumn) && { pricecolumn }) };
}
