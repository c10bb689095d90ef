import { PACKAGE_KINDS, type ProductGroup, type ResetChoice, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { plainArray, textArray } from '../../db/plain-array.ts';
import { ask, askOne, command, composed, run } from '../../db/statement.ts';
import { expectOne } from '../../db/update-one.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { type ProductChanges, RAISE_MASTER } from '../price-updates/index.ts';
import type { PlannedDrafts } from '../standing-rules/index.ts';
import type { CheckedArrival, ForeignRows, LeftOut } from './intake-types.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import {
  ADD_PRODUCTS,
  changeProductsSql,
  findNewsSql,
  productChangesSql,
  raiseBlocksSql,
  removeForeignRowsSql,
  STORE_PACKAGE_ROWS,
  STORE_ROWS_WITH_DRAFTS,
} from './package-sql.ts';

/** Rule 6.3; under the list's lock. */
export async function removeForeignRows(
  connection: pg.PoolClient,
  { kind, apoId, group }: { kind: UpdateKind; apoId: number; group: ProductGroup },
): Promise<{ leftOut: LeftOut[]; foreign: ForeignRows }> {
  const columns = { line: 'int', pzn: 'text', group: 'text?' } as const;
  const removed = composed<{ line: number; pzn: string; group: string | null }>(
    columns,
    removeForeignRowsSql(kind, { apoId, group }),
  );
  const rows = await ask(connection, removed);
  const leftOut = rows.map(({ line, pzn, group: found }) => ({
    line,
    pzn,
    reason: found === null ? INTAKE_TEXT.notListed : INTAKE_TEXT.otherGroup(found),
  }));
  const notListed = rows.filter(({ group: found }) => found === null).length;
  return { leftOut, foreign: { notListed, otherGroup: rows.length - notListed } };
}

const STORE_PACKAGE =
  command(`INSERT INTO price_update (id, kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action,
                               ready_for_approval, reset_choice, first_calculation, delivery_hash, item_count, version,
                               file_hash, arrival, product_changes)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`);

/** Rule 3.14. */
export async function storePackage(
  connection: pg.PoolClient,
  update: {
    id: number;
    kind: UpdateKind;
    apoId: number;
    group: ProductGroup;
    at: Date;
    autoActionAt: Date | null;
    autoAction: 'approve' | 'delete' | null;
    resetChoice: ResetChoice | null;
    firstCalculation: boolean;
    deliveryHash: string | null;
    fileHash: string;
    itemCount: number;
    changesProducts: boolean;
    /** What it says of known products waits for staff (rule 20.22). */
    holdsProducts: boolean;
    drafts: PlannedDrafts['drafts'];
    arrival: CheckedArrival['arrival'];
  },
): Promise<void> {
  const version = nextVersion();
  const changes = await findProductChanges(connection, update);
  await run(connection, STORE_PACKAGE, [
    update.id,
    update.kind,
    update.apoId,
    update.group,
    update.at,
    update.autoActionAt,
    update.autoAction,
    !PACKAGE_KINDS[update.kind].needsRelease,
    update.resetChoice,
    update.firstCalculation,
    update.deliveryHash,
    update.itemCount,
    version,
    update.fileHash,
    update.arrival,
    changes && JSON.stringify(changes),
  ]);
  await storeRows(connection, update, version);
  await storeProducts(connection, update.group, update.changesProducts && !update.holdsProducts);
}

async function findProductChanges(
  connection: pg.PoolClient,
  { group, changesProducts, holdsProducts }: { group: ProductGroup; changesProducts: boolean; holdsProducts: boolean },
): Promise<ProductChanges | null> {
  if (!changesProducts) return null;
  const found = composed<{ rows: ProductChanges['rows'] }>({ rows: 'json' }, productChangesSql(group, holdsProducts));
  const { rows } = await askOne(connection, found);
  return rows.length === 0 ? null : { state: holdsProducts ? 'held' : 'applied', rows };
}

async function storeRows(
  connection: pg.PoolClient,
  { id, apoId, drafts }: { id: number; apoId: number; drafts: PlannedDrafts['drafts'] },
  version: number,
): Promise<void> {
  if (drafts.length === 0) {
    await run(connection, STORE_PACKAGE_ROWS, [id, apoId]);
    return;
  }
  const columns = [
    textArray(drafts.map(({ pzn }) => pzn)),
    plainArray(drafts.map(({ cents }) => cents)),
    plainArray(drafts.map(({ rule }) => rule)),
    drafts.map(({ by }) => by),
  ];
  await withoutNestedLoops(connection, () => run(connection, STORE_ROWS_WITH_DRAFTS, [id, apoId, ...columns, version]));
}

/**
 * Known products are changed by the pricing engine only (ADR 27). The master's row is locked first, against deadlocks.
 */
async function storeProducts(connection: pg.PoolClient, group: ProductGroup, changesProducts: boolean): Promise<void> {
  const news = composed<{ changes: boolean; fresh: boolean }>({ changes: 'bool', fresh: 'bool' }, findNewsSql(group));
  const { changes, fresh } = await askOne(connection, news);
  if (!(changes && changesProducts) && !fresh) return;
  expectOne(await run(connection, RAISE_MASTER, [nextVersion()]), 'product_master');
  await run(connection, raiseBlocksSql(group, changesProducts));
  if (changesProducts) await run(connection, changeProductsSql(group));
  await run(connection, ADD_PRODUCTS, [INTAKE_TEXT.unnamedProduct, group]);
}
