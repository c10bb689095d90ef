import { createHash } from 'node:crypto';
import { PACKAGE_KINDS, shownDeadline } from '@portal/rules';
import type pg from 'pg';
import type { Request, Response } from 'express';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/database.ts';
import { holdOf } from '../../db/package-on-hold.ts';
import { ask, askOne, statement, type RowOf } from '../../db/statement.ts';
import { type ColumnsSender, joinAnswer } from '../../http/send-columns.ts';
import { readParts } from './approval-parts.ts';
import { findUpdate, type UpdateKey, type UpdateRow } from './lock-update.ts';
import { noteOpened } from './note-opened.ts';
import { readPackageRules } from './read-package-rules.ts';
import { readUpdateRows } from './read-update-rows.ts';
import { isReopenable, readAbilities, type UpdateAbilities } from './update-abilities.ts';
import { requireVisible } from './update-access.ts';
import { UPDATE_TEXT } from './update-texts.ts';

type UpdateCall = { pharmacy: PharmacyContext; caller: Caller; request: Request; response: Response };

/**
 * Rules 6.7 and 8.1.
 * @throws PortalError 403, 404
 */
export function sendUpdate(
  { db, clock, send }: { db: pg.Pool; clock: Clock; send: ColumnsSender },
  call: UpdateCall,
  path: Pick<UpdateKey, 'kind' | 'id' | 'group'>,
): Promise<void> {
  const { pharmacy, caller } = call;
  return send(call, async () => {
    const update = await findUpdate(db, { ...path, apoId: pharmacy.listApoId });
    requireVisible(update, caller.access);
    const mirror = pharmacy.parentApoId !== null;
    if (!caller.access.staff && !mirror) await noteOpened(db, update, clock.now());
    const viewer = { staff: caller.access.staff, mirror };
    const [abilities, parts, owner] = await Promise.all([
      readAbilities(db, update, viewer),
      readHeadParts(db, update, viewer),
      readOwner(db, update),
    ]);
    const head = { ...updateHead(update, { abilities, owner, ...viewer }), parts };
    const key = createHash('sha256')
      .update(JSON.stringify([head, update.version, owner.lists, owner.products, owner.rules]))
      .digest('base64url');
    return {
      key,
      build: async (form) => {
        const approvalWarning = await readApprovalWarning(db, update);
        const standingRules = await readPackageRules(db, update);
        const doubts = await readDoubts(db, update);
        return joinAnswer({ ...head, approvalWarning, standingRules, doubts }, await readUpdateRows(db, update, form));
      },
    };
  });
}

const OWNER = statement(
  {
    lists: 'bigint[]?',
    products: 'bigint',
    rules: 'text?',
    apoId: 'int',
    crmCompanyId: 'int',
    name: 'text',
    street: 'text',
    zipcode: 'text',
    city: 'text',
    contractStatus: 'int',
    active: 'int',
    userAccessActivated: 'bool',
    userEmails: 'text?',
  },
  `SELECT (SELECT array_agg(version ORDER BY product_group) FROM list_version WHERE apo_id = $1) AS lists,
          (SELECT version FROM product_master) AS products,
          (SELECT string_agg(concat(id, ' ', confirmed_at), ',' ORDER BY id) FROM standing_rule WHERE apo_id = $1) AS rules, p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.name,
          p.street, p.zipcode, p.city, p.contract_status AS "contractStatus", p.active,
          p.user_access_activated AS "userAccessActivated", p.user_emails AS "userEmails"
     FROM pharmacy p WHERE p.apo_id = $1`,
);
type Owner = RowOf<typeof OWNER>;

async function readOwner(db: Queryable, { apoId }: UpdateRow): Promise<Owner> {
  return askOne(db, OWNER, [apoId]);
}

function updateHead(
  update: UpdateRow,
  state: { abilities: UpdateAbilities; owner: Owner; mirror: boolean; staff: boolean },
): object {
  const { lists: _lists, products: _products, rules: _rules, ...pharmacy } = state.owner;
  return {
    kind: update.kind,
    id: update.id,
    productGroup: update.group,
    itemCount: update.itemCount,
    [update.kind === 'MDP' ? 'approvalStatus' : 'approved']: update.status,
    createdAt: update.createdAt,
    updatedAt: update.updatedAt,
    approver: update.approver,
    approvalDate: update.approvedAt,
    deletedAt: update.status < 0 ? update.updatedAt : null,
    closedReason: state.staff ? update.closedReason : null,
    deadline: update.status === 0 ? shownDeadline(update, pharmacy.active) : null,
    held: update.status === 0 ? holdOf(update) : null,
    reopenedAt: update.reopenedAt,
    ...state.abilities,
    isShadowPharmacy: state.mirror,
    ...(PACKAGE_KINDS[update.kind].needsRelease
      ? {
          pharmacy,
          readyForApproval: update.readyForApproval,
          resetChoice: update.resetChoice ?? 1,
          firstCalculation: update.firstCalculation,
          sortOrderSetting: update.sortOrderSetting,
          filterSetting: update.filterSetting,
        }
      : {}),
  };
}

async function readHeadParts(db: Queryable, update: UpdateRow, { staff, mirror }: { staff: boolean; mirror: boolean }) {
  const parts = await readParts(db, update);
  const mayTakeBack = (number: number) =>
    staff && !mirror && update.status === 0 ? isReopenable(db, update, number) : false;
  return Promise.all(
    parts.map(async ({ number, userName, approvedAt, rows }) => {
      return { number, userName, approvedAt, rows, mayTakeBack: await mayTakeBack(number) };
    }),
  );
}

const COUNT_NEWER_PRICES = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM price_update_item u JOIN price_item i USING (apo_id, pzn)
    WHERE u.apo_id = $2 AND u.update_id = $1 AND NOT u.inactive AND i.product_group = $3 AND i.changed_at > $4
      AND NOT EXISTS (SELECT FROM price_update_outcome o WHERE o.apo_id = $2 AND o.update_id = $1 AND o.pzn = u.pzn)
      /* What its own approvals and taking them back did is not a change by others. */
      AND (NOT $5 OR EXISTS (SELECT FROM price_change c LEFT JOIN history_entry h ON h.apo_id = c.apo_id AND h.id = c.history_id
                              WHERE c.apo_id = $2 AND c.pzn = u.pzn AND c.created_at > $4
                                AND $1 NOT IN (coalesce(h.mdp_import_id, 0), coalesce(h.qdp_import_id, 0), coalesce(h.lzd_import_id, 0))))`,
);

const HAS_CHANGED_LIST = statement(
  { has: 'bool' },
  `SELECT EXISTS (SELECT FROM history_entry h WHERE h.apo_id = $2 AND h.product_type = $3 AND h.has_log
                     AND $1 IN (h.mdp_import_id, h.qdp_import_id, h.lzd_import_id)) AS has`,
);

/** Rule 6.12. */
async function readApprovalWarning(
  db: Queryable,
  update: UpdateRow,
): Promise<{ count: number; message: string } | null> {
  if (update.status !== 0) return null;
  const list = [update.id, update.apoId, update.group];
  const { has } = await askOne(db, HAS_CHANGED_LIST, list);
  const rows = await ask(db, COUNT_NEWER_PRICES, [...list, update.createdAt, has]);
  const count = rows[0]?.count ?? 0;
  return count > 0 ? { count, message: UPDATE_TEXT.approvalWarning(count) } : null;
}

const READ_DOUBTS = statement(
  { message: 'text' },
  `SELECT d->>'message' AS message FROM price_update u, jsonb_array_elements(u.arrival->'doubts') d
    WHERE u.apo_id = $1 AND u.id = $2`,
);

/** Rule 20.2. */
async function readDoubts(db: Queryable, { apoId, id, status }: UpdateRow): Promise<string[]> {
  if (status !== 0) return [];
  return (await ask(db, READ_DOUBTS, [apoId, id])).map(({ message }) => message);
}
