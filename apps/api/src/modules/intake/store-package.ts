import { type ProductGroup, type ResetChoice, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { expectOne } from '../../db/update-one.ts';
import { INTAKE_TEXT } from './intake-texts.ts';

export type LeftOut = { line: number; pzn: string; reason: string };

/**
 * Takes rows out of `intake_row` that do not belong to this list: products of another group, and on an MDP those that are
 * not listed (rule 6.3). Runs under the list's lock.
 */
export async function removeForeignRows(
  connection: pg.PoolClient,
  { kind, apoId, group }: { kind: UpdateKind; apoId: number; group: ProductGroup },
): Promise<LeftOut[]> {
  const { rows } = await connection.query<{ line: number; pzn: string; group: string | null }>(
    `WITH judged AS (
       SELECT r.pzn, i.product_group FROM intake_row r LEFT JOIN price_item i ON i.apo_id = $1 AND i.pzn = r.pzn
        WHERE i.product_group <> $2 OR ${kind === 'MDP' ? 'i.pzn IS NULL' : 'false'}
     )
     DELETE FROM intake_row r USING judged j WHERE r.pzn = j.pzn RETURNING r.line, r.pzn, j.product_group AS "group"`,
    [apoId, group],
  );
  return rows.map(({ line, pzn, group: found }) => ({
    line,
    pzn,
    reason: found === null ? INTAKE_TEXT.notListed : INTAKE_TEXT.otherGroup(found),
  }));
}

/** Writes package and rows; the master gets what is new in them (`storeProducts`). */
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
  },
): Promise<void> {
  await connection.query(
    `INSERT INTO price_update (id, kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action,
                               ready_for_approval, reset_choice, first_calculation, delivery_hash, item_count, version,
                               file_hash)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      update.id,
      update.kind,
      update.apoId,
      update.group,
      update.at,
      update.autoActionAt,
      update.autoAction,
      update.kind !== 'LZD',
      update.resetChoice,
      update.firstCalculation,
      update.deliveryHash,
      update.itemCount,
      nextVersion(),
      update.fileHash,
    ],
  );
  const prices = [
    'avp_old',
    'avp',
    'aep',
    'vhp',
    'ravp',
    'ravp_regio',
    'ravp_national',
    'true_price',
    'true_price_old',
  ];
  const plain = ['pe_cluster', 'vh_cluster', 'units', 'check_reason'];
  await connection.query(
    `INSERT INTO price_update_item (update_id, apo_id, pzn, position, ${[...prices, ...plain].join(', ')})
     SELECT $1, $2, pzn, line, ${[...prices, ...plain].join(', ')} FROM intake_row`,
    [update.id, update.apoId],
  );
  await storeProducts(connection, update.group, update.changesProducts);
}

const TEXTS = ['name', 'content', 'producer', 'brand', 'norm_size', 'atc'];

/**
 * Adds the products that the master does not know. Known ones are changed by the pricing engine alone, to what its file says;
 * what that leaves out stays (ADR 27). Writers of products lock the master's row first, so that no two wait for each other's
 * products.
 */
async function storeProducts(connection: pg.PoolClient, group: ProductGroup, changesProducts: boolean): Promise<void> {
  const merged = [...TEXTS.map((column) => `coalesce(r.${column}, p.${column})`), '$1::text'].join(', ');
  const columns = [...TEXTS, 'product_group'];
  const known = columns.map((column) => `p.${column}`).join(', ');
  const { rows } = await connection.query<{ changes: boolean; fresh: boolean }>(
    `SELECT coalesce(bool_or(p.pzn IS NOT NULL AND (${merged}) IS DISTINCT FROM (${known})), false) AS changes,
            coalesce(bool_or(p.pzn IS NULL), false) AS fresh
       FROM intake_row r LEFT JOIN product p USING (pzn)`,
    [group],
  );
  if (!(rows[0]?.changes && changesProducts) && !rows[0]?.fresh) return;
  const raise = 'UPDATE product_master SET version = greatest(version + 1, $1)';
  expectOne(await connection.query(raise, [nextVersion()]), 'product_master');
  if (changesProducts) {
    await connection.query(
      `UPDATE product p SET (${columns.join(', ')}) = (${merged}) FROM intake_row r
        WHERE p.pzn = r.pzn AND (${merged}) IS DISTINCT FROM (${known})`,
      [group],
    );
  }
  await connection.query(
    `INSERT INTO product (pzn, ${columns.join(', ')})
     SELECT r.pzn, coalesce(r.name, $1 || ' ' || r.pzn), r.content, coalesce(r.producer, ''), r.brand, r.norm_size, r.atc, $2
       FROM intake_row r WHERE NOT EXISTS (SELECT FROM product p WHERE p.pzn = r.pzn)`,
    [INTAKE_TEXT.unnamedProduct, group],
  );
}
