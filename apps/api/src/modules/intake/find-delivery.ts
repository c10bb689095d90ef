import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { formatDate, type ProductGroup, type UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, statement, typed, type RowFrom } from '../../db/statement.ts';
import type { ClosedHow } from '../price-updates/index.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { KnownState } from './intake-types.ts';

/** The name belongs to it. */
export async function fileHash({ path, name }: { path: string; name: string }): Promise<string> {
  const hash = createHash('sha256').update(`${name}\0`);
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('base64url');
}

const COLUMNS = {
  id: 'int',
  rows: 'int',
  status: 'int',
  how: typed<ClosedHow | null>('text?'),
  reason: 'text?',
  approver: 'text?',
  approvedAt: 'time?',
  updatedAt: 'time',
  newer: 'int?',
} as const;
type Row = RowFrom<typeof COLUMNS>;

const KNOWN_DELIVERY = statement(
  COLUMNS,
  `SELECT u.id, u.item_count AS rows, u.status, u.closed_how AS how, u.closed_reason AS reason, u.approver,
          u.approved_at AS "approvedAt", u.updated_at AS "updatedAt",
          (SELECT max(n.id) FROM price_update n
            WHERE n.apo_id = $1 AND n.product_group = $2 AND n.kind = $3 AND n.id > u.id) AS newer
     FROM price_update u
    WHERE u.apo_id = $1 AND u.product_group = $2 AND u.kind = $3 AND u.delivery_hash = $4
    ORDER BY u.closed_how IS NOT DISTINCT FROM 'deleted', u.id DESC LIMIT 1`,
);

/**
 * Rule 6.2: one deleted by staff may come again, unless a newer package has come: older prices never replace newer
 * ones.
 */
export async function findDelivery(
  db: Queryable,
  { apoId, group, kind }: { apoId: number; group: ProductGroup; kind: UpdateKind },
  hash: string,
) {
  const rows = await ask(db, KNOWN_DELIVERY, [apoId, group, kind, hash]);
  const found = rows[0];
  if (!found || (found.how === 'deleted' && found.newer === null)) return undefined;
  const { id, status } = found;
  return {
    id,
    rows: found.rows,
    leftOut: [],
    notes: [],
    approved: status > 0,
    known: stateOf(found),
    leaving: null,
    doubts: [],
    certificate: null,
  };
}

const EARLIER_FILE = statement(
  COLUMNS,
  `SELECT id, item_count AS rows, status, closed_how AS how, closed_reason AS reason, approver, approved_at AS "approvedAt",
          updated_at AS "updatedAt", NULL::int AS newer
     FROM price_update WHERE apo_id = $1 AND product_group = $2 AND kind = $3 AND file_hash = $4
    ORDER BY id DESC LIMIT 1`,
);

export async function findEarlier(
  db: Queryable,
  { apoId, group, kind }: { apoId: number; group: ProductGroup; kind: UpdateKind },
  hash: string,
): Promise<{ id: number; text: string } | null> {
  const rows = await ask(db, EARLIER_FILE, [apoId, group, kind, hash]);
  return rows[0] ? { id: rows[0].id, text: stateOf(rows[0]).text } : null;
}

function stateOf({ status, how, reason, approver, approvedAt, updatedAt, newer }: Row): KnownState {
  const day = (at: Date) => formatDate(at, 'dd.MM.yyyy');
  if (status === 0) return { state: 'open', text: INTAKE_TEXT.known.open };
  if (status > 0) {
    return { state: 'approved', text: INTAKE_TEXT.known.approved(day(approvedAt ?? updatedAt), approver ?? '') };
  }
  if (how === 'replaced') return { state: 'replaced', text: reason ?? INTAKE_TEXT.known.replaced };
  if (how === 'expired') return { state: 'expired', text: INTAKE_TEXT.known.expired(day(updatedAt)) };
  return { state: 'deleted', text: INTAKE_TEXT.known.deleted(day(updatedAt), newer) };
}
