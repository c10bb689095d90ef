import { OVERVIEW_PACKAGES, type OpenPackage } from '@portal/contracts';
import { shownDeadline } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { type HeldPackage, heldOf } from '../../db/held-package.ts';
import { ask, statement } from '../../db/statement.ts';

/** Due actions run every few minutes; only one later than this is overdue. */
const GRACE_MS = 10 * 60_000;

type Row = Omit<OpenPackage, 'createdAt' | 'deadline' | 'held'> &
  HeldPackage & {
    createdAt: Date;
    autoActionAt: Date | null;
    autoAction: 'approve' | 'delete' | null;
    active: number;
  };

const OPEN_PACKAGES = statement<Row>(
  {
    id: 'int',
    kind: 'text',
    productGroup: 'text',
    apoId: 'int',
    crmCompanyId: 'int',
    token: 'text',
    pharmacy: 'text',
    city: 'text',
    itemCount: 'int',
    createdAt: 'time',
    autoActionAt: 'time?',
    autoAction: 'text?',
    active: 'int',
    heldAt: 'time?',
    heldRows: 'int?',
    overdue: 'bool',
    locked: 'bool',
    cancelled: 'bool',
  },
  `SELECT u.id, u.kind, u.product_group AS "productGroup", p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId",
            p.token, p.name AS pharmacy, p.city, u.item_count AS "itemCount", u.created_at AS "createdAt",
            u.auto_action_at AS "autoActionAt", u.auto_action AS "autoAction", p.active,
            u.held_at AS "heldAt", u.held_rows AS "heldRows",
            coalesce(u.auto_action_at <= $1 AND p.active <> 3, false) AS overdue,
            u.kind = 'LZD' AND NOT u.ready_for_approval AS locked, p.active = 3 AS cancelled
       FROM price_update u JOIN pharmacy p USING (apo_id)
      WHERE u.status = 0 ORDER BY u.auto_action_at, u.created_at, u.id LIMIT $2`,
);

const COUNT_OPEN = statement<{ total: number }>(
  { total: 'int' },
  'SELECT count(*)::int AS total FROM price_update WHERE status = 0',
);

/** The open packages of all pharmacies, the most urgent first, in one read (rule 11.7). */
export async function readOpenPackages(
  db: Queryable,
  now: Date,
  limit = OVERVIEW_PACKAGES,
): Promise<{ packages: OpenPackage[]; packageTotal: number }> {
  const [list, count] = await Promise.all([
    ask(db, OPEN_PACKAGES, [new Date(now.getTime() - GRACE_MS), limit]),
    ask(db, COUNT_OPEN),
  ]);
  const packages = list.map(({ autoActionAt, autoAction, active, createdAt, heldAt, heldRows, ...row }) => {
    const deadline = shownDeadline({ autoActionAt, autoAction }, active);
    return {
      ...row,
      createdAt: createdAt.toISOString(),
      deadline: deadline && { ...deadline, at: deadline.at.toISOString() },
      held: heldOf({ heldAt, heldRows }),
    };
  });
  return { packages, packageTotal: count[0]?.total ?? 0 };
}
