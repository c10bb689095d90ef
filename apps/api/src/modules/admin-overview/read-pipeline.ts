import { OVERVIEW_PACKAGES, PIPELINE_DAYS, type PipelineEntry } from '@portal/contracts';
import type { Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { seenSince } from '../notices/index.ts';
import { ask, type ColumnsOf, statement } from '../../db/statement.ts';

type Step = 'uploadedAt' | 'releasedAt' | 'openedAt' | 'draftSavedAt' | 'approvedAt';
type Row = Omit<PipelineEntry, Step | 'addresses'> & {
  confirmed: number;
  unconfirmed: number;
  uploadedAt: Date;
  releasedAt: Date | null;
  openedAt: Date | null;
  draftSavedAt: Date | null;
  approvedAt: Date | null;
};

const COLUMNS: ColumnsOf<Row> = {
  id: 'int',
  apoId: 'int',
  crmCompanyId: 'int',
  token: 'text',
  pharmacy: 'text',
  city: 'text',
  productGroup: 'text',
  itemCount: 'int',
  firstCalculation: 'bool',
  released: 'bool',
  access: 'bool',
  uploadedAt: 'time',
  releasedAt: 'time?',
  openedAt: 'time?',
  draftSavedAt: 'time?',
  approvedAt: 'time?',
  confirmed: 'int',
  unconfirmed: 'int',
  reminders: 'json',
};

const FROM_PIPELINE = `FROM price_update u JOIN pharmacy p USING (apo_id)
      WHERE u.kind IN ${kindsSql('tracksSteps')} AND (u.status = 0 OR u.status > 0 AND u.approved_at > $1)`;

const PIPELINE = statement<Row>(
  COLUMNS,
  `SELECT u.id, p.apo_id AS "apoId", p.crm_company_id AS "crmCompanyId", p.token, p.name AS pharmacy, p.city,
          u.product_group AS "productGroup", u.item_count AS "itemCount", u.first_calculation AS "firstCalculation",
          u.status > 0 OR u.ready_for_approval AS released, p.user_emails IS NOT NULL AS access,
          u.created_at AS "uploadedAt", u.released_at AS "releasedAt", u.opened_at AS "openedAt",
          u.draft_saved_at AS "draftSavedAt", CASE WHEN u.status > 0 THEN u.approved_at END AS "approvedAt",
          (SELECT count(*)::int FROM notice_address a
            WHERE a.apo_id = u.apo_id AND a.confirmed_at IS NOT NULL AND a.seen_at > $3) AS confirmed,
          (SELECT count(*)::int FROM notice_address a WHERE a.apo_id = u.apo_id AND a.confirmed_at IS NULL) AS unconfirmed,
          (SELECT coalesce(json_agg(json_build_object(
                    'sentAt', to_char(r.sent_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'userName', r.user_name,
                    'title', r.title, 'text', r.text, 'recipients', r.recipients) ORDER BY r.id DESC), '[]')
             FROM lzd_reminder r WHERE r.apo_id = u.apo_id AND r.update_id = u.id) AS reminders
     ${FROM_PIPELINE} ORDER BY u.status, u.created_at, u.id LIMIT $2`,
);

const COUNT_PIPELINE = statement({ total: 'int' }, `SELECT count(*)::int AS total ${FROM_PIPELINE}`);

/** Oldest first (rule 6.28). */
export async function readPipeline(
  db: Queryable,
  now: Date,
  limit = OVERVIEW_PACKAGES,
): Promise<{ entries: PipelineEntry[]; total: number }> {
  const since = new Date(now.getTime() - PIPELINE_DAYS * 86_400_000);
  const [rows, count] = await Promise.all([
    ask(db, PIPELINE, [since, limit, seenSince(now)]),
    ask(db, COUNT_PIPELINE, [since]),
  ]);
  const entries = rows.map(({ uploadedAt, confirmed, unconfirmed, ...row }) => ({
    ...row,
    addresses: { confirmed, unconfirmed },
    uploadedAt: uploadedAt.toISOString(),
    releasedAt: row.releasedAt?.toISOString() ?? null,
    openedAt: row.openedAt?.toISOString() ?? null,
    draftSavedAt: row.draftSavedAt?.toISOString() ?? null,
    approvedAt: row.approvedAt?.toISOString() ?? null,
  }));
  return { entries, total: count[0]?.total ?? 0 };
}
