import { setImmediate } from 'node:timers/promises';

/** How long one call works before others get their turn. */
const TURN_MS = 8;

/**
 * For loops over rows by the hundred thousand: `await` what `give` answers, when it answers anything, and others get
 * their turn on the main loop.
 */
export function createTurns(): { give(): Promise<void> | undefined } {
  let began = performance.now();
  return {
    give() {
      if (performance.now() - began < TURN_MS) return undefined;
      return setImmediate().then(() => {
        began = performance.now();
      });
    },
  };
}
