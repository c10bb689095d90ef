import { REASON } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { knowsListVersion, knowsUpdateVersion } from '../../db/known-versions.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { UpdateRow } from './lock-update.ts';
import type { SentEdits } from './store-drafts.ts';

/**
 * Loaded before a restore (ADR 26).
 * @throws PortalError 409
 */
export async function requireKnownVersions(
  db: Queryable,
  { id, apoId, group }: UpdateRow,
  { version, listVersion, products }: SentEdits,
): Promise<void> {
  const known =
    (version === undefined || (await knowsUpdateVersion(db, { apoId, updateId: id, version }))) &&
    (listVersion === undefined || (await knowsListVersion(db, { apoId, group, version: listVersion })));
  if (known) return;
  throw new PortalError(409, REASON.conflict, TEXT.lostVersion, { pzns: products.map((row) => row.pzn) });
}
