import { REASON } from '@portal/contracts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

const MB = 2 ** 20;
/** Memory for bodies that arrive and that are worked on: of this process, and of one caller in it. */
export const BODY_BUDGET = { bytes: 256 * MB, perCaller: 100 * MB } as const;
const RETRY_AFTER_SECONDS = 20;

/** What one body takes of the budget. */
export type Share = {
  /** @throws PortalError 503 when all, 429 when the caller's own bodies take too much */
  take(bytes: number): void;
  /** Once, when the call is answered. */
  giveBack(): void;
};

/**
 * Bounds the memory that bodies take, however many come at once and however slowly: each takes its share as its bytes
 * arrive, so that nothing is held for what a client only announces.
 */
export function createBodyBudget(bounds: { bytes: number; perCaller: number } = BODY_BUDGET) {
  let taken = 0;
  const byCaller = new Map<string, number>();
  return {
    share(caller: string): Share {
      let own = 0;
      return {
        take(bytes) {
          const ofCaller = byCaller.get(caller) ?? 0;
          if (ofCaller + bytes > bounds.perCaller) throw busy(429, TEXT.body.ownBusy);
          if (taken + bytes > bounds.bytes) throw busy(503, TEXT.body.busy);
          own += bytes;
          taken += bytes;
          byCaller.set(caller, ofCaller + bytes);
        },
        giveBack() {
          taken -= own;
          const left = (byCaller.get(caller) ?? 0) - own;
          if (left > 0) byCaller.set(caller, left);
          else byCaller.delete(caller);
          own = 0;
        },
      };
    },
  };
}
export type BodyBudget = ReturnType<typeof createBodyBudget>;

function busy(status: 429 | 503, message: string): PortalError {
  const error = new PortalError(status, REASON.busy, message);
  error.retryAfterSeconds = RETRY_AFTER_SECONDS;
  return error;
}
