import { withImportFile } from '@portal/api/modules/imports/open-import.ts';
import { matchColumns, type WantedColumn } from '@portal/api/files/columns.ts';
import { PortalError } from '@portal/api/http/errors.ts';

/** Texts of a row in the order of the wanted columns; '' for a column that is not there. */
export type Row = { readonly origin: string; readonly cells: readonly string[] };

/** The command was called wrongly, or its file cannot be read; German, one line each. */
export class WrongCall extends Error {}

/**
 * The rows of a CSV or Excel file, or the one that `Spalte=Wert …` says.
 * @throws WrongCall
 */
export async function readRows(given: readonly string[], wanted: readonly WantedColumn[]): Promise<Row[]> {
  if (given.length > 0 && given.every((arg) => /^[^=]+=/.test(arg))) return [readWords(given, wanted)];
  const [path] = given;
  if (path === undefined || given.length > 1 || path.startsWith('-')) throw new WrongCall('');
  try {
    return await withImportFile({ path }, wanted, async ({ batches }, indexes) => {
      const rows: Row[] = [];
      for await (const records of batches)
        for (const { line, cells, issues } of records) {
          if (issues[0]) throw new WrongCall(`Zeile ${line}: ${issues[0].message}`);
          rows.push({ origin: `Zeile ${line}`, cells: indexes.map((at) => (cells[at] ?? '').trim()) });
        }
      if (rows.length === 0) throw new WrongCall('Die Datei hat keine Zeilen.');
      return rows;
    });
  } catch (error) {
    if (error instanceof PortalError) {
      const issues = error.details.errors ?? [];
      const lines = issues.map(({ line, column, message }) =>
        [line === null ? '' : `Zeile ${line}`, column ?? '', message].filter(Boolean).join(': '),
      );
      throw new WrongCall([error.message, ...lines].join('\n'));
    }
    if ((error as { code?: unknown }).code === 'ENOENT') throw new WrongCall(`Die Datei ${path} gibt es nicht.`);
    throw error;
  }
}

function readWords(given: readonly string[], wanted: readonly WantedColumn[]): Row {
  const header = given.map((arg) => arg.slice(0, arg.indexOf('=')));
  const match = matchColumns({ header, headerLine: 1 }, wanted);
  if (!match.ok)
    throw new WrongCall(match.issues.map(({ column, value, message }) => `${column ?? value}: ${message}`).join('\n'));
  const unknown = header.filter((_, at) => !match.indexes.includes(at));
  if (unknown.length > 0) throw new WrongCall(`Spalten ohne Bedeutung: ${unknown.join(', ')}`);
  const values = given.map((arg) => arg.slice(arg.indexOf('=') + 1).trim());
  return { origin: 'Aufruf', cells: match.indexes.map((at) => values[at] ?? '') };
}
