import { grossProfitChange } from '@portal/rules';
import type pg from 'pg';
import { ask, statement } from '../../db/statement.ts';
import type { UpdateRow } from './lock-update.ts';

/** What an approval was worth, as `price_update` keeps it: cents, the changed rows they rest on, and those left out. */
export type ApprovalEffect = {
  readonly effectCents: number;
  readonly effectRows: number;
  readonly effectMissing: number;
};

/**
 * The effect of the price changes that an approval has just recorded (rule 14.36), in the transaction of the approval: units are
 * those of today, and later ones would say something else.
 * @param listVersion the list's version that the approval made; null where it changed nothing
 */
export async function effectOfApproval(
  connection: pg.PoolClient,
  { apoId, group }: Pick<UpdateRow, 'apoId' | 'group'>,
  listVersion: number | null,
): Promise<ApprovalEffect> {
  const changes = listVersion === null ? [] : await ask(connection, CHANGES, [apoId, group, listVersion]);
  let effectCents = 0;
  let effectMissing = 0;
  for (const { before, after, units } of changes) {
    if (before === null || after === null || units === null) effectMissing++;
    else effectCents += grossProfitChange(before, after, units);
  }
  return { effectCents, effectRows: changes.length - effectMissing, effectMissing };
}

const CHANGES = statement<{ before: number | null; after: number | null; units: number | null }>(
  { before: 'int?', after: 'int?', units: 'int?' },
  `SELECT (c.old_price * 100)::int AS before, (c.new_price * 100)::int AS after, i.units
     FROM price_change c LEFT JOIN price_item i USING (apo_id, pzn)
    WHERE c.apo_id = $1 AND c.product_group = $2 AND c.list_version = $3 AND c.old_price IS DISTINCT FROM c.new_price`,
);
