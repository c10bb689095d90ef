import { REASON } from '@portal/contracts';
import { PACKAGE_KINDS, type ProductGroup, type ResetChoice, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { ask, command, prepared, run, statement } from '../../db/statement.ts';
import { notFound, PortalError, wrongState } from '../../http/errors.ts';
import { type LockedList, lockList, type PharmacyLock, tryLockLists } from '../price-writing/index.ts';
import { DOUBTED } from '../../db/doubted-sql.ts';
import { UPDATE_TEXT } from './update-texts.ts';

/** A package as its table has it. */
export type UpdateRow = {
  readonly id: number;
  readonly kind: UpdateKind;
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly status: number;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly autoActionAt: Date | null;
  readonly autoAction: 'approve' | 'delete' | null;
  readonly reopenedAt: Date | null;
  /** Rule 12.7. */
  readonly heldAt: Date | null;
  readonly heldRows: number | null;
  readonly approver: string | null;
  readonly approvedAt: Date | null;
  readonly approvedListVersion: number | null;
  readonly closedReason: string | null;
  readonly readyForApproval: boolean;
  readonly resetChoice: ResetChoice | null;
  /** LZD: its list was empty when it arrived. */
  readonly firstCalculation: boolean;
  readonly sortOrderSetting: string | null;
  readonly filterSetting: string | null;
  readonly itemCount: number;
  /** Parts that were approved before the rest (rule 6.31). */
  readonly parts: number;
  /** Rule 20.17. */
  readonly isDoubted: boolean;
};

/** Ids of another pharmacy, kind or group are unknown. */
export type UpdateKey = { kind: UpdateKind; apoId: number; id: number; group?: ProductGroup };

type Raw = Omit<UpdateRow, 'version' | 'approvedListVersion'> & {
  version: string;
  approvedListVersion: string | null;
  rowsDropped: boolean;
};

const FIND_UPDATE = prepared(
  statement<Raw>(
    {
      id: 'int',
      kind: 'text',
      apoId: 'int',
      group: 'text',
      status: 'int',
      version: 'bigint',
      createdAt: 'time',
      updatedAt: 'time',
      autoActionAt: 'time?',
      autoAction: 'text?',
      reopenedAt: 'time?',
      heldAt: 'time?',
      heldRows: 'int?',
      approver: 'text?',
      approvedAt: 'time?',
      approvedListVersion: 'bigint?',
      closedReason: 'text?',
      readyForApproval: 'bool',
      resetChoice: 'int?',
      firstCalculation: 'bool',
      sortOrderSetting: 'text?',
      filterSetting: 'text?',
      itemCount: 'int',
      parts: 'int',
      isDoubted: 'bool',
      rowsDropped: 'bool',
    },
    `SELECT id, kind, apo_id AS "apoId", product_group AS "group", status, version, created_at AS "createdAt",
          updated_at AS "updatedAt", auto_action_at AS "autoActionAt", auto_action AS "autoAction",
          reopened_at AS "reopenedAt", held_at AS "heldAt", held_rows AS "heldRows", approver, approved_at AS "approvedAt",
          approved_list_version AS "approvedListVersion", closed_reason AS "closedReason",
          ready_for_approval AS "readyForApproval", reset_choice AS "resetChoice",
          first_calculation AS "firstCalculation",
          sort_order_setting AS "sortOrderSetting", filter_setting AS "filterSetting", item_count AS "itemCount",
          (SELECT count(*)::int FROM price_update_approval a WHERE a.apo_id = $3 AND a.update_id = $1) AS parts,
          ${DOUBTED} AS "isDoubted", rows_dropped_at IS NOT NULL AS "rowsDropped"
     FROM price_update WHERE id = $1 AND kind = $2 AND apo_id = $3 AND product_group = coalesce($4, product_group)`,
  ),
);

/**
 * Finds a package.
 * @throws PortalError 404, 403 (rule 6.34)
 */
export async function findUpdate(db: Queryable, key: UpdateKey): Promise<UpdateRow> {
  const rows = await ask(db, FIND_UPDATE, [key.id, key.kind, key.apoId, key.group ?? null]);
  const row = rows[0];
  if (!row) throw notFound();
  if (row.rowsDropped) throw new PortalError(403, REASON.forbidden, UPDATE_TEXT.gone);
  const approved = row.approvedListVersion;
  return { ...row, version: Number(row.version), approvedListVersion: approved === null ? null : Number(approved) };
}

export type LockedUpdate = { readonly list: LockedList; readonly active: number; readonly update: UpdateRow };

/**
 * In the order of all writers (price-writing/locks.ts). Rule 13.6.
 * @param pharmacy 'change' when the contract may be activated
 * @throws PortalError 404, 403
 */
export async function lockUpdate(
  connection: pg.PoolClient,
  key: UpdateKey,
  pharmacy: PharmacyLock = 'read',
): Promise<LockedUpdate> {
  const group = key.group ?? (await findUpdate(connection, key)).group;
  const { list, active } = await lockList(connection, { apoId: key.apoId, group, pharmacy });
  return { list, active, update: await lockRow(connection, { ...key, group }) };
}

/** @returns undefined when locked and `wait` is not set */
export async function tryLockUpdate(
  connection: pg.PoolClient,
  key: UpdateKey & { group: ProductGroup },
  { wait }: { wait: boolean },
): Promise<LockedUpdate | undefined> {
  const options = { apoId: key.apoId, groups: [key.group], pharmacy: approvalLock(key.kind), skipLocked: !wait };
  const locked = await tryLockLists(connection, options);
  const list = locked?.lists[0];
  return list && { list, active: locked.active, update: await lockRow(connection, key) };
}

/** How approval locks the pharmacy; one that activates the contract changes it (rule 6.20). */
export function approvalLock(kind: UpdateKind): PharmacyLock {
  return PACKAGE_KINDS[kind].activatesContract ? 'change' : 'read';
}

const LOCK_UPDATE = prepared(command('SELECT FROM price_update WHERE apo_id = $1 AND id = $2 FOR UPDATE'));

async function lockRow(connection: pg.PoolClient, key: UpdateKey): Promise<UpdateRow> {
  // Separate: the next statement sees what it waited for.
  await run(connection, LOCK_UPDATE, [key.apoId, key.id]);
  return findUpdate(connection, key);
}

/** @throws PortalError 409 */
export function requireOpen(update: UpdateRow): void {
  if (update.status > 0) {
    throw wrongState(UPDATE_TEXT.alreadyApproved(update.approver ?? '', update.approvedAt ?? update.updatedAt));
  }
  if (update.status < 0) throw wrongState(UPDATE_TEXT.alreadyDeleted(update.updatedAt, update.closedReason));
}
