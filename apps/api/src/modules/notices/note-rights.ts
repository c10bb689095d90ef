import { mailAddress } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import { type Database, SKIP_WRITER_LIMIT } from '../../db/database.ts';
import { command, prepared, run } from '../../db/statement.ts';
import type { Caller } from '../../auth/verifier.ts';

/** Tokens alone say who may see a pharmacy (rule 15.2): addresses the token no longer covers are removed. */
export async function noteRights(
  { database, clock }: { database: Database; clock: Clock },
  { subject, email, access }: Pick<Caller, 'subject' | 'email' | 'access'>,
): Promise<void> {
  const crmIds = access.pharmacyCrmIds;
  await database.transaction(async (connection) => {
    await run(connection, REMOVE_LOST, [subject, crmIds]);
    if (crmIds.length === 0) return;
    const address = mailAddress(email ?? '');
    if (address !== undefined) await run(connection, TAKE_OVER, [subject, crmIds, address]);
    await run(connection, NOTE_SEEN, [subject, crmIds, clock.now()]);
  }, SKIP_WRITER_LIMIT);
}

const MINE = '(SELECT apo_id FROM pharmacy WHERE crm_company_id = ANY($2::bigint[]))';

const REMOVE_LOST = prepared(command(`DELETE FROM notice_address WHERE subject = $1 AND apo_id NOT IN ${MINE}`));

const TAKE_OVER = prepared(
  command(`UPDATE notice_address a SET subject = $1
  WHERE subject IS NULL AND confirmed_at IS NOT NULL AND lower(address) = lower($3) AND apo_id IN ${MINE}
    AND NOT EXISTS (SELECT FROM notice_address own WHERE own.apo_id = a.apo_id AND own.subject = $1)`),
);

const NOTE_SEEN = prepared(
  command(`UPDATE notice_address SET seen_at = $3
  WHERE subject = $1 AND apo_id IN ${MINE} AND seen_at < $3::timestamptz - interval '1 day'`),
);
