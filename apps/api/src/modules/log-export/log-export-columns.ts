import type { ProductGroup } from '@portal/rules';
import type { CsvColumn } from '../../files/csv-writer.ts';
import { LOG_COLUMNS, LOG_NOTES, type LogRow } from '../../files/log-columns.ts';

/** One changed price as the export across all pharmacies names it. */
export type LogExportRow = LogRow & {
  readonly apoId: number;
  readonly pharmacy: string;
  readonly group: ProductGroup;
};

/** The columns of every log (rule 10.12), then whose list it was, then what people noted. */
export const LOG_EXPORT_COLUMNS: readonly CsvColumn<LogExportRow>[] = [
  ...LOG_COLUMNS,
  { heading: 'APO-ID', cell: (row) => String(row.apoId) },
  { heading: 'Apotheke', cell: (row) => row.pharmacy },
  { heading: 'Produktgruppe', cell: (row) => row.group },
  ...LOG_NOTES,
];
