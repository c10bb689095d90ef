import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../history/write-history.ts';
import { type Approval, applyApproval } from './apply-approval.ts';
import { lockUpdate, requireOpen, type UpdateKey } from './lock-update.ts';
import { type SentUpdate, storeView } from './save-update.ts';
import { requireSeen, storeDrafts } from './store-drafts.ts';
import { type Access, requireReleased, requireVisible } from './update-access.ts';

/**
 * Approves a package by hand: the sent rows are merged into the stored drafts, then everything moves into the list in the
 * same transaction (design 6, 7).
 * @throws PortalError 403 for a customer and an unreleased LZD, 404, 409 when it is not open or released, or when somebody
 *   else has edited rows since the caller's version, 422 naming each faulty row; nothing is changed then
 */
export function approveUpdate(
  deps: { database: Database; clock: Clock },
  options: { key: UpdateKey; sent: SentUpdate; actor: Actor; access: Access },
): Promise<Approval> {
  const { key, sent, actor } = options;
  return retryOnTakenProduct(() =>
    deps.database.transaction(async (connection) => {
      const locked = await lockUpdate(connection, key);
      requireOpen(locked.update);
      requireVisible(locked.update, options.access);
      requireReleased(locked.update);
      await storeDrafts(connection, locked.update, sent, actor);
      await requireSeen(connection, locked.update, sent, actor);
      await storeView(connection, locked.update, sent);
      return applyApproval(connection, locked, { actor, at: deps.clock.now() });
    }),
  );
}

/**
 * Two groups of one pharmacy may take in the same new product at the same moment; the later one starts again and then
 * sees that the product belongs to the other group.
 */
export async function retryOnTakenProduct<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    if (code !== '23505' || constraint !== 'price_item_pkey') throw error;
    return run();
  }
}
