import type { AnswerOf, getIntakePharmacies, QueryOf, ReconciledPharmacy } from '@portal/contracts';
import { MOST_PHARMACIES } from '@portal/contracts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

type Row = Omit<ReconciledPharmacy, 'changedAt' | 'contract' | 'lastApproval' | 'tillAnsweredAt'> & {
  changedAt: Date | null;
  contractAt: Date | null;
  contractBy: string | null;
  lastApproval: { kind: string; productGroup: string; at: string; by: string | null } | null;
  tillAnsweredAt: Date | null;
};

const COLUMNS: ColumnsOf<Row> = {
  crmCompanyId: 'int',
  apoId: 'int',
  token: 'text',
  name: 'text',
  street: 'text',
  zipcode: 'text',
  city: 'text',
  country: 'text',
  betriebsNr: 'text?',
  active: 'int',
  pilotAccess: 'bool',
  changedAt: 'time?',
  userAccessActivated: 'bool',
  userEmails: 'text?',
  contractStatus: 'int',
  contractAt: 'time?',
  contractBy: 'text?',
  mirrorOf: 'int?',
  lists: 'json',
  lastApproval: 'json?',
  tillAnsweredAt: 'time?',
};

const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** $1 number of the last page's end, $2 moment, $3 rows. A pharmacy's version is the time of its last change in microseconds (ADR 66). */
const PAGE = statement<Row>(
  COLUMNS,
  `SELECT p.crm_company_id AS "crmCompanyId", p.apo_id AS "apoId", p.token, p.name, p.street, p.zipcode, p.city, p.country,
          p.betriebs_nr AS "betriebsNr", p.active, p.pilot_access AS "pilotAccess", p.crm_changed_at AS "changedAt",
          p.user_access_activated AS "userAccessActivated", p.user_emails AS "userEmails", p.contract_status AS "contractStatus",
          p.contract_at AS "contractAt", p.contract_by AS "contractBy", m.crm_company_id AS "mirrorOf",
          coalesce(l.lists, '[]') AS lists, a.approval AS "lastApproval", t.seen_at AS "tillAnsweredAt"
     FROM pharmacy p
     LEFT JOIN pharmacy m ON m.apo_id = p.parent_apo_id
     LEFT JOIN (SELECT apo_id, max(last_change) AS last_change,
                       json_agg(json_build_object('productGroup', product_group, 'articles', item_count,
                                                  'lastChange', ${moment('last_change')}) ORDER BY product_group) AS lists
                  FROM list_version WHERE item_count + negative_count > 0 GROUP BY apo_id) l ON l.apo_id = coalesce(p.parent_apo_id, p.apo_id)
     LEFT JOIN (SELECT DISTINCT ON (apo_id) apo_id, approved_at,
                       json_build_object('kind', kind, 'productGroup', product_group, 'at', ${moment('approved_at')}, 'by', approver) AS approval
                  FROM price_update WHERE status = 1 ORDER BY apo_id, approved_at DESC, id DESC) a ON a.apo_id = coalesce(p.parent_apo_id, p.apo_id)
     LEFT JOIN (SELECT apo_id, max(seen_at) AS seen_at FROM till WHERE removed_at IS NULL GROUP BY apo_id) t ON t.apo_id = p.apo_id
    WHERE p.crm_company_id > $1
      AND ($2::timestamptz IS NULL OR p.version >= extract(epoch FROM $2::timestamptz) * 1000000
                                   OR a.approved_at >= $2 OR l.last_change >= $2)
    ORDER BY p.crm_company_id LIMIT $3`,
);

/** Rule 23.11. */
export async function readForReconciling(
  { database, clock }: { database: Database; clock: Clock },
  { changedSince, after = 0, limit = MOST_PHARMACIES }: QueryOf<typeof getIntakePharmacies>,
): Promise<AnswerOf<typeof getIntakePharmacies>> {
  const now = clock.now();
  const rows = await ask(database.pool, PAGE, [after, changedSince ?? null, limit + 1]);
  const page = rows.slice(0, limit);
  return {
    pharmacies: page.map(present),
    next: rows.length > limit ? (page.at(-1)?.crmCompanyId ?? null) : null,
    now: now.toISOString(),
  };
}

function present({ contractAt, contractBy, changedAt, tillAnsweredAt, ...row }: Row): ReconciledPharmacy {
  return {
    ...row,
    changedAt: changedAt?.toISOString() ?? null,
    contract: contractAt && contractBy !== null ? { at: contractAt.toISOString(), by: contractBy } : null,
    lastApproval: row.lastApproval as ReconciledPharmacy['lastApproval'],
    tillAnsweredAt: tillAnsweredAt?.toISOString() ?? null,
  };
}
