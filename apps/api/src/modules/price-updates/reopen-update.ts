import { autoActionFor } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { nextVersion } from '../../db/next-version.ts';
import { wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { raiseList } from './apply-approval.ts';
import type { LockedList } from '../price-writing/index.ts';
import { lockUpdate, requireOpen, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { effectiveSql } from './resolve-sql.ts';
import { isReopenable } from './update-abilities.ts';
import { UPDATE_EVENT, UPDATE_TEXT } from './update-texts.ts';

/**
 * Takes an approval back (rule 6.21): the list gets its rows from before, the package is open again with its edits, and
 * the clock starts anew. A contract that the approval activated stays active.
 * @throws PortalError 404, 409 when it is not approved or must not be reopened any more
 */
export function reopenUpdate(
  deps: { database: Database; clock: Clock },
  { key, actor }: { key: UpdateKey; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const { list, update } = await lockUpdate(connection, key);
    if (update.status === 0) throw wrongState(UPDATE_TEXT.alreadyOpen);
    if (update.status < 0) requireOpen(update);
    if (!(await isReopenable(connection, update))) throw wrongState(UPDATE_TEXT.notReopenable);
    await restore(connection, { list, update }, { actor, at: deps.clock.now() });
  });
}

async function restore(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  { actor, at }: { actor: Actor; at: Date },
): Promise<void> {
  const flag = update.kind === 'MDP' ? list.flag : list.qdpFlag;
  const next = autoActionFor(update.kind, flag, { arrivedAt: update.createdAt, reopenedAt: at });
  const version = nextVersion(list.version);
  const won = await connection.query(
    `UPDATE price_update
        SET status = 0, approver = NULL, approved_at = NULL, approved_list_version = NULL, reopened_at = $2, updated_at = $2,
            auto_action_at = $3, auto_action = $4, version = $5
      WHERE id = $1 AND status > 0`,
    [update.id, at, next.at, next.at && next.action, nextVersion(update.version)],
  );
  if (won.rowCount !== 1) throw wrongState(UPDATE_TEXT.alreadyOpen);
  const { rows } = await connection.query<{ effective: boolean }>(
    'SELECT EXISTS (SELECT FROM price_update_outcome WHERE update_id = $1 AND effective) AS effective',
    [update.id],
  );
  const hasLog = rows[0]?.effective ?? false;
  const event = UPDATE_EVENT.reopened;
  const entry = { apoId: update.apoId, at, event, actor, productGroup: update.group, update };
  const historyId = await writeHistory(connection, { ...entry, hasLog });
  await storeChanges(connection, { update, version, at, actor, event, historyId });
  await restoreItems(connection, { update, version, at });
  await connection.query('DELETE FROM price_update_outcome WHERE update_id = $1', [update.id]);
  await raiseList(connection, update, version, at);
}

const BEFORE = effectiveSql('o.price_type', 'o.calculated_price', 'o.manual_price');
const NOW = effectiveSql('i.price_type', 'i.calculated_price', 'i.manual_price');

/** The way back is a price change like any other, so that the till learns of it. Written before the rows change. */
async function storeChanges(
  connection: pg.PoolClient,
  change: { update: UpdateRow; version: number; at: Date; actor: Actor; event: string; historyId: string },
): Promise<void> {
  const { update, actor } = change;
  await connection.query(
    `INSERT INTO price_change (apo_id, pzn, product_group, created_at, event, user_name, actor, avp, old_price, new_price,
                               old_type, new_type, list_version, history_id)
     SELECT $2, o.pzn, $3, $4, $5, $6, $7, coalesce(o.avp, i.avp), ${NOW}, ${BEFORE}, i.price_type, o.price_type, $8, $9
       FROM price_update_outcome o LEFT JOIN price_item i ON i.apo_id = $2 AND i.pzn = o.pzn
      WHERE o.update_id = $1 AND o.effective ORDER BY o.pzn`,
    [
      update.id,
      update.apoId,
      update.group,
      change.at,
      change.event,
      actor.userName,
      actor.subject,
      change.version,
      change.historyId,
    ],
  );
}

const RESTORED = [
  'calculated_price',
  'manual_price',
  'price_type',
  'avp',
  'aep',
  'vhp',
  'price_min',
  'price_avg',
  'price_max',
  'pe_cluster',
  'vh_cluster',
  'units',
] as const;

/**
 * Rows get their before-images back. Where that changes the price, it has changed now: date, version and former price say
 * so. New products leave the list again, dropped ones return.
 */
async function restoreItems(
  connection: pg.PoolClient,
  { update, version, at }: { update: UpdateRow; version: number; at: Date },
): Promise<void> {
  await connection.query(
    `UPDATE price_item i
        SET ${RESTORED.map((column) => `${column} = o.${column}`).join(', ')},
            price_old = CASE WHEN o.effective THEN ${NOW} ELSE o.price_old END,
            changed_at = CASE WHEN o.effective THEN $3 ELSE o.changed_at END,
            changed_version = CASE WHEN o.effective THEN $4 ELSE i.changed_version END
       FROM price_update_outcome o
      WHERE o.update_id = $1 AND o.listed AND o.after_type IS NOT NULL AND i.apo_id = $2 AND i.pzn = o.pzn`,
    [update.id, update.apoId, at, version],
  );
  await connection.query(
    `INSERT INTO price_item (apo_id, pzn, product_group, ${RESTORED.join(', ')}, price_old, changed_at, changed_version)
     SELECT $2, o.pzn, $5, ${RESTORED.map((column) => `o.${column}`).join(', ')}, NULL, $3, $4
       FROM price_update_outcome o WHERE o.update_id = $1 AND o.listed AND o.after_type IS NULL ORDER BY o.pzn`,
    [update.id, update.apoId, at, version, update.group],
  );
  await connection.query(
    `DELETE FROM price_item i USING price_update_outcome o
      WHERE o.update_id = $1 AND NOT o.listed AND i.apo_id = $2 AND i.pzn = o.pzn`,
    [update.id, update.apoId],
  );
}
