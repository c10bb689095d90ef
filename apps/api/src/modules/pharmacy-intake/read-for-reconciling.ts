import type { AnswerOf, getIntakePharmacies, QueryOf, ReconciledPharmacy } from '@portal/contracts';
import { MOST_PHARMACIES } from '@portal/contracts';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { PHARMACY_COLUMNS, PHARMACY_SELECTED } from '../../db/pharmacy-columns.ts';
import { ask, statement, typed, type RowOf } from '../../db/statement.ts';

/** $1 end of the last page, $2 moment, $3 pharmacies whose lists have changed, $4 rows. The version is a time (ADR 66). */
const PAGE = statement(
  {
    ...PHARMACY_COLUMNS,
    pilotAccess: 'bool',
    changedAt: 'time?',
    contractAt: 'time?',
    contractBy: 'text?',
    mainApoId: 'int?',
    mirrorOf: 'int?',
  },
  `SELECT ${PHARMACY_SELECTED}, p.pilot_access AS "pilotAccess", p.crm_changed_at AS "changedAt", p.contract_at AS "contractAt",
          p.contract_by AS "contractBy", p.parent_apo_id AS "mainApoId", m.crm_company_id AS "mirrorOf"
     FROM pharmacy p LEFT JOIN pharmacy m ON m.apo_id = p.parent_apo_id
    WHERE p.crm_company_id > $1
      AND ($2::timestamptz IS NULL OR p.version >= extract(epoch FROM $2::timestamptz) * 1000000
                                   OR p.apo_id = ANY ($3::int[]) OR p.parent_apo_id = ANY ($3::int[]))
    ORDER BY p.crm_company_id LIMIT $4`,
);
type Row = RowOf<typeof PAGE>;

const CHANGED = statement(
  { apoId: 'int' },
  `SELECT apo_id AS "apoId" FROM list_version WHERE last_change >= $1
    UNION SELECT apo_id FROM price_update WHERE status = 1 AND approved_at >= $1`,
);
const LISTS = statement(
  { apoId: 'int', productGroup: typed<ProductGroup>('text'), articles: 'int', lastChange: 'time?' },
  `SELECT apo_id AS "apoId", product_group AS "productGroup", item_count AS articles, last_change AS "lastChange"
     FROM list_version WHERE apo_id = ANY ($1) AND item_count + negative_count > 0 ORDER BY apo_id, product_group`,
);
const APPROVALS = statement(
  {
    apoId: 'int',
    kind: typed<UpdateKind>('text'),
    productGroup: typed<ProductGroup>('text'),
    at: typed<Date>('time'),
    by: 'text?',
  },
  `SELECT DISTINCT ON (apo_id) apo_id AS "apoId", kind, product_group AS "productGroup", approved_at AS at, approver AS by
     FROM price_update WHERE apo_id = ANY ($1) AND status = 1 AND approved_at IS NOT NULL
    ORDER BY apo_id, approved_at DESC, id DESC`,
);
const TILLS = statement(
  { apoId: 'int', at: typed<Date>('time') },
  `SELECT apo_id AS "apoId", max(seen_at) AS at FROM till WHERE apo_id = ANY ($1) AND removed_at IS NULL GROUP BY apo_id`,
);

/** Rule 23.11. */
export async function readForReconciling(
  { database, clock }: { database: Database; clock: Clock },
  { changedSince, after = 0, limit = MOST_PHARMACIES }: QueryOf<typeof getIntakePharmacies>,
): Promise<AnswerOf<typeof getIntakePharmacies>> {
  const now = clock.now();
  return database.read(async (db) => {
    const changed = changedSince === undefined ? [] : await ask(db, CHANGED, [changedSince]);
    const values = [after, changedSince ?? null, changed.map(({ apoId }) => apoId), limit + 1];
    const rows = await ask(db, PAGE, values);
    const page = rows.slice(0, limit);
    return {
      pharmacies: await withLists(db, page),
      next: rows.length > limit ? (page.at(-1)?.crmCompanyId ?? null) : null,
      now: now.toISOString(),
    };
  });
}

/** A mirror has its main pharmacy's lists and a till of its own (rule 8.1). */
async function withLists(db: Queryable, page: readonly Row[]): Promise<ReconciledPharmacy[]> {
  const listOf = ({ apoId, mainApoId }: Row) => mainApoId ?? apoId;
  const owners = [...new Set(page.map(listOf))];
  const lists = Map.groupBy(await ask(db, LISTS, [owners]), ({ apoId }) => apoId);
  const approvals = new Map((await ask(db, APPROVALS, [owners])).map((row) => [row.apoId, row]));
  const tills = new Map((await ask(db, TILLS, [page.map(({ apoId }) => apoId)])).map((row) => [row.apoId, row.at]));
  return page.map((row) => {
    const { contractAt, contractBy, changedAt, mainApoId: _main, ...fields } = row;
    const approval = approvals.get(listOf(row));
    return {
      ...fields,
      changedAt: changedAt?.toISOString() ?? null,
      contract: contractAt && contractBy !== null ? { at: contractAt.toISOString(), by: contractBy } : null,
      lists: (lists.get(listOf(row)) ?? []).map(({ productGroup, articles, lastChange }) => ({
        productGroup,
        articles,
        lastChange: lastChange?.toISOString() ?? null,
      })),
      lastApproval: approval
        ? {
            kind: approval.kind,
            productGroup: approval.productGroup,
            at: approval.at.toISOString(),
            by: approval.by,
          }
        : null,
      tillAnsweredAt: tills.get(row.apoId)?.toISOString() ?? null,
    };
  });
}
