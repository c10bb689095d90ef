import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../history-writing/index.ts';
import { type Approval, applyApproval } from './apply-approval.ts';
import { approvalLock, lockUpdate, requireOpen, type UpdateKey } from './lock-update.ts';
import { requireKnownVersions } from './require-known-versions.ts';
import { type SentUpdate, storeView } from './save-update.ts';
import { requireSeen, storeDrafts } from './store-drafts.ts';
import { type Access, requireReleased, requireVisible } from './update-access.ts';

/**
 * Rule 6.17.
 * @throws PortalError 403, 404, 409, 422
 */
export function approveUpdate(
  deps: { database: Database; clock: Clock },
  options: { key: UpdateKey; sent: SentUpdate; actor: Actor; access: Access },
): Promise<Approval> {
  const { key, sent, actor } = options;
  return deps.database.transaction(async (connection) => {
    const locked = await lockUpdate(connection, key, approvalLock(key.kind));
    requireVisible(locked.update, options.access);
    requireOpen(locked.update);
    requireReleased(locked.update);
    await requireKnownVersions(connection, locked.update, sent);
    await storeDrafts(connection, locked.update, sent, actor);
    await requireSeen(connection, locked.update, sent, actor);
    await storeView(connection, locked.update, sent);
    return applyApproval(connection, locked, { actor, at: deps.clock.now() });
  });
}
