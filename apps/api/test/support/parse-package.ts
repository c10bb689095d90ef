import type { UpdateKind } from '@portal/rules';
import type { ByteSource } from '../../src/files/decode.ts';
import { linesWithoutAvp } from '../../src/files/package-avp.ts';
import type { PackageRow } from '../../src/files/package-columns.ts';
import { type PackageOutcome, packageOutcome } from '../../src/files/package-outcome.ts';
import { createPackageReport, packageRows } from '../../src/files/package-rows.ts';
import type { TableLimits } from '../../src/files/table.ts';

/** A whole package in memory. */
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
