import {
  approvalFlagOf,
  autoActionFor,
  isOfIdentity,
  PACKAGE_KINDS,
  PHARMACY_ACTIVE,
  withoutCancelled,
} from '@portal/rules';
import type pg from 'pg';
import { ask, askOne, command, run, statement } from '../../db/statement.ts';
import { PortalError } from '../../http/errors.ts';
import { SYSTEM, writeHistory } from '../history-writing/index.ts';
import { approveAutomatically, CLOSED_REASON, closeUpdate, findUpdate, UPDATE_EVENT } from '../price-updates/index.ts';
import { lockList } from '../price-writing/index.ts';
import { planDrafts } from '../standing-rules/index.ts';
import { fileHash, findDelivery } from './find-delivery.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { Delivery, IntakeDeps, TakenIn } from './intake-types.ts';
import {
  closeOlderDeliveries,
  lockOpenDelivery,
  markTaken,
  redFile,
  refuseAgain,
  storeRefused,
} from './refused-deliveries.ts';
import { checkArrival } from './check-arrival.ts';
import { keepOwnRows, readLeaving, type ReadFile, readFile, requireNoOpenUpdate } from './stage-file.ts';
import { stagePackage } from './stage-package.ts';
import { storePackage } from './store-package.ts';
import { requireUploadWindow } from './upload-window.ts';

/**
 * One transaction: streamed, checked to its end, then a package; closes an older one; may approve at once (rules 6.1,
 * 6.2 and 7.7). Known deliveries are answered first.
 * @throws PortalError 409, 422
 */
export async function takeInPackage(deps: IntakeDeps, delivery: Delivery): Promise<TakenIn> {
  const hash = await fileHash(delivery.file);
  const known = delivery.once && (await findDelivery(deps.database.pool, delivery, hash));
  if (known) return known;
  if (delivery.once) await refuseAgain(deps.database.pool, delivery, hash);
  if (PACKAGE_KINDS[delivery.kind].isUploaded) {
    requireUploadWindow(deps.clock);
    await requireNoOpenUpdate(deps.database.pool, delivery);
  }
  if (delivery.nameIssue) throw delivery.nameIssue;
  const file = await readFile(delivery);
  const stored = await deps.database.transaction((connection) => store(connection, deps, delivery, { hash, file }));
  // What was refused is stored, and thus committed.
  if (stored instanceof PortalError) throw stored;
  return stored;
}

async function store(
  connection: pg.PoolClient,
  deps: IntakeDeps,
  delivery: Delivery,
  { hash, file }: { hash: string; file: ReadFile },
): Promise<TakenIn | PortalError> {
  const { kind, apoId, group, actor } = delivery;
  // Before the lock, which is then held briefly.
  const { staged, read } = file;
  await stagePackage(connection, read);
  const { list, active } = await lockList(connection, { apoId, group });
  const known = delivery.once && (await findDelivery(connection, delivery, hash));
  if (known) return known;
  if (delivery.once) await refuseAgain(connection, delivery, hash);
  const { rows, leftOut, notes, foreign } = await keepOwnRows(connection, delivery, staged);
  const { limits, refusesRed } = deps.config.deliveries;
  const { doubts, certificate, arrival } = await checkArrival(connection, delivery, staged, foreign, limits);

  const at = deps.clock.now();
  if (delivery.refused) await lockOpenDelivery(connection, { apoId, id: delivery.refused.id });
  const isRefused = certificate.colour === 'red' && refusesRed && !delivery.takesRed;
  if (isRefused && !delivery.once) return redFile(certificate);
  await closeOlderDeliveries(connection, delivery, at);
  if (isRefused) return storeRefused(connection, delivery, { certificate, hash, at });
  const id = await nextId(connection);
  await replaceOpen(connection, delivery, { id, at });
  const { mayResetList } = PACKAGE_KINDS[kind];
  const firstCalculation = mayResetList && (await isEmpty(connection, delivery));
  const resetChoice = mayResetList ? (delivery.resetChoice ?? (firstCalculation ? 0 : 1)) : null;
  const takenByHand = delivery.takesRed || delivery.refused ? true : undefined;
  const isDoubted = certificate.colour !== 'green' && !takenByHand;
  const times = { arrivedAt: at, isDoubted };
  const action = withoutCancelled(autoActionFor(kind, approvalFlagOf(kind, list), times), active);
  const planned = await planDrafts(connection, delivery, {
    isDoubted,
    isCancelled: active === PHARMACY_ACTIVE.cancelled,
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
    deliveryHash: delivery.once || delivery.refused ? hash : null,
    fileHash: hash,
    itemCount: rows,
    changesProducts: delivery.changesProducts,
    holdsProducts: certificate.checks.some(
      ({ check, result }) => isOfIdentity(check) && result !== 'passed' && result !== 'unjudged',
    ),
    drafts: planned.drafts,
    arrival: { ...arrival, takenByHand },
  });
  if (delivery.refused) await markTaken(connection, delivery, delivery.refused, { updateId: id, at });
  const update = await findUpdate(connection, { kind, apoId, id, group });
  const event = UPDATE_EVENT.received(update) + (delivery.refused ? INTAKE_TEXT.despite(delivery.refused.reason) : '');
  await writeHistory(connection, { apoId, at, event, actor, productGroup: group, update, hasLog: false });
  const written = await planned.describe();
  if (written !== null) {
    const entry = { apoId, at, event: written, actor: SYSTEM, productGroup: group, update, hasLog: false };
    await writeHistory(connection, entry);
  }
  const leaving = resetChoice === 0 ? await readLeaving(connection, update) : null;
  const approved = action.immediately && (await approveAutomatically(connection, { list, update }, at));
  return { id, rows, leftOut, notes, known: null, approved, leaving, doubts, certificate };
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

const ANY_ROW = command('SELECT FROM price_item WHERE apo_id = $1 AND product_group = $2 LIMIT 1');

async function isEmpty(connection: pg.PoolClient, { apoId, group }: Delivery): Promise<boolean> {
  const rowCount = await run(connection, ANY_ROW, [apoId, group]);
  return rowCount === 0;
}
