import { guardrailBreaches, type GuardedPrice, type Guardrails, vatPercentOf } from '@portal/rules';
import type pg from 'pg';
import sql, { type Sql } from 'sql-template-tag';
import { readSetting } from '../../db/setting-sql.ts';
import { ask, composed } from '../../db/statement.ts';
import { SYSTEM, writeHistory } from '../history-writing/index.ts';
import { EFFECTIVE_AFTER, EFFECTIVE_BEFORE, type LockedList } from '../price-writing/index.ts';
import { applyApproval } from './apply-approval.ts';
import { approvedRows } from './approved-rows.ts';
import { changeUpdate } from './change-update.ts';
import type { UpdateRow } from './lock-update.ts';
import { UPDATE_EVENT } from './update-texts.ts';

/**
 * Waits for a person where a guardrail breaks (rule 12.7).
 * @returns false when it waits
 * @throws PortalError as `applyApproval`
 */
export async function approveAutomatically(
  connection: pg.PoolClient,
  { list, update }: { list: LockedList; update: UpdateRow },
  at: Date,
): Promise<boolean> {
  const guardrails = await readSetting(connection, 'guardrails', update);
  const rows = guardrails.holdOnBreach ? await countBreaches(connection, update, guardrails) : 0;
  if (rows === 0) {
    await applyApproval(connection, { list, update }, { actor: SYSTEM, at });
    return true;
  }
  const held = { heldAt: at, heldRows: rows, updatedAt: at, autoActionAt: null, autoAction: null };
  await changeUpdate(connection, update, held);
  const event = UPDATE_EVENT.held(update, rows);
  const { apoId, group: productGroup } = update;
  await writeHistory(connection, { apoId, at, event, actor: SYSTEM, productGroup, update, hasLog: false });
  return false;
}

async function countBreaches(connection: pg.PoolClient, update: UpdateRow, guardrails: Guardrails): Promise<number> {
  const columns = {
    before: 'int?',
    after: 'int?',
    aep: 'int?',
    avp: 'int?',
    umfeldMin: 'int?',
    umfeldAvg: 'int?',
    umfeldMax: 'int?',
    vatPercent: 'int?',
  } as const;
  const judged = composed<Omit<GuardedPrice, 'vatPercent'> & { vatPercent: number | null }>(
    columns,
    guardedSql(update),
  );
  const rows = await ask(connection, judged);
  const breaks = (row: (typeof rows)[number]) =>
    guardrailBreaches({ ...row, vatPercent: vatPercentOf(row.vatPercent) }, guardrails).length > 0;
  return rows.filter(breaks).length;
}

/** What the package does not bring is the list's. */
export function guardedSql(update: Parameters<typeof approvedRows>[0]): Sql {
  const cents = (euros: Sql) => sql`(${euros} * 100)::int`;
  const [loaded] = approvedRows(update);
  return sql`SELECT ${cents(EFFECTIVE_BEFORE)} AS before,
            ${cents(EFFECTIVE_AFTER)} AS after,
            ${cents(sql`aep`)} AS aep, ${cents(sql`avp`)} AS avp, ${cents(sql`price_min`)} AS "umfeldMin",
            ${cents(sql`price_avg`)} AS "umfeldAvg", ${cents(sql`price_max`)} AS "umfeldMax", vat_percent AS "vatPercent"
       FROM (${loaded}) rows LEFT JOIN product USING (pzn)`;
}
