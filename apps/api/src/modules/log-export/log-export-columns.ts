import type { FileColumn } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';
import { LOG_COLUMNS, LOG_NOTES, type LogRow } from '../../files/log-columns.ts';

/** One changed price as the export across all pharmacies names it. */
export type LogExportRow = LogRow & {
  readonly apoId: number;
  readonly pharmacy: string;
  readonly group: ProductGroup;
};

/** Rule 10.12. */
export const LOG_EXPORT_COLUMNS: readonly FileColumn<LogExportRow>[] = [
  ...LOG_COLUMNS,
  { heading: 'APO-ID', kind: 'text', width: 10, cell: (row) => String(row.apoId) },
  { heading: 'Apotheke', kind: 'text', width: 32, cell: (row) => row.pharmacy },
  { heading: 'Warengruppe', kind: 'text', width: 14, cell: (row) => row.group },
  ...LOG_NOTES,
];
