import type { UpdateKind } from '@portal/rules';
import { avpNote, linesWithoutAvp } from './package-avp.ts';
import type { ByteSource } from './decode.ts';
import type { FileIssue } from './issues.ts';
import type { PackageRow } from './package-columns.ts';
import { createPackageReport, type LeftOutRow, type PackageReport, packageRows } from './package-rows.ts';
import type { TableLimits } from './table.ts';

/** What became of a package file. */
export type PackageOutcome =
  | {
      readonly ok: true;
      /** rows of the file, whatever became of them */
      readonly records: number;
      readonly rows: number;
      /** identical repetitions of a row that were not counted */
      readonly repeated: number;
      /** named and left out */
      readonly leftOut: readonly LeftOutRow[];
      /** German sentences on how the file was read */
      readonly notes: readonly string[];
    }
  | {
      readonly ok: false;
      /** one German sentence */
      readonly reason: string;
      /** the first 50 */
      readonly issues: readonly FileIssue[];
      /** how many there are in all */
      readonly total: number;
    };

export function packageOutcome({ issues, records, rows, repeated, leftOut, avp }: PackageReport): PackageOutcome {
  if (issues.total === 0)
    return { ok: true, records, rows, repeated, leftOut, notes: [avpNote(avp)].filter((note) => note !== null) };
  return { ok: false, reason: issues.summary(), issues: issues.named, total: issues.total };
}

/** In memory; `packageRows` streams. Rule 6.3. */
export async function parsePackage(
  kind: UpdateKind,
  source: ByteSource,
  options: { readonly limits?: TableLimits } = {},
): Promise<PackageOutcome & { readonly packageRows: readonly PackageRow[] }> {
  const report = createPackageReport();
  const rows: PackageRow[] = [];
  for await (const batch of packageRows(kind, source, report, options)) for (const row of batch) rows.push(row);
  const outcome = packageOutcome(report);
  const without = new Set(linesWithoutAvp(report.avp));
  const settled = rows.map((row) => (without.has(row.line) ? { ...row, avp: null, ravp: row.avp } : row));
  return { ...outcome, packageRows: outcome.ok ? settled : [] };
}
