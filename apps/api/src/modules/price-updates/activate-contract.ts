import { PHARMACY_ACTIVE } from '@portal/rules';
import type pg from 'pg';
import { askOne, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { tellCustomerCentre } from '../outbox/index.ts';
import type { UpdateRow } from './lock-update.ts';
import { resumeDeadlines } from './resume-deadlines.ts';
import { UPDATE_EVENT } from './update-texts.ts';

const BEFORE = statement(
  { contractStatus: 'int', active: 'int' },
  'SELECT contract_status AS "contractStatus", active FROM pharmacy WHERE apo_id = $1',
);

/**
 * Rules 6.20 and 23.6; a cancelled pharmacy comes back (rule 23.8). The customer centre is told (rule 23.12).
 * @returns true when the contract was not active before
 */
export async function activateContract(
  connection: pg.PoolClient,
  update: UpdateRow,
  { actor, at }: { actor: Actor; at: Date },
): Promise<boolean> {
  const { apoId, kind, id, group: productGroup } = update;
  const before = await askOne(connection, BEFORE, [apoId]);
  const isNew = before.contractStatus === 0;
  const activation = isNew ? { contractAt: at, contractBy: actor.userName } : {};
  const active = { contractStatus: 1, active: PHARMACY_ACTIVE.active, activeChangedAt: at };
  await updateOne(connection, 'pharmacy', { apoId }, { ...active, ...activation });
  const isBack = before.active !== PHARMACY_ACTIVE.active && before.active !== PHARMACY_ACTIVE.ordered;
  if (before.active === PHARMACY_ACTIVE.cancelled) await resumeDeadlines(connection, { apoId, at });
  for (const [isSo, event] of [
    [isNew, 'contractActivated'],
    [isBack, 'reactivated'],
  ] as const) {
    if (!isSo) continue;
    const entry = { apoId, at, event: UPDATE_EVENT[event], actor, productGroup, update, hasLog: false };
    await writeHistory(connection, entry);
    const approved = { kind, importId: id, productGroup };
    await tellCustomerCentre(connection, { event, package: approved }, { apoId, actor, at });
  }
  return isNew;
}
