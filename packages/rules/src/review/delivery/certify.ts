import { DELIVERY_CHECKS, type DeliveryCheck, type DeliveryDoubt } from './doubt.ts';
import type { DeliveryLimits } from './limits.ts';

export const DELIVERY_COLOURS = ['green', 'yellow', 'red'] as const;
export type DeliveryColour = (typeof DELIVERY_COLOURS)[number];
export const CHECK_RESULTS = ['passed', 'doubtful', 'refused', 'unjudged'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export type CheckedDelivery = {
  readonly colour: DeliveryColour;
  readonly checks: readonly { readonly check: DeliveryCheck; readonly result: CheckResult }[];
};

/** Rule 20.1. */
export function certifyDelivery(
  doubts: readonly DeliveryDoubt[],
  unjudged: readonly DeliveryCheck[],
  limits: DeliveryLimits,
): CheckedDelivery {
  const checks = DELIVERY_CHECKS.map((check) => {
    const doubt = doubts.find((each) => each.check === check);
    const unknown = unjudged.includes(check) ? 'unjudged' : 'passed';
    return { check, result: doubt ? (refuses(doubt, limits) ? 'refused' : 'doubtful') : unknown } as const;
  });
  const has = (wanted: CheckResult) => checks.some(({ result }) => result === wanted);
  return { colour: has('refused') ? 'red' : has('doubtful') ? 'yellow' : 'green', checks };
}

/** Rule 20.10: facts of the file itself. */
export function refuses(doubt: DeliveryDoubt, { refuseRows, factorShare }: DeliveryLimits): boolean {
  switch (doubt.check) {
    case 'commonFactor': {
      const { cause, exact, rows, compared, factor } = doubt;
      if (rows < refuseRows) return false;
      if (cause === 'decimalLeft' || cause === 'decimalRight') return rows >= factorShare * compared;
      const isNamed = cause === 'vatRemoved' || (cause === 'vatAdded' && factor === 1.19);
      return isNamed && exact && rows >= factorShare * compared;
    }
    case 'newArticleLevel':
      return (doubt.cause === 'decimalLeft' || doubt.cause === 'decimalRight') && doubt.rows >= refuseRows;
    case 'columns':
      return true;
    case 'missingRows':
      return doubt.isCut;
    default:
      return false;
  }
}
