import type { ApprovalFlag, ProductGroup, ResetChoice, UpdateKind } from '@portal/rules';
import type pg from 'pg';
import type { Queryable } from '../../db/database.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { refuseMirror } from '../mirrors/lock-pharmacies.ts';
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
  readonly approver: string | null;
  readonly approvedAt: Date | null;
  readonly approvedListVersion: number | null;
  readonly closedReason: string | null;
  readonly readyForApproval: boolean;
  readonly resetChoice: ResetChoice | null;
  readonly sortOrderSetting: string | null;
  readonly filterSetting: string | null;
  readonly itemCount: number;
};

/** Names a package as paths do; an id of another pharmacy, kind or group is unknown. */
export type UpdateKey = { kind: UpdateKind; apoId: number; id: number; group?: ProductGroup };

type Raw = Omit<UpdateRow, 'version' | 'approvedListVersion'> & { version: string; approvedListVersion: string | null };

/**
 * Finds a package.
 * @throws PortalError 404
 */
export async function findUpdate(db: Queryable, key: UpdateKey): Promise<UpdateRow> {
  const { rows } = await db.query<Raw>(
    `SELECT id, kind, apo_id AS "apoId", product_group AS "group", status, version, created_at AS "createdAt",
            updated_at AS "updatedAt", auto_action_at AS "autoActionAt", auto_action AS "autoAction",
            reopened_at AS "reopenedAt", approver, approved_at AS "approvedAt",
            approved_list_version AS "approvedListVersion", closed_reason AS "closedReason",
            ready_for_approval AS "readyForApproval", reset_choice AS "resetChoice",
            sort_order_setting AS "sortOrderSetting", filter_setting AS "filterSetting", item_count AS "itemCount"
       FROM price_update WHERE id = $1 AND kind = $2 AND apo_id = $3 AND product_group = coalesce($4, product_group)`,
    [key.id, key.kind, key.apoId, key.group ?? null],
  );
  const row = rows[0];
  if (!row) throw notFound();
  const approved = row.approvedListVersion;
  return { ...row, version: Number(row.version), approvedListVersion: approved === null ? null : Number(approved) };
}

/** The list under its lock. */
export type LockedList = { readonly version: number; readonly flag: ApprovalFlag; readonly qdpFlag: ApprovalFlag };

/**
 * Locks a list, making it known when it is new. Every writer of a list or of its packages does so first.
 * @throws PortalError 403 when the pharmacy has become a mirror
 */
export async function lockList(connection: pg.PoolClient, apoId: number, group: ProductGroup): Promise<LockedList> {
  await connection.query(
    'INSERT INTO list_version (apo_id, product_group, version) VALUES ($1, $2, 0) ON CONFLICT DO NOTHING',
    [apoId, group],
  );
  const { rows } = await connection.query<{ version: string; flag: ApprovalFlag; qdpFlag: ApprovalFlag }>(
    `SELECT version, flag, qdp_flag AS "qdpFlag" FROM list_version WHERE apo_id = $1 AND product_group = $2 FOR UPDATE`,
    [apoId, group],
  );
  await refuseMirror(connection, apoId);
  const row = rows[0] as (typeof rows)[number];
  return { ...row, version: Number(row.version) };
}

/**
 * Locks the list, then the package, in that order everywhere, so that no two writers wait for each other.
 * @throws PortalError 404
 */
export async function lockUpdate(
  connection: pg.PoolClient,
  key: UpdateKey,
): Promise<{ list: LockedList; update: UpdateRow }> {
  const group = key.group ?? (await findUpdate(connection, key)).group;
  const list = await lockList(connection, key.apoId, group);
  await connection.query('SELECT 1 FROM price_update WHERE id = $1 FOR UPDATE', [key.id]);
  return { list, update: await findUpdate(connection, { ...key, group }) };
}

/**
 * Refuses a package that is not open any more, saying what became of it.
 * @throws PortalError 409
 */
export function requireOpen(update: UpdateRow): void {
  if (update.status > 0) {
    throw wrongState(UPDATE_TEXT.alreadyApproved(update.approver ?? '', update.approvedAt ?? update.updatedAt));
  }
  if (update.status < 0) throw wrongState(UPDATE_TEXT.alreadyDeleted(update.updatedAt, update.closedReason));
}
