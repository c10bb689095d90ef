import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import type { Actor } from '../history-writing/index.ts';
import { lockUpdate, requireOpen, takeBackPart, type UpdateKey } from '../price-updates/index.ts';

/**
 * Rule 6.32.
 * @throws PortalError 404, 409
 */
export function removePart(
  deps: { database: Database; clock: Clock },
  { key, number, actor }: { key: UpdateKey; number: number; actor: Actor },
): Promise<void> {
  return deps.database.transaction(async (connection) => {
    const locked = await lockUpdate(connection, key);
    requireOpen(locked.update);
    await takeBackPart(connection, locked, { number, actor, at: deps.clock.now() });
  });
}
