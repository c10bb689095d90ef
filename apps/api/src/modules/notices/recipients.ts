import { createHmac } from 'node:crypto';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { DAY_MS, SEEN_DAYS } from './periods.ts';

/** Confirmed, seen lately, with access; one mail per address. `seenSince`: e.g. $1. */
export const recipientsSql = (
  seenSince: string,
) => `SELECT DISTINCT ON (a.apo_id, lower(a.address)) a.id, a.apo_id, a.address
  FROM notice_address a JOIN pharmacy p USING (apo_id)
 WHERE a.confirmed_at IS NOT NULL AND a.seen_at > ${seenSince} AND p.pilot_access AND p.parent_apo_id IS NULL
   AND p.active <> 3
 ORDER BY a.apo_id, lower(a.address), a.id`;

/**
 * A salted digest: the outbox holds no address.
 * @param salt a parameter with `recipientSalt`
 */
export const recipientSql = (address: string, salt: string) =>
  `left(encode(sha256(convert_to(${salt}::text || lower(${address}), 'UTF8')), 'hex'), 32)`;

/** Keeps others from finding an address by trying. */
export const recipientSalt = (linkSecret: string): string =>
  createHmac('sha256', linkSecret).update('recipients of notices').digest('base64url');

export const seenSince = (now: Date) => new Date(now.getTime() - SEEN_DAYS * DAY_MS);

const RECIPIENTS = statement(
  { id: 'bigint', recipient: 'text' },
  `SELECT id, ${recipientSql('address', '$3')} AS recipient FROM (${recipientsSql('$1')}) r WHERE apo_id = $2`,
);

/** Who gets mails of a pharmacy now (rules 15.4 and 23.7). */
export function readRecipients(
  db: Queryable,
  { apoId, now, salt }: { apoId: number; now: Date; salt: string },
): Promise<{ id: string; recipient: string }[]> {
  return ask(db, RECIPIENTS, [seenSince(now), apoId, salt]);
}
