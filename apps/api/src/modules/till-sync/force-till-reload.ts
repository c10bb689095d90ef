import type { Queryable } from '../../db/database.ts';
import { expectOne } from '../../db/update-one.ts';

/** In the transaction that exchanges the list (rule 8.5). */
export async function forceTillReload(connection: Queryable, apoId: number): Promise<void> {
  const sql = 'UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1';
  expectOne(await connection.query(sql, [apoId]), 'pharmacy');
}
