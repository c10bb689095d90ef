import { PACKAGE_KINDS } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { type Access, requireVisible } from './update-access.ts';
import { changeUpdate } from './change-update.ts';
import { lockUpdate, requireOpen, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { requireKnownVersions } from './require-known-versions.ts';
import { type SentEdits, storeDrafts } from './store-drafts.ts';
import { UPDATE_EVENT } from './update-texts.ts';
import type pg from 'pg';

export type SentUpdate = SentEdits & {
  readonly sortOrderSetting?: string | null | undefined;
  readonly filterSetting?: string | null | undefined;
};

/**
 * Rule 6.11; idempotent.
 * @throws PortalError 403, 404, 409, 422
 */
export function saveUpdate(
  deps: { database: Database; clock: Clock },
  options: { key: UpdateKey; sent: SentUpdate; actor: Actor; access: Access },
): Promise<{ version: number; saved: number }> {
  const { key, sent, actor } = options;
  return deps.database.transaction(async (connection) => {
    const { update } = await lockUpdate(connection, key);
    requireVisible(update, options.access);
    requireOpen(update);
    await requireKnownVersions(connection, update, sent);
    const saved = await storeDrafts(connection, update, sent, actor);
    const viewed = await storeView(connection, update, sent);
    if (saved === 0 && !viewed) return { version: update.version, saved };
    const at = deps.clock.now();
    const version = await changeUpdate(connection, update, {
      updatedAt: at,
      ...(PACKAGE_KINDS[update.kind].tracksSteps && saved > 0 && { draftSavedAt: at }),
    });
    await writeHistory(connection, {
      apoId: update.apoId,
      at,
      event: UPDATE_EVENT.saved(update),
      actor,
      productGroup: update.group,
      update,
      hasLog: false,
    });
    return { version, saved };
  });
}

export async function storeView(connection: pg.PoolClient, update: UpdateRow, sent: SentUpdate): Promise<boolean> {
  if (!PACKAGE_KINDS[update.kind].savesView) return false;
  const { sortOrderSetting = update.sortOrderSetting, filterSetting = update.filterSetting } = sent;
  if (sortOrderSetting === update.sortOrderSetting && filterSetting === update.filterSetting) return false;
  const asRead = { apoId: update.apoId, id: update.id, version: update.version };
  await updateOne(connection, 'price_update', asRead, { sortOrderSetting, filterSetting });
  return true;
}
