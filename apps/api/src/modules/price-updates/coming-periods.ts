import type { Day } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import type { LockedList } from '../price-writing/index.ts';

/** An LZD that resets the list ends what is to come too (rule 17.5). */
export async function endComing(
  connection: Queryable,
  { apoId, group, version }: LockedList,
  { at, by }: { at: Date; by: string },
): Promise<void> {
  await connection.query(
    `UPDATE price_period SET state = 'ended', ended_version = $3, ended_at = $4, ended_by = $5
      WHERE apo_id = $1 AND product_group = $2 AND state = 'coming'`,
    [apoId, group, version, at, by],
  );
}

/** What an approval has ended before its first day comes again once that is taken back. */
export async function resumeComing(
  connection: Queryable,
  { apoId, group, approvedListVersion }: { apoId: number; group: string; approvedListVersion: number | null },
  today: Day,
): Promise<void> {
  await connection.query(
    `UPDATE price_period p SET state = 'coming', ended_version = NULL, ended_at = NULL, ended_by = NULL
      WHERE p.apo_id = $1 AND p.product_group = $2 AND p.state = 'ended' AND p.began_version IS NULL AND p.ended_version = $3
        AND p.begins_on >= $4 AND EXISTS (SELECT FROM price_item i WHERE i.apo_id = $1 AND i.product_group = $2 AND i.pzn = p.pzn)`,
    [apoId, group, approvedListVersion, today],
  );
}
