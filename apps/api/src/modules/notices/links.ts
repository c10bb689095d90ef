import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { maskAddress } from './mask-address.ts';

export type LinkPurpose = 'confirm' | 'withdraw';

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

const ISSUE = command(
  'INSERT INTO notice_link (apo_id, hash, address_id, purpose, expires_at) VALUES ($1, $2, $3, $4, $5)',
);

/** 256 random bits; only the hash is stored. */
export async function issueLink(
  db: Queryable,
  { apoId, addressId, purpose, expiresAt }: { apoId: number; addressId: string; purpose: LinkPurpose; expiresAt: Date },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await run(db, ISSUE, [apoId, hashOf(token), addressId, purpose, expiresAt]);
  return token;
}

const LINKED = statement(
  { apoId: 'int', addressId: 'bigint' },
  `SELECT apo_id AS "apoId", address_id AS "addressId" FROM notice_link WHERE hash = $1 AND purpose = $2 AND expires_at > $3`,
);

async function findLinked(db: Queryable, purpose: LinkPurpose, token: string, now: Date) {
  const [linked] = await ask(db, LINKED, [hashOf(token), purpose, now]);
  return linked;
}

const ABOUT = statement(
  { pharmacy: 'text', address: 'text' },
  `SELECT p.name AS pharmacy, a.address FROM notice_address a JOIN pharmacy p USING (apo_id) WHERE a.apo_id = $1 AND a.id = $2`,
);

/** No more than the mail said; null as for `useLink` false (rule 15.2). */
export async function readLink(
  { database, clock }: { database: Database; clock: Clock },
  purpose: LinkPurpose,
  token: string,
): Promise<{ pharmacy: string; masked: string } | null> {
  const linked = await findLinked(database.pool, purpose, token, clock.now());
  const [about] = linked ? await ask(database.pool, ABOUT, [linked.apoId, linked.addressId]) : [];
  return about ? { pharmacy: about.pharmacy, masked: maskAddress(about.address) } : null;
}

/**
 * Rule 15.2.
 * @returns whether the link was valid; nothing happens otherwise
 */
export async function useLink(
  { database, clock }: { database: Database; clock: Clock },
  purpose: LinkPurpose,
  token: string,
): Promise<boolean> {
  const now = clock.now();
  const linked = await findLinked(database.pool, purpose, token, now);
  if (!linked) return false;
  const address = [linked.apoId, linked.addressId];
  if (purpose === 'withdraw') await run(database.pool, REMOVE, address);
  else await run(database.pool, CONFIRM, [...address, now]);
  return true;
}

const REMOVE = command(`DELETE FROM notice_address WHERE apo_id = $1
  AND lower(address) = (SELECT lower(address) FROM notice_address WHERE apo_id = $1 AND id = $2)`);

const CONFIRM =
  command(`UPDATE notice_address SET confirmed_at = $3, seen_at = CASE WHEN subject IS NULL THEN $3 ELSE seen_at END
  WHERE apo_id = $1 AND id = $2 AND confirmed_at IS NULL`);
