import { setImmediate } from 'node:timers/promises';

/** How long one call works before others get their turn. */
const TURN_MS = 3;

export type Turns = { give(): Promise<void> | undefined };

export function createTurns(): Turns {
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
