import { MOST_FILE_PHARMACIES } from '@portal/contracts';
import { isPharmacyRefusal, readPharmacyRecord, type ReadPharmacy, refuseAhead } from '@portal/rules';
import { foldHeading } from '../../files/headings.ts';
import { FileRefusal } from '../../files/issues.ts';
import type { TableRecord } from '../../files/table.ts';
import { FILE_TEXT } from '../../files/texts.ts';
import { withImportFile } from '../imports/index.ts';
import { FILE_COLUMNS } from './file-columns.ts';

export type FileRow = {
  readonly line: number;
  /** As the file has them. */
  readonly name: string;
  readonly crmCompanyId: number | null;
  readonly record: ReadPharmacy;
};
export type PharmacyFile = { readonly rows: readonly FileRow[]; readonly ignored: readonly string[] };

/**
 * CSV or workbook (rule 23.13).
 * @param now stands for `changedAt` where the file has none
 * @throws PortalError 422
 */
export function readPharmacyFile(path: string, now: Date): Promise<PharmacyFile> {
  return withImportFile({ path }, FILE_COLUMNS, async ({ batches, header }, indexes) => {
    const rows: FileRow[] = [];
    for await (const records of batches) {
      for (const record of records) rows.push(rowOf(record, indexes, now));
      if (rows.length > MOST_FILE_PHARMACIES)
        throw new FileRefusal(FILE_TEXT.tooManyRows(MOST_FILE_PHARMACIES.toLocaleString('de-DE')));
    }
    if (rows.length === 0) throw new FileRefusal(FILE_TEXT.noRows);
    const known = new Set(FILE_COLUMNS.flatMap(({ heading, aliases = [] }) => [heading, ...aliases].map(foldHeading)));
    return { rows, ignored: header.filter((heading) => heading !== '' && !known.has(foldHeading(heading))) };
  });
}

function rowOf({ line, cells, issues }: TableRecord, indexes: readonly number[], now: Date): FileRow {
  const given: Record<string, unknown> = { changedAt: now.toISOString() };
  for (const [at, { field, read }] of FILE_COLUMNS.entries()) {
    const cell = (cells[indexes[at] ?? -1] ?? '').trim();
    if (cell !== '') given[field] = read(cell);
  }
  const [issue] = issues;
  const record: ReadPharmacy = issue
    ? { field: null, reason: 'invalid', message: issue.message }
    : refuseAhead(readPharmacyRecord(given), now);
  const crmCompanyId = typeof given.crmCompanyId === 'number' ? given.crmCompanyId : null;
  const name = isPharmacyRefusal(record) ? String(given.name ?? '').slice(0, 120) : record.name;
  return { line, name, crmCompanyId, record };
}
