import { PAST_APPROVER, type World } from './world.ts';

/** Opens an attacker's packages again and undoes what would make his next calls cheap. */
export async function restore({ pool, lastPackage }: World, apoIds: readonly number[]): Promise<void> {
  const connection = await pool.connect();
  try {
    await connection.query(`SET session_replication_role = replica`);
    for (const table of ['price_update_outcome', 'price_update_approval', 'till_refused']) {
      await connection.query(`DELETE FROM ${table} WHERE apo_id = ANY ($1)`, [apoIds]);
    }
    await connection.query(`DELETE FROM price_update WHERE apo_id = ANY ($1) AND id > $2`, [apoIds, lastPackage]);
    await connection.query(
      `UPDATE price_update SET status = 0, approver = NULL, approved_at = NULL, closed_reason = NULL, closed_how = NULL,
              auto_action = NULL, auto_action_at = NULL WHERE apo_id = ANY ($1) AND approver IS DISTINCT FROM $2`,
      [apoIds, PAST_APPROVER],
    );
    await connection.query(
      `UPDATE pharmacy SET parent_apo_id = NULL, till_profile = 'csv', till_layout = NULL WHERE apo_id = ANY ($1)`,
      [apoIds],
    );
    await connection.query(`SET session_replication_role = DEFAULT`);
  } finally {
    connection.release();
  }
}
