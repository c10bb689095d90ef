import type { Cents } from '@portal/rules';
import type { PackageRow } from './package-columns.ts';
import { FILE_TEXT } from './texts.ts';

type PricesOfRow = { -readonly [Name in 'avp' | 'ravp']: PackageRow[Name] };

/** What the columns 'AVP neu' and 'AVP' of a file say, row by row (rule 10.36). */
export type AvpReport = {
  /** The file has 'Aktueller Preis', so that 'AVP' can only be the AVP. */
  hasCurrentPrice: boolean;
  /** Rows in which the two differ. */
  conflicts: number;
  first: { line: number; pzn: string; avp: Cents; listed: Cents } | null;
  /** Lines of rows that have their AVP from 'AVP' alone. */
  readonly alone: number[];
};

export function createAvpReport(): AvpReport {
  return { hasCurrentPrice: false, conflicts: 0, first: null, alone: [] };
}

/**
 * Decides what a row's AVP is: 'AVP neu', else 'AVP' (rule 10.36). Where both are there and differ, 'AVP' becomes the current
 * price, unless the file has a column for that.
 * @param row `avp` as 'AVP neu' says it; changed in place
 * @param listed what 'AVP' says
 */
export function settleAvp(row: PricesOfRow, listed: Cents | null, report: Pick<AvpReport, 'hasCurrentPrice'>): void {
  if (listed === null) return;
  if (row.avp === null) row.avp = listed;
  else if (row.avp !== listed && !report.hasCurrentPrice) row.ravp = listed;
}

/** Notes a settled row that is kept. @param said the row's 'AVP neu' and 'AVP' */
export function noteAvp(
  report: AvpReport,
  { line, pzn }: Pick<PackageRow, 'line' | 'pzn'>,
  { avp, listed }: { avp: Cents | null; listed: Cents | null },
): void {
  if (listed === null || avp === listed) return;
  if (avp === null) {
    report.alone.push(line);
    return;
  }
  report.conflicts += 1;
  report.first ??= { line, pzn, avp, listed };
}

/**
 * Lines whose 'AVP' was no AVP after all: the file is of the former form, in which that column held the current price. Their
 * price moves to `ravp`, and they have no AVP.
 */
export function linesWithoutAvp({ hasCurrentPrice, conflicts, alone }: AvpReport): readonly number[] {
  return conflicts > 0 && !hasCurrentPrice ? alone : [];
}

/** The German sentence about differing columns; null where they agree. */
export function avpNote(report: AvpReport): string | null {
  const { conflicts, first, hasCurrentPrice } = report;
  if (first === null) return null;
  return FILE_TEXT.avpDiffers({ rows: conflicts, first, hasCurrentPrice, without: linesWithoutAvp(report).length });
}
