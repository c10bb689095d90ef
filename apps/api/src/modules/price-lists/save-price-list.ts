import { type BodyOf, REASON, type savePriceList as declaration } from '@portal/contracts';
import { type PriceType, PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { nextVersion } from '../../db/next-version.ts';
import { faultyRows, PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockLists } from '../price-writing/index.ts';
import { judgeEdits, type Resolved, type StoredRow } from './judge-edits.ts';
import { readBlockedPzns } from './read-price-list.ts';
import { findClashes, findLost, insertExclusions, storeEdits } from './store-edits.ts';

type Body = BodyOf<typeof declaration>;

/**
 * Saves corrected prices, permanent prices and exclusions in one transaction: rows, list version, price changes and
 * history entry with its log (rule 4.11). Repeating a save changes nothing twice.
 * @returns how many rows changed price or type effectively
 * @throws PortalError 409 while a calculation awaits approval or when a change newer than the caller's version
 *   would be overwritten, 422 naming each faulty row; nothing is saved then
 */
export async function savePriceList(
  deps: { database: Database; clock: Clock },
  options: { apoId: number; body: Body; actor: Actor; staff: boolean },
): Promise<{ changed: number }> {
  const { apoId, body, actor } = options;
  const pzns = body.products.map((product) => product.pzn);
  return deps.database.transaction(async (connection) => {
    const groups = await groupsOf(connection, apoId, body.products);
    const { lists } = await lockLists(connection, { apoId, groups });
    const open = await readOpenUpdates(connection, apoId, groups);
    const listed = await readListed(connection, apoId, pzns);
    if ([...listed.values()].some((row) => !lists.has(row.productGroup))) throw new LostGroup();
    const ground = {
      listed,
      known: await readKnown(
        connection,
        pzns.filter((pzn) => !listed.has(pzn)),
      ),
      blocked: new Set(await readBlockedPzns(connection, open.blocking)),
      staff: options.staff,
    };
    if (open.editBlocked) throw new PortalError(409, REASON.editBlocked, TEXT.editBlocked);
    const { resolved, faults } = await judgeEdits(body.products, ground);
    if (faults.length > 0) throw faultyRows(faults);
    const effective = resolved.filter((row) => row.effective);
    const loadedVersion = (group: ProductGroup) => body.versions?.[group] ?? body.version;
    const lost = await findLost(connection, { apoId, rows: effective, loadedVersion });
    if (lost.length > 0) throw new PortalError(409, REASON.conflict, TEXT.lostVersion, { pzns: lost });
    const clashes = findClashes(
      effective.map((row) => row.pzn),
      listed,
      loadedVersion,
    );
    if (clashes.length > 0) throw new PortalError(409, REASON.conflict, TEXT.conflict(clashes), { pzns: clashes });

    const at = deps.clock.now();
    for (const group of groups) {
      const rows = effective.filter((row) => row.productGroup === group);
      if (rows.length > 0)
        await storeGroup(connection, {
          apoId,
          group,
          rows,
          at,
          actor,
          version: nextVersion(lists.get(group)?.version ?? 0),
        });
    }
    return { changed: effective.length };
  });
}

/** A product has come onto the list of another group before the locks were held: the save begins anew, as after a deadlock. */
class LostGroup extends Error {
  readonly code = '40001';
}

async function storeGroup(
  connection: pg.PoolClient,
  change: { apoId: number; group: ProductGroup; rows: Resolved[]; at: Date; actor: Actor; version: number },
): Promise<void> {
  const { apoId, group, at, actor } = change;
  const historyId = await writeHistory(connection, {
    apoId,
    at,
    event: TEXT.event.priceListSaved,
    actor,
    productGroup: group,
    hasLog: true,
  });
  await insertExclusions(connection, { ...change, rows: change.rows.filter((row) => row.isNew) });
  await storeEdits(connection, { ...change, historyId, event: TEXT.event.priceListSaved });
  await connection.query(
    `UPDATE list_version SET version = $3, last_change = $4,
            (item_count, negative_count) = (
              SELECT count(*) FILTER (WHERE price_type <> 1), count(*) FILTER (WHERE price_type = 1)
                FROM price_item WHERE apo_id = $1 AND product_group = $2)
      WHERE apo_id = $1 AND product_group = $2`,
    [apoId, group, change.version, at],
  );
}

/** The groups a save touches follow from the PZN; only new exclusions name theirs (rule 4.14). */
async function groupsOf(connection: pg.PoolClient, apoId: number, products: Body['products']): Promise<ProductGroup[]> {
  const { rows } = await connection.query<{ group: ProductGroup }>(
    'SELECT DISTINCT product_group AS "group" FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)',
    [apoId, products.map((product) => product.pzn)],
  );
  const named = products.flatMap((product) => product.productGroup ?? []);
  const touched = new Set([...rows.map((row) => row.group), ...named]);
  return PRODUCT_GROUPS.filter((group) => touched.has(group));
}

async function readOpenUpdates(connection: pg.PoolClient, apoId: number, groups: ProductGroup[]) {
  const { rows } = await connection.query<{ id: number; kind: string }>(
    'SELECT id, kind FROM price_update WHERE apo_id = $1 AND product_group = ANY($2) AND status = 0',
    [apoId, groups],
  );
  return {
    editBlocked: rows.some((row) => row.kind === 'LZD'),
    blocking: rows.filter((row) => row.kind !== 'LZD').map((row) => row.id),
  };
}

async function readListed(connection: pg.PoolClient, apoId: number, pzns: string[]): Promise<Map<string, StoredRow>> {
  const { rows } = await connection.query<{
    pzn: string;
    productGroup: ProductGroup;
    priceType: PriceType;
    calculated: number | null;
    manual: number | null;
    changedVersion: string;
  }>(
    `SELECT pzn, product_group AS "productGroup", price_type AS "priceType", (calculated_price * 100)::int AS calculated,
            (manual_price * 100)::int AS manual, changed_version AS "changedVersion"
       FROM price_item WHERE apo_id = $1 AND pzn = ANY($2)`,
    [apoId, pzns],
  );
  return new Map(rows.map((row) => [row.pzn, { ...row, changedVersion: Number(row.changedVersion) }]));
}

async function readKnown(connection: pg.PoolClient, pzns: string[]): Promise<Map<string, ProductGroup | null>> {
  if (pzns.length === 0) return new Map();
  const { rows } = await connection.query<{ pzn: string; group: ProductGroup | null }>(
    'SELECT pzn, product_group AS "group" FROM product WHERE pzn = ANY($1)',
    [pzns],
  );
  return new Map(rows.map((row) => [row.pzn, row.group]));
}
