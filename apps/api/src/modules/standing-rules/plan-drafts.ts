import { hasApprovalFlag, type ProductGroup, standingRuleName, type UpdateKind } from '@portal/rules';
import type pg from 'pg';
import { runOwnWork } from '../../child-pool/own-work.ts';
import { askOne, composed } from '../../db/statement.ts';
import { withoutNestedLoops } from '../../db/without-nested-loops.ts';
import { nameLeftRows } from './name-left-rows.ts';
import { conditioned, PLAN_TASK } from './plan-in-child.ts';
import type { Plan, PlannedColumns, PlanOrder } from './plan-task.ts';
import { readRunningRules, type StoredRule } from './running-rules.ts';
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
  const query = composed<{ columns: string }>(
    { columns: 'text' },
    stagedColumnsSql(arriving, arriving.changesProducts),
  );
  const { columns } = await withoutNestedLoops(connection, () => askOne(connection, query));
  const order: PlanOrder = { kind: arriving.kind, rules: rules.map(conditioned), isTried: false };
  const { answer, parts } = await runOwnWork<Plan>({ task: PLAN_TASK, order, bytes: [Buffer.from(columns)] });
  const { pzn, cents, rule } = JSON.parse((parts[0] as Buffer).toString()) as PlannedColumns;
  const drafts = pzn.map((each, at) => {
    const { id, name } = rules[rule[at] as number] as StoredRule;
    return { pzn: each, cents: cents[at] as number, rule: id, by: standingRuleName(name) };
  });
  return {
    drafts,
    async describe() {
      const events: string[] = [];
      for (const [at, { name }] of rules.entries()) {
        const count = answer.counts[at] ?? 0;
        const left = await nameLeftRows(connection, answer.left[at] ?? null);
        if (count > 0 || left !== null) events.push(STANDING_EVENT.wrote(name, count, left));
      }
      return events.length === 0 ? null : events.join('; ');
    },
  };
}
