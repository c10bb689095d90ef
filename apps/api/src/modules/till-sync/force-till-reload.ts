import type { Queryable } from '../../db/database.ts';
import { expectOne } from '../../db/update-one.ts';
import { command, run } from '../../db/statement.ts';

const RAISE_EPOCH = command('UPDATE pharmacy SET till_epoch = till_epoch + 1 WHERE apo_id = $1');

/** In the transaction that exchanges the list (rule 8.5). */
export async function forceTillReload(connection: Queryable, apoId: number): Promise<void> {
  expectOne(await run(connection, RAISE_EPOCH, [apoId]), 'pharmacy');
}
