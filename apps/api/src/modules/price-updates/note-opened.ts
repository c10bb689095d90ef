import { PACKAGE_KINDS } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import type { UpdateRow } from './lock-update.ts';
import { command, run } from '../../db/statement.ts';

const NOTE_OPENED = command(`UPDATE price_update SET opened_at = $3
      WHERE apo_id = $1 AND id = (SELECT id FROM price_update WHERE apo_id = $1 AND id = $2 AND opened_at IS NULL FOR UPDATE SKIP LOCKED)`);

/** When, not who (rule 6.28); skipped while locked. */
export async function noteOpened(db: Queryable, { apoId, id, kind, status }: UpdateRow, at: Date): Promise<void> {
  if (!PACKAGE_KINDS[kind].tracksSteps || status !== 0) return;
  await run(db, NOTE_OPENED, [apoId, id, at]);
}
