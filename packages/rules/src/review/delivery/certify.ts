import { DELIVERY_CHECKS, type DeliveryCheck, type DeliveryDoubt } from './doubt.ts';
import type { DeliveryLimits } from './limits.ts';
import { isFactOf } from './price-level.ts';

export const DELIVERY_COLOURS = ['green', 'yellow', 'red'] as const;
export type DeliveryColour = (typeof DELIVERY_COLOURS)[number];
export const CHECK_RESULTS = ['passed', 'doubtful', 'refused', 'unjudged'] as const;
export type CheckResult = (typeof CHECK_RESULTS)[number];

export type CheckedDelivery = {
  readonly colour: DeliveryColour;
  readonly checks: readonly { readonly check: DeliveryCheck; readonly result: CheckResult }[];
};

/** Rules 20.1 and 20.21. */
export function certifyDelivery(
  doubts: readonly DeliveryDoubt[],
  unjudged: readonly DeliveryCheck[],
  limits: DeliveryLimits,
  takenIn: readonly DeliveryCheck[] = [],
): CheckedDelivery {
  const checks = DELIVERY_CHECKS.map((check) => {
    const doubt = doubts.find((each) => each.check === check);
    const unknown = unjudged.includes(check) ? 'unjudged' : 'passed';
    if (!doubt) return { check, result: unknown } as const;
    const isDecided = doubt.check === 'columns' && doubt.fault === 'aepAbovePrice' && takenIn.includes(check);
    return { check, result: refuses(doubt, limits) && !isDecided ? 'refused' : 'doubtful' } as const;
  });
  const has = (wanted: CheckResult) => checks.some(({ result }) => result === wanted);
  return { colour: has('refused') ? 'red' : has('doubtful') ? 'yellow' : 'green', checks };
}

/** Rule 20.10: facts of the file itself. */
export function refuses(doubt: DeliveryDoubt, limits: DeliveryLimits): boolean {
  switch (doubt.check) {
    case 'commonFactor': {
      const { cause, exact, unexplained: rows, compared: of, factor } = doubt;
      if (!exact && (cause === 'decimalLeft' || cause === 'decimalRight'))
        return rows >= limits.refuseRows && rows >= limits.factorShare * of;
      const isOrdinary = cause === 'unknown' || factor === 1.07;
      return !isOrdinary && exact && isFactOf({ rows, of }, limits);
    }
    case 'newArticleLevel':
      return (doubt.cause === 'decimalLeft' || doubt.cause === 'decimalRight') && doubt.rows >= limits.refuseRows;
    case 'priceLevel':
      return doubt.isFact;
    case 'foreignRows':
      return (
        doubt.fault === 'otherGroup' && doubt.rows >= limits.refuseRows && doubt.rows >= limits.factorShare * doubt.of
      );
    case 'columns':
      return doubt.fault !== 'aepAbovePrice' || doubt.isSwapped;
    case 'missingRows':
      return doubt.isCut;
    default:
      return false;
  }
}
