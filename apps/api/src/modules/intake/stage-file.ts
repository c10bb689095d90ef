import { createReadStream } from 'node:fs';
import type { Leaving } from '@portal/contracts';
import { PACKAGE_KINDS, type ProductGroup, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import sql, { raw } from 'sql-template-tag';
import { createChildPool } from '../../child-pool/pool.ts';
import { refusalOf } from '../../child-pool/refusals.ts';
import type { Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { askOne, command, composed, run } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { FileRefusal } from '../../files/issues.ts';
import { type FileContent, hasDigests, readTrailer } from '../../files/stated-content.ts';
import { FILE_TEXT } from '../../files/texts.ts';
import { fileRefused, type PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { leavingSql } from '../price-updates/index.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { ForeignRows, LeftOut, StagedFile, StagedRows } from './intake-types.ts';
import type { PackageOrder } from './package-task.ts';
import { type ReadPackage, readPackage } from './read-package.ts';
import { removeForeignRows } from './store-package.ts';

/** More articles that leave the list are only counted. */
const NAMED_LEAVING = 20;

type Addressed = { readonly kind: UpdateKind; readonly apoId: number; readonly group: ProductGroup };

const TASK = new URL('./package-task.ts', import.meta.url);
/** Bytes; some 1,000 rows. */
const SMALL_FILE = 64 * 1024;
const packages = createChildPool({
  slots: 2,
  perPharmacy: 1,
  queue: 48,
  queuePerPharmacy: 6,
  maxWaitMs: 45_000,
  // 100,000 rows of 29 columns take 3 s.
  processorMs: 30_000,
  heapMb: 320,
});

export type ReadFile = { readonly staged: StagedRows; readonly read: Pick<ReadPackage, 'texts' | 'withoutAvp'> };

/**
 * Before the transaction. Rule 13.16.
 * @throws PortalError 422 (rule 10.51), 429, 503
 */
export async function readFile({ kind, file }: { kind: UpdateKind; file: StagedFile }): Promise<ReadFile> {
  const { stated = {}, path } = file;
  const content = await readTable(path);
  const isWhole =
    (await hasDigests(path, Number.POSITIVE_INFINITY, stated.digests ?? [])) &&
    (await hasDigests(path, content.length, content.stated.digests ?? []));
  if (!isWhole) throw fileRefused(422, FILE_TEXT.digestDiffers);
  const { outcome, ...read } = await readAnyPackage({ kind, path, bytes: Math.max(1, content.length) });
  if (!outcome.ok) throw fileRefused(422, outcome.reason, { errors: [...outcome.issues], total: outcome.total });
  for (const { rows } of [stated, content.stated]) requireRows(rows, outcome.records);
  return { staged: outcome, read };
}

async function readAnyPackage(order: PackageOrder): Promise<ReadPackage> {
  if (order.bytes <= SMALL_FILE) {
    return readPackage(order.kind, createReadStream(order.path, { end: order.bytes - 1 }));
  }
  const job = packages.run<Omit<ReadPackage, 'texts'>>({ task: TASK, order });
  const { answer, parts } = await job.catch((error: unknown) => {
    throw refusalOf(error, TEXT.body);
  });
  return { ...answer, texts: parts };
}

async function readTable(path: string): Promise<FileContent> {
  try {
    return await readTrailer(path);
  } catch (error) {
    if (error instanceof FileRefusal) throw fileRefused(422, error.message);
    throw error;
  }
}

function requireRows(stated: number | undefined, found: number): void {
  if (stated === undefined || stated === found) return;
  throw fileRefused(422, FILE_TEXT.rowsDiffer(stated.toLocaleString('de-DE'), found.toLocaleString('de-DE')));
}

/**
 * Rule 6.3; under the list's lock.
 * @throws PortalError 409, 422
 */
export async function keepOwnRows(
  connection: pg.PoolClient,
  delivery: Addressed,
  staged: StagedRows,
): Promise<{ rows: number; leftOut: LeftOut[]; notes: readonly string[]; foreign: ForeignRows }> {
  if (PACKAGE_KINDS[delivery.kind].isUploaded) await requireNoOpenUpdate(connection, delivery);
  const { leftOut: removed, foreign } = await removeForeignRows(connection, delivery);
  const rows = staged.rows - removed.length;
  const leftOut = [...staged.leftOut, ...removed].toSorted((one, other) => one.line - other.line);
  if (!(await holdsActiveRow(connection))) throw refuseAll(leftOut);
  return { rows, leftOut, notes: staged.notes, foreign };
}

const ACTIVE_ROW = composed({}, sql`SELECT FROM intake_row WHERE NOT inactive LIMIT 1`);

async function holdsActiveRow(connection: pg.PoolClient): Promise<boolean> {
  return (await run(connection, ACTIVE_ROW)) !== 0;
}

const OPEN_UPDATE = command(
  `SELECT FROM price_update WHERE apo_id = $1 AND product_group = $2 AND status = 0 AND kind NOT IN ${kindsSql('isUploaded')} LIMIT 1`,
);

/**
 * Rule 6.4.
 * @throws PortalError 409
 */
export async function requireNoOpenUpdate(db: Queryable, { apoId, group }: Omit<Addressed, 'kind'>): Promise<void> {
  const rowCount = await run(db, OPEN_UPDATE, [apoId, group]);
  if (rowCount) throw fileRefused(409, INTAKE_TEXT.openUpdate(group));
}

export async function readLeaving(
  connection: pg.PoolClient,
  update: Parameters<typeof leavingSql>[0],
  { staged = false } = {},
): Promise<Leaving> {
  const leaving = raw(leavingSql(update, { limit: NAMED_LEAVING, staged }));
  const question = composed<{ leaving: Leaving }>({ leaving: 'json' }, sql`SELECT ${leaving} AS leaving`);
  return (await withoutNestedLoops(connection, () => askOne(connection, question))).leaving;
}

function refuseAll(leftOut: LeftOut[]): PortalError {
  const errors = leftOut.slice(0, 50).map(({ line, pzn, reason }) => {
    return { line, column: 'PZN', value: pzn, message: reason };
  });
  return fileRefused(422, INTAKE_TEXT.nothingLeft, { errors, total: leftOut.length });
}
