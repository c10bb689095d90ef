/** The clock of the portal, injected everywhere so that tests move it. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
