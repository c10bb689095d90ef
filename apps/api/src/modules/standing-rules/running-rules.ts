import type { Condition } from '@portal/list-view';
import { type BulkRule, isoDay, type ProductGroup } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { ask, prepared, statement } from '../../db/statement.ts';

export type StoredRule = {
  readonly id: number;
  readonly name: string;
  readonly rule: BulkRule;
  readonly conditions: readonly Condition[];
  readonly withoutReview: boolean;
};

const RUNNING = prepared(
  statement<StoredRule>(
    { id: 'int', name: 'text', rule: 'json', conditions: 'json', withoutReview: 'bool' },
    `SELECT id, name, rule, conditions, without_review AS "withoutReview" FROM standing_rule
      WHERE apo_id = $1 AND $2 = ANY(product_groups) AND (ends_on IS NULL OR ends_on >= $3) ORDER BY position, id`,
  ),
);

/** In their order (rule 18.2). */
export function readRunningRules(
  db: Queryable,
  { apoId, group }: { apoId: number; group: ProductGroup },
  at: Date,
): Promise<StoredRule[]> {
  return ask(db, RUNNING, [apoId, group, isoDay(at)]);
}
