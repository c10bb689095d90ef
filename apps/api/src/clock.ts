/** The clock of the portal, injected everywhere so that tests move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

/** A clock that can be moved while the portal runs, for tests and demos; it goes on from where it was set. */
export type TestClock = Clock & {
  /** null goes back to the real time */
  set(now: Date | null): void;
};

export function createTestClock(): TestClock {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    set(now) {
      ahead = now === null ? 0 : now.getTime() - Date.now();
    },
  };
}
