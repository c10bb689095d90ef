import { planStanding, type StandingColumns } from '@portal/list-view';
import { hasApprovalFlag, type ProductGroup, standingRuleName, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { askOne, composed } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { describeLeftRows } from './describe-left-rows.ts';
import { readRunningRules } from './running-rules.ts';
import { stagedColumnsSql } from './standing-columns-sql.ts';
import { STANDING_EVENT } from './standing-rule-texts.ts';

/** `event`: what the history says, once the products are stored; null: nothing happened. */
export type PlannedDrafts = {
  readonly drafts: readonly {
    readonly pzn: string;
    readonly cents: number;
    readonly rule: number;
    readonly by: string;
  }[];
  readonly describe: () => Promise<string | null>;
};
const NONE: PlannedDrafts = { drafts: [], describe: () => Promise.resolve(null) };

type Arriving = {
  readonly kind: UpdateKind;
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly changesProducts: boolean;
};

/**
 * What the standing rules write into the delivery in `intake_row`, under its list's lock (rules 18.2 to 18.8).
 * @param isDoubted rule 20.2
 * @param isCancelled rule 23.7
 * @param atOnce approved on arrival
 */
export async function planDrafts(
  connection: pg.PoolClient,
  arriving: Arriving,
  { isDoubted, isCancelled, atOnce, at }: { isDoubted: boolean; isCancelled: boolean; atOnce: boolean; at: Date },
): Promise<PlannedDrafts> {
  if (isCancelled || !hasApprovalFlag(arriving.kind)) return NONE;
  const running = await readRunningRules(connection, arriving, at);
  const rules = atOnce ? running.filter(({ withoutReview }) => withoutReview) : running;
  if (rules.length === 0) return NONE;
  if (isDoubted) return { ...NONE, describe: () => Promise.resolve(STANDING_EVENT.doubted) };
  const asked = composed<{ columns: StandingColumns }>(
    { columns: 'json' },
    stagedColumnsSql(arriving, arriving.changesProducts),
  );
  const { columns } = await withoutNestedLoops(connection, () => askOne(connection, asked));
  const plan = planStanding(arriving.kind, rules, columns);
  const drafts = plan.drafts.flatMap(({ row, rule, price }) => {
    const { id, name } = rules[rule] as (typeof rules)[number];
    return { pzn: columns.pzn[row] as string, cents: price, rule: id, by: standingRuleName(name) };
  });
  const pznAt = (row: number) => columns.pzn[row] as string;
  return {
    drafts,
    async describe() {
      const events: string[] = [];
      for (const [at, { name }] of rules.entries()) {
        const count = plan.drafts.filter(({ rule }) => rule === at).length;
        const left = await describeLeftRows(
          connection,
          plan.left.filter(({ rule }) => rule === at),
          pznAt,
        );
        if (count > 0 || left !== null) events.push(STANDING_EVENT.wrote(name, count, left));
      }
      return events.length === 0 ? null : events.join('; ');
    },
  };
}
