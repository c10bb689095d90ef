import { avpNote } from './package-avp.ts';
import type { FileIssue } from './issues.ts';
import { FILE_TEXT } from './texts.ts';
import type { LeftOutRow, PackageReport } from './package-rows.ts';

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
      readonly headings: PackageReport['headings'];
      readonly isOpen: boolean;
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

export function packageOutcome(report: PackageReport): PackageOutcome {
  const { issues, records, rows, repeated, leftOut, avp, marksCut, headings, isOpen } = report;
  if (issues.total === 0) {
    const notes = [avpNote(avp), marksCut && FILE_TEXT.marksCut(marksCut)].filter((note) => note !== null);
    return { ok: true, records, rows, repeated, leftOut, notes, headings, isOpen };
  }
  return { ok: false, reason: issues.summary(), issues: issues.named, total: issues.total };
}
