import { type ApprovalFlag, type FlagKind, PACKAGE_KINDS, type ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { recomputeDeadline } from '../price-updates/index.ts';
import { lockList } from '../price-writing/index.ts';
import { flagEvent } from './settings-texts.ts';

/**
 * Rule 12.2, one transaction; idempotent. Rule 12.5.
 * @returns the id of a package approved by it
 * @throws PortalError 403, 422
 */
export function changeFlag(
  deps: { database: Database; clock: Clock },
  change: { kind: FlagKind; apoId: number; group: ProductGroup; flag: ApprovalFlag; actor: Actor },
): Promise<number | null> {
  const { kind, apoId, group, flag, actor } = change;
  return deps.database.transaction(async (connection) => {
    const { list, active } = await lockList(connection, { apoId, group });
    const field = PACKAGE_KINDS[kind].clock.flag;
    const before = list[field];
    if (before === flag) return null;
    const at = deps.clock.now();
    await updateOne(connection, 'list_version', { apoId, productGroup: group, [field]: before }, { [field]: flag });
    const event = flagEvent(kind, before, flag);
    await writeHistory(connection, { apoId, at, event, actor, productGroup: group, hasLog: false });
    const changed = { ...list, [field]: flag };
    return recomputeDeadline(connection, { kind, apoId, group, list: changed, active, at });
  });
}
