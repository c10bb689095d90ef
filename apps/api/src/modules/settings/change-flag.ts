import type { ApprovalFlag, ProductGroup } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { recomputeDeadline } from '../price-updates/index.ts';
import { type LockedList, lockLists } from '../price-writing/index.ts';
import { flagEvent } from './settings-texts.ts';

const COLUMN = { MDP: 'flag', QDP: 'qdp_flag' } as const;

/**
 * Changes how the monthly (MDP) or quarterly (QDP) updates of a group are approved, and brings the open package in line in
 * the same transaction (rule 12.2): another deadline, or under an at-once flag the approval by System. Setting the flag that
 * is set already changes nothing.
 * @returns the id of the package that was approved, null when none was
 * @throws PortalError 403 for a mirror, 422 when a draft of that package breaks the rules
 */
export function changeFlag(
  deps: { database: Database; clock: Clock },
  change: { kind: 'MDP' | 'QDP'; apoId: number; group: ProductGroup; flag: ApprovalFlag; actor: Actor },
): Promise<number | null> {
  const { kind, apoId, group, flag, actor } = change;
  return deps.database.transaction(async (connection) => {
    const { lists, active } = await lockLists(connection, { apoId, groups: [group] });
    const list = lists.get(group) as LockedList;
    const before = kind === 'MDP' ? list.flag : list.qdpFlag;
    if (before === flag) return null;
    const at = deps.clock.now();
    await connection.query(`UPDATE list_version SET ${COLUMN[kind]} = $3 WHERE apo_id = $1 AND product_group = $2`, [
      apoId,
      group,
      flag,
    ]);
    const event = flagEvent(kind, before, flag);
    await writeHistory(connection, { apoId, at, event, actor, productGroup: group, hasLog: false });
    const changed = { ...list, [kind === 'MDP' ? 'flag' : 'qdpFlag']: flag };
    return recomputeDeadline(connection, { kind, apoId, group, list: changed, active, at });
  });
}
