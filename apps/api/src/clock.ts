export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };

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
