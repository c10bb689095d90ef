import { columnsWhere, isDelivered, type UpdateKind } from '@portal/rules';
import { copyText } from '../../db/copy-text.ts';
import type { ByteSource } from '../../files/decode.ts';
import { linesWithoutAvp } from '../../files/package-avp.ts';
import type { PackageRow } from '../../files/package-columns.ts';
import { type PackageOutcome, packageOutcome } from '../../files/package-outcome.ts';
import { createPackageReport, packageRows } from '../../files/package-rows.ts';

const MONEY = 'numeric(10,2)';
const TYPES: Readonly<Record<string, string>> = {
  price: MONEY,
  elasticity: 'smallint',
  vat: 'smallint',
  count: 'int',
};
export const STAGED_COLUMNS: readonly (readonly [column: string, type: string, field: keyof PackageRow])[] = [
  ['line', 'int', 'line'],
  ...columnsWhere((each) => each.product !== undefined || isDelivered(each)).map(
    ([name, each]) =>
      [(each.product ?? each.package) as string, TYPES[each.holds] ?? 'text', name as keyof PackageRow] as const,
  ),
  ['inactive', 'boolean', 'inactive'],
];

export type ReadPackage = {
  /** For COPY. */
  readonly texts: readonly Uint8Array[];
  readonly outcome: PackageOutcome;
  /** Lines whose AVP is none. */
  readonly withoutAvp: readonly number[];
};

/** Rule 6.3. */
export async function readPackage(kind: UpdateKind, source: ByteSource): Promise<ReadPackage> {
  const report = createPackageReport();
  const texts: Buffer[] = [];
  for await (const rows of packageRows(kind, source, report)) {
    let text = '';
    for (const row of rows) text += copyRow(row);
    texts.push(Buffer.from(text));
  }
  return { texts, outcome: packageOutcome(report), withoutAvp: linesWithoutAvp(report.avp) };
}

const READ = STAGED_COLUMNS.map(([, type, field]) => ({ money: type === MONEY, field }));

/** '849e-2' is parsed as fast as an integer. */
function copyRow(row: PackageRow): string {
  let line = '';
  for (let i = 0; i < READ.length; i++) {
    const { money, field } = READ[i] as (typeof READ)[number];
    const value = row[field];
    if (i > 0) line += '\t';
    if (value === null) line += '\\N';
    else if (typeof value === 'string') line += copyText(value);
    else line += money ? `${String(value)}e-2` : String(value);
  }
  return `${line}\n`;
}
