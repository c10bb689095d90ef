import type { UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { type CopyCell, copyInto, copyLine } from '../../db/copy-text.ts';
import type { ByteSource } from '../../files/decode.ts';
import type { PackageRow } from '../../files/package-columns.ts';
import { createPackageReport, packageRows } from '../../files/package-rows.ts';
import { type PackageOutcome, packageOutcome } from '../../files/parse-package.ts';

const COLUMNS: readonly (readonly [column: string, type: string, field: keyof PackageRow])[] = [
  ['line', 'int', 'line'],
  ['pzn', 'text', 'pzn'],
  ['name', 'text', 'name'],
  ['content', 'text', 'content'],
  ['producer', 'text', 'producer'],
  ['brand', 'text', 'brand'],
  ['norm_size', 'text', 'normSize'],
  ['atc', 'text', 'atc'],
  ['avp_old', 'int', 'avpOld'],
  ['avp', 'int', 'avp'],
  ['aep', 'int', 'aep'],
  ['vhp', 'int', 'vhp'],
  ['ravp', 'int', 'ravp'],
  ['ravp_regio', 'int', 'ravpRegio'],
  ['ravp_national', 'int', 'ravpNational'],
  ['true_price', 'int', 'truePrice'],
  ['true_price_old', 'int', 'truePriceOld'],
  ['pe_cluster', 'smallint', 'peCluster'],
  ['vh_cluster', 'smallint', 'vhCluster'],
  ['units', 'int', 'units'],
  ['check_reason', 'text', 'checkReason'],
];

/**
 * Streams a package file into the temporary table `intake_row` of the transaction: never more than a batch of it is in
 * memory. Money in cents. The caller decides by the outcome; a faulty file leaves nothing once the transaction ends.
 */
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
      yield rows.map((row) => copyLine(COLUMNS.map(([, , field]): CopyCell => row[field]))).join('');
    }
  }
  await copyInto(connection, `intake_row (${COLUMNS.map(([column]) => column).join(', ')})`, lines());
  return packageOutcome(report);
}
