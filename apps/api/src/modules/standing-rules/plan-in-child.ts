import type { ConditionedRule, StandingWorth } from '@portal/list-view';
import { createChildPool } from '../../child-pool/pool.ts';
import { refusalOf } from '../../child-pool/refusals.ts';
import { TEXT } from '../../texts/de.ts';
import type { Plan, PlanOrder } from './plan-task.ts';

export const PLAN_TASK = new URL('./plan-task.ts', import.meta.url);

export const replays = createChildPool({
  slots: 1,
  perPharmacy: 1,
  perPerson: 1,
  queue: 64,
  queuePerPharmacy: 8,
  queuePerPerson: 4,
  maxWaitMs: 45_000,
  processorMs: 20_000,
  heapMb: 384,
});

/** Rule 18.11. */
export async function replayInChild(order: PlanOrder, columns: string): Promise<Plan & { worth: StandingWorth }> {
  const job = replays.run<Plan>({ task: PLAN_TASK, order, bytes: [Buffer.from(columns)] });
  const { answer } = await job.catch((error: unknown) => {
    throw refusalOf(error, TEXT.body);
  });
  return answer as Plan & { worth: StandingWorth };
}

export const conditioned = ({ rule, conditions }: ConditionedRule): ConditionedRule => ({ rule, conditions });
