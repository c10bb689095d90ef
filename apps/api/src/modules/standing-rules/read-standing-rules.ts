import type { StandingRule } from '@portal/contracts';
import { isoDay, UPDATES_UNTIL_ASKED } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { UPDATES_SINCE } from '../price-updates/index.ts';

type Row = Omit<StandingRule, 'startedAt' | 'over' | 'asks' | 'drafts'> & { startedAt: Date };

/** In their order (rule 18.1). */
export async function readStandingRules(
  { db, clock }: { db: Queryable; clock: Clock },
  apoId: number,
): Promise<{ rules: StandingRule[] }> {
  const rows = await ask(db, RULES, [apoId]);
  if (rows.length === 0) return { rules: [] };
  const drafts = new Map((await ask(db, DRAFTS, [apoId])).map(({ id, count }) => [id, count]));
  const today = isoDay(clock.now());
  return {
    rules: rows.map((row) => {
      const over = row.endsOn !== null && row.endsOn < today;
      return {
        ...row,
        startedAt: row.startedAt.toISOString(),
        over,
        asks: !over && row.updates >= UPDATES_UNTIL_ASKED,
        drafts: drafts.get(row.id) ?? 0,
      };
    }),
  };
}

const RULES = statement<Row>(
  {
    id: 'int',
    name: 'text',
    productGroups: 'text[]',
    rule: 'json',
    conditions: 'json',
    endsOn: 'text?',
    withoutReview: 'bool',
    startedAt: 'time',
    startedBy: 'text',
    updates: 'int',
  },
  `SELECT s.id, s.name, s.product_groups AS "productGroups", s.rule, s.conditions, s.ends_on AS "endsOn",
          s.without_review AS "withoutReview", s.started_at AS "startedAt", s.user_name AS "startedBy", ${UPDATES_SINCE} AS updates
     FROM standing_rule s WHERE s.apo_id = $1 ORDER BY s.position, s.id`,
);

const DRAFTS = statement(
  { id: 'int', count: 'int' },
  `SELECT i.edited_rule AS id, count(*)::int AS count FROM price_update u
     JOIN price_update_item i ON i.apo_id = $1 AND i.update_id = u.id
    WHERE u.apo_id = $1 AND u.status = 0 AND i.edited_rule IS NOT NULL AND i.edited_actor IS NULL GROUP BY 1`,
);
