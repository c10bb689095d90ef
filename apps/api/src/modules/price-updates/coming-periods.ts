import type { Queryable } from '../../db/database.ts';
import type { LockedList } from '../price-writing/index.ts';
import { command, run } from '../../db/statement.ts';

const END = command(`UPDATE price_period SET state = 'ended', ended_version = $3, ended_at = $4, ended_by = $5
      WHERE apo_id = $1 AND product_group = $2 AND state = 'coming'`);

/** An LZD that resets the list ends what is to come too (rule 17.5). */
export async function endComing(
  connection: Queryable,
  { apoId, group, version }: LockedList,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await run(connection, END, [apoId, group, version, at, by]);
}
