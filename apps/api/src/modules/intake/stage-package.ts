import { columnsWhere, isDelivered, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { copyInto, copyText } from '../../db/copy-text.ts';
import type { ByteSource } from '../../files/decode.ts';
import type { PackageRow } from '../../files/package-columns.ts';
import { createPackageReport, packageRows } from '../../files/package-rows.ts';
import { type PackageOutcome, packageOutcome } from '../../files/package-outcome.ts';
import { linesWithoutAvp } from '../../files/package-avp.ts';

const MONEY = 'numeric(10,2)';
const TYPES: Readonly<Record<string, string>> = {
  price: MONEY,
  elasticity: 'smallint',
  vat: 'smallint',
  count: 'int',
};
const COLUMNS: readonly (readonly [column: string, type: string, field: keyof PackageRow])[] = [
  ['line', 'int', 'line'],
  ...columnsWhere((each) => each.product !== undefined || isDelivered(each)).map(
    ([name, each]) =>
      [(each.product ?? each.package) as string, TYPES[each.holds] ?? 'text', name as keyof PackageRow] as const,
  ),
  ['inactive', 'boolean', 'inactive'],
];

/** At most a batch in memory; an invalid file leaves nothing after the transaction. Rule 6.3. */
export async function stagePackage(
  connection: pg.PoolClient,
  kind: UpdateKind,
  source: ByteSource,
): Promise<PackageOutcome> {
  const columns = COLUMNS.map(([column, type]) => `${column} ${type}`).join(', ');
  await connection.query(`CREATE TEMP TABLE intake_row (${columns}) ON COMMIT DROP`);
  const report = createPackageReport();
  async function* lines() {
    for await (const rows of packageRows(kind, source, report)) {
      let text = '';
      for (const row of rows) text += copyRow(row);
      yield text;
    }
  }
  await copyInto(connection, `intake_row (${COLUMNS.map(([column]) => column).join(', ')})`, lines());
  const without = linesWithoutAvp(report.avp);
  if (without.length > 0) {
    await connection.query('UPDATE intake_row SET ravp = avp, avp = NULL WHERE line = ANY($1)', [without]);
  }
  return packageOutcome(report);
}

const READ = COLUMNS.map(([, type, field]) => ({ money: type === MONEY, field }));

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
