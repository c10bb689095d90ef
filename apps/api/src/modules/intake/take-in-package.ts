import type { DeliveryDoubtAnswer, Leaving } from '@portal/contracts';
import {
  approvalFlagOf,
  autoActionFor,
  PACKAGE_KINDS,
  type ProductGroup,
  type ResetChoice,
  type UpdateKind,
  withoutCancelled,
} from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import type { PortalError } from '../../http/errors.ts';
import { type Actor, SYSTEM, writeHistory } from '../history-writing/index.ts';
import {
  approveAutomatically,
  CLOSED_REASON,
  closeUpdate,
  findUpdate,
  leavingSql,
  UPDATE_EVENT,
} from '../price-updates/index.ts';
import { lockList } from '../price-writing/index.ts';
import { planDrafts } from '../standing-rules/index.ts';
import { fileHash, findDelivery, type KnownState } from './find-delivery.ts';
import { readDoubts } from './read-doubts.ts';
import {
  keepOwnRows,
  NAMED_LEAVING,
  readLeaving,
  requireNoOpenUpdate,
  type StagedFile,
  stageFile,
} from './stage-file.ts';
import { type LeftOut, storePackage } from './store-package.ts';
import { requireUploadWindow } from './upload-window.ts';

export type Delivery = {
  readonly kind: UpdateKind;
  /** The pharmacy whose list it is; never a mirror. */
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly file: StagedFile & { readonly name: string };
  /** LZD only; by default by whether the list is empty. */
  readonly resetChoice?: ResetChoice | undefined;
  /** Deliveries of the pricing engine. */
  readonly once: boolean;
  /** Thrown after window and state. */
  readonly nameIssue?: PortalError | undefined;
  readonly changesProducts: boolean;
  readonly actor: Actor;
};

export type TakenIn = {
  id: number;
  rows: number;
  leftOut: LeftOut[];
  /** German sentences on how the file was read. */
  notes: readonly string[];
  approved: boolean;
  known: KnownState | null;
  leaving: Leaving | null;
  doubts: DeliveryDoubtAnswer[];
};

/**
 * One transaction: streamed, checked to its end, then a package; closes an older one; may approve at once (rules 6.1,
 * 6.2 and 7.7). Known deliveries are answered first.
 * @throws PortalError 409, 422
 */
export async function takeInPackage(deps: { database: Database; clock: Clock }, delivery: Delivery): Promise<TakenIn> {
  const hash = await fileHash(delivery.file);
  const known = delivery.once && (await findDelivery(deps.database.pool, delivery, hash));
  if (known) return known;
  if (PACKAGE_KINDS[delivery.kind].isUploaded) {
    requireUploadWindow(deps.clock);
    await requireNoOpenUpdate(deps.database.pool, delivery);
  }
  if (delivery.nameIssue) throw delivery.nameIssue;
  return deps.database.transaction((connection) => store(connection, deps, delivery, hash));
}

async function store(
  connection: pg.PoolClient,
  deps: { clock: Clock },
  delivery: Delivery,
  hash: string,
): Promise<TakenIn> {
  const { kind, apoId, group, actor } = delivery;
  // Before the lock, which is then held briefly.
  const staged = await stageFile(connection, delivery);
  const { list, active } = await lockList(connection, { apoId, group });
  const known = delivery.once && (await findDelivery(connection, delivery, hash));
  if (known) return known;
  const { rows, leftOut, notes } = await keepOwnRows(connection, delivery, staged);
  const doubts = await readDoubts(connection, delivery);

  const at = deps.clock.now();
  const id = await nextId(connection);
  await replaceOpen(connection, delivery, { id, at });
  const { mayResetList } = PACKAGE_KINDS[kind];
  const firstCalculation = mayResetList && (await isEmpty(connection, delivery));
  const resetChoice = mayResetList ? (delivery.resetChoice ?? (firstCalculation ? 0 : 1)) : null;
  const action = withoutCancelled(autoActionFor(kind, approvalFlagOf(kind, list), { arrivedAt: at }), active);
  const planned = await planDrafts(connection, delivery, {
    isDoubted: doubts.length > 0,
    atOnce: action.immediately,
    at,
  });
  await storePackage(connection, {
    id,
    kind,
    apoId,
    group,
    at,
    autoActionAt: action.at,
    autoAction: action.at && action.action,
    resetChoice,
    firstCalculation,
    deliveryHash: delivery.once ? hash : null,
    fileHash: hash,
    itemCount: rows,
    changesProducts: delivery.changesProducts,
    drafts: planned.drafts,
  });
  const update = await findUpdate(connection, { kind, apoId, id, group });
  const event = UPDATE_EVENT.received(update);
  await writeHistory(connection, { apoId, at, event, actor, productGroup: group, update, hasLog: false });
  const written = await planned.describe();
  if (written !== null) {
    const entry = { apoId, at, event: written, actor: SYSTEM, productGroup: group, update, hasLog: false };
    await writeHistory(connection, entry);
  }
  const leaving =
    resetChoice === 0 ? await readLeaving(connection, leavingSql(update, { limit: NAMED_LEAVING })) : null;
  const approved = action.immediately && (await approveAutomatically(connection, { list, update }, at));
  return { id, rows, leftOut, notes, known: null, approved, leaving, doubts };
}

const NEXT_UPDATE_ID = statement(
  { id: 'int' },
  `SELECT nextval(pg_get_serial_sequence('price_update', 'id'))::int AS id`,
);

async function nextId(connection: pg.PoolClient): Promise<number> {
  return (await askOne(connection, NEXT_UPDATE_ID)).id;
}

const LOCK_OPEN_UPDATES = statement(
  { id: 'int' },
  'SELECT id FROM price_update WHERE apo_id = $1 AND product_group = $2 AND kind = $3 AND status = 0 FOR UPDATE',
);

async function replaceOpen(
  connection: pg.PoolClient,
  { kind, apoId, group, actor }: Delivery,
  { id, at }: { id: number; at: Date },
): Promise<void> {
  const rows = await ask(connection, LOCK_OPEN_UPDATES, [apoId, group, kind]);
  for (const older of rows) {
    const update = await findUpdate(connection, { kind, apoId, id: older.id });
    const reason = CLOSED_REASON.replaced(id);
    const closing = { how: 'replaced', reason, event: UPDATE_EVENT.replaced(update, id), actor, at } as const;
    await closeUpdate(connection, update, closing);
  }
}

async function isEmpty(connection: pg.PoolClient, { apoId, group }: Delivery): Promise<boolean> {
  const { rowCount } = await connection.query(
    'SELECT FROM price_item WHERE apo_id = $1 AND product_group = $2 LIMIT 1',
    [apoId, group],
  );
  return rowCount === 0;
}
