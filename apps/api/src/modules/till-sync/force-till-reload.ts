import type { Queryable } from '../../db/database.ts';
import { expectOne } from '../../db/update-one.ts';

/**
 * Makes every cursor of a pharmacy worthless, so that its till loads the whole list again. To be called in the transaction
 * that exchanges the list, as linking and removing a mirror do (rule 8.5).
 */
export async function forceTillReload(connection: Queryable, apoId: number): Promise<void> {
  const sql = 'UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1';
  expectOne(await connection.query(sql, [apoId]), 'pharmacy');
}
