import type { Cents } from '@portal/rules';
import type { PackageRow } from './package-columns.ts';
import { FILE_TEXT } from './texts.ts';

type PricesOfRow = { -readonly [Name in 'avp' | 'ravp']: PackageRow[Name] };

export type AvpReport = {
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
 * Rule 10.36: 'AVP neu', else 'AVP'; a differing 'AVP' becomes the current price.
 * @param row changed in place
 */
export function settleAvp(row: PricesOfRow, listed: Cents | null, report: Pick<AvpReport, 'hasCurrentPrice'>): void {
  if (listed === null) return;
  if (row.avp === null) row.avp = listed;
  else if (row.avp !== listed && !report.hasCurrentPrice) row.ravp = listed;
}

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

/** Files of the former form: 'AVP' held the current price. */
export function linesWithoutAvp({ hasCurrentPrice, conflicts, alone }: AvpReport): readonly number[] {
  return conflicts > 0 && !hasCurrentPrice ? alone : [];
}

/** The German sentence about differing columns; null where they agree. */
export function avpNote(report: AvpReport): string | null {
  const { conflicts, first, hasCurrentPrice } = report;
  if (first === null) return null;
  return FILE_TEXT.avpDiffers({ rows: conflicts, first, hasCurrentPrice, without: linesWithoutAvp(report).length });
}
