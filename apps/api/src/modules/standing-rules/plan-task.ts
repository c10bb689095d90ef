import {
  type ConditionedRule,
  planStanding,
  type StandingColumns,
  type StandingWorth,
  standingWorth,
} from '@portal/list-view';
import { describeLeft, type UpdateKind } from '@portal/rules';
import type { Task } from '../../child-pool/messages.ts';
import { namedLater } from './named-later.ts';

export type PlanOrder = {
  readonly kind: UpdateKind;
  readonly rules: readonly ConditionedRule[];
  /** The last rule: its worth, no drafts. */
  readonly isTried: boolean;
};

export type Plan = {
  /** By rule. */
  readonly counts: readonly number[];
  readonly left: readonly (string | null)[];
  readonly worth: StandingWorth | null;
};
export type PlannedColumns = { readonly pzn: string[]; readonly cents: number[]; readonly rule: number[] };

/** The bytes are `StandingColumns`, the answer's part `PlannedColumns`. */
const task: Task<PlanOrder, Plan> = async ({ kind, rules, isTried }, bytes) => {
  const columns = JSON.parse(bytes.toString()) as StandingColumns;
  const plan = planStanding(kind, rules, columns);
  const pznAt = (row: number) => columns.pzn[row] as string;
  const counts = rules.map(() => 0);
  for (const { rule } of plan.drafts) counts[rule] = (counts[rule] ?? 0) + 1;
  const left = rules.map((_, at) =>
    describeLeft(
      plan.left.filter(({ rule }) => rule === at),
      (row) => namedLater(pznAt(row)),
    ),
  );
  const last = rules.length - 1;
  if (isTried) {
    const worth = standingWorth(plan, last, (rules[last] as ConditionedRule).rule, columns);
    return { answer: { counts, left, worth } };
  }
  const drafts: PlannedColumns = {
    pzn: plan.drafts.map(({ row }) => pznAt(row)),
    cents: plan.drafts.map(({ price }) => price),
    rule: plan.drafts.map(({ rule }) => rule),
  };
  return { answer: { counts, left, worth: null }, parts: [Buffer.from(JSON.stringify(drafts))] };
};
export default task;
