import { REASON } from '@portal/contracts';
import { PACKAGE_KINDS, type ProductGroup, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, statement } from '../../db/statement.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { readBlockedPzns } from './read-price-list.ts';

const OPEN_UPDATES = prepared(
  statement<{ id: number; kind: UpdateKind }>(
    { id: 'int', kind: 'text' },
    'SELECT id, kind FROM price_update WHERE apo_id = $1 AND product_group = ANY($2) AND status = 0',
  ),
);

/**
 * Rule 4.6.
 * @throws PortalError 409
 */
export async function requireEditable(
  db: Queryable,
  apoId: number,
  groups: readonly ProductGroup[],
): Promise<Set<string>> {
  const open = await ask(db, OPEN_UPDATES, [apoId, groups]);
  if (open.some(({ kind }) => PACKAGE_KINDS[kind].blocksList)) {
    throw new PortalError(409, REASON.editBlocked, TEXT.editBlocked);
  }
  const ids = open.map(({ id }) => id);
  return new Set(await readBlockedPzns(db, apoId, ids));
}
