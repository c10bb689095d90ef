/** Calls a minute, or in `seconds`. */
type Rate = {
  readonly perCaller?: number;
  readonly perPharmacy?: number;
  readonly perAddress?: number;
  readonly seconds?: number;
};

/** At once and waiting. */
export type SlotLimits = {
  readonly slots: number;
  readonly perPharmacy?: number;
  readonly perPerson?: number;
  /** Of all accounts without a pharmacy together. */
  readonly outside?: number;
  readonly queue: number;
  readonly queuePerPharmacy?: number;
  readonly queuePerPerson?: number;
  /** Longest wait, milliseconds. */
  readonly maxWaitMs: number;
};

export type Cost = {
  /** `perAddress`: callers without a valid token. */
  readonly rate: Rate;
  /** From the whole body to the answer. */
  readonly work: SlotLimits;
  /** While the body arrives, too. */
  readonly received?: SlotLimits;
  /** At most this share of the database connections, `received` four times as many (ADR 67). */
  readonly ofConnections?: number;
  /** By the pharmacy that an account acts for. */
  readonly service?: true;
};

const waiting = (queue: number, queuePerPharmacy: number, queuePerPerson: number, seconds: number) => ({
  queue,
  queuePerPharmacy,
  queuePerPerson,
  maxWaitMs: seconds * 1_000,
});

/** Rule 13.17. Rates: several times a busy hour's use; a minute's calls never come at once. */
export const COSTS = {
  public: {
    rate: { perAddress: 300, seconds: 10 },
    work: { slots: 32, perPerson: 16, queue: 512, queuePerPerson: 128, maxWaitMs: 5_000 },
  },
  link: {
    rate: { perAddress: 60 },
    work: { slots: 4, perPerson: 2, queue: 32, queuePerPerson: 8, maxWaitMs: 10_000 },
  },
  light: {
    rate: { perCaller: 200, perPharmacy: 2_000, seconds: 10 },
    work: { slots: 32, perPharmacy: 6, perPerson: 3, outside: 3, ...waiting(1_024, 256, 64, 20) },
  },
  /** Whole lists. */
  list: {
    rate: { perCaller: 100, perPharmacy: 1_000, seconds: 10 },
    work: { slots: 12, perPharmacy: 3, perPerson: 2, outside: 2, ...waiting(512, 128, 64, 20) },
  },
  /** Much read for little. */
  search: {
    rate: { perCaller: 100, perPharmacy: 1_000, seconds: 10 },
    work: { slots: 8, perPharmacy: 1, perPerson: 1, outside: 1, ...waiting(512, 128, 64, 20) },
  },
  write: {
    rate: { perCaller: 50, perPharmacy: 500, seconds: 10 },
    received: { slots: 32, perPharmacy: 4, perPerson: 2, outside: 2, ...waiting(512, 128, 64, 30) },
    work: { slots: 8, perPharmacy: 2, perPerson: 1, outside: 1, ...waiting(512, 128, 64, 30) },
  },
  /** Plans, figures. */
  heavy: {
    rate: { perCaller: 300, perPharmacy: 1_500 },
    received: { slots: 16, perPharmacy: 4, perPerson: 2, outside: 2, ...waiting(256, 96, 48, 45) },
    work: { slots: 4, perPharmacy: 2, perPerson: 1, outside: 1, ...waiting(256, 96, 48, 45) },
  },
  pdf: {
    rate: { perCaller: 60, perPharmacy: 600 },
    received: { slots: 8, perPharmacy: 2, perPerson: 2, outside: 2, ...waiting(96, 24, 12, 45) },
    work: { slots: 2, perPharmacy: 1, perPerson: 1, outside: 1, ...waiting(48, 6, 2, 45) },
  },
  file: {
    rate: { perCaller: 120, perPharmacy: 1_200, perAddress: 600 },
    work: { slots: 12, perPharmacy: 2, perPerson: 1, outside: 1, ...waiting(96, 12, 4, 10) },
  },
  /** 20 MB each on the disk. */
  upload: {
    rate: { perCaller: 120, perPharmacy: 1_200 },
    received: { slots: 32, perPharmacy: 4, perPerson: 2, outside: 2, ...waiting(96, 12, 4, 10) },
    work: { slots: 4, perPharmacy: 2, perPerson: 2, outside: 1, ...waiting(48, 4, 2, 60) },
  },
  /** Thousands in one night. */
  delivery: {
    service: true,
    ofConnections: 1 / 4,
    rate: { perCaller: 6_000, perPharmacy: 600 },
    received: { slots: 12, perPharmacy: 8, queue: 0, maxWaitMs: 0 },
    work: { slots: 3, perPharmacy: 1, queue: 48, queuePerPharmacy: 8, maxWaitMs: 60_000 },
  },
  service: {
    service: true,
    rate: { perCaller: 6_000, perPharmacy: 600 },
    received: { slots: 32, perPharmacy: 2, queue: 512, queuePerPharmacy: 16, maxWaitMs: 30_000 },
    work: { slots: 8, perPharmacy: 1, queue: 512, queuePerPharmacy: 16, maxWaitMs: 30_000 },
  },
  inventory: {
    service: true,
    rate: { perCaller: 600, perPharmacy: 60 },
    received: { slots: 64, perPharmacy: 2, queue: 64, queuePerPharmacy: 2, maxWaitMs: 110_000 },
    work: { slots: 3, perPharmacy: 1, queue: 64, queuePerPharmacy: 2, maxWaitMs: 110_000 },
  },
} as const satisfies Readonly<Record<string, Cost>>;
export type CostClass = keyof typeof COSTS;

/** At work for a pharmacy. Rule 13.18. */
export const TOGETHER = {
  classes: ['list', 'search', 'write', 'heavy', 'file', 'service', 'inventory'] as readonly CostClass[],
  /** As many as processors. */
  perPharmacy: { least: 2, most: 4 },
  outside: 2,
} as const;

/** 401 and 403: more than expired sign-ins, fewer than guessing takes. */
export const REFUSALS = { perCaller: 600, perAddress: 1_200 } as const satisfies Rate;

/** A first visit takes sixty. */
export const PAGES = { perAddress: 3_000, seconds: 10 } as const satisfies Rate;
