import type { ProductGroup } from '@portal/rules';
import { writeCsvCell } from './csv-cell.ts';
import { type LogRow, logCsvHead, logCsvLine } from './log-columns.ts';

/** One changed price as the export across all pharmacies names it. */
export type LogExportRow = LogRow & {
  readonly apoId: number;
  readonly pharmacy: string;
  readonly group: ProductGroup;
};

const PHARMACY_COLUMNS: readonly { readonly heading: string; readonly cell: (row: LogExportRow) => string }[] = [
  { heading: 'APO-ID', cell: (row) => String(row.apoId) },
  { heading: 'Apotheke', cell: (row) => writeCsvCell(row.pharmacy) },
  { heading: 'Produktgruppe', cell: (row) => row.group },
];

/** The first line of the export: the columns of every log (rule 10.12), then whose list it was. */
export function logExportHead(): string {
  return logCsvHead().replace('\r\n', `;${PHARMACY_COLUMNS.map(({ heading }) => heading).join(';')}\r\n`);
}

/** One line of the export, with its line end. */
export function logExportLine(row: LogExportRow): string {
  return `${logCsvLine(row).slice(0, -2)};${PHARMACY_COLUMNS.map(({ cell }) => cell(row)).join(';')}\r\n`;
}
