import type { Logger } from 'pino';
import type { Verifier } from './auth/verifier.ts';
import type { Clock, TestClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Metrics } from './metrics/metrics.ts';

/** What the portal is made of; tests pass their own clock, database and verifier. */
export type Deps = {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: Verifier;
  readonly clock: Clock;
  /** Set where the clock may be moved from outside; then it is also `clock`. */
  readonly testClock?: TestClock | undefined;
  readonly logger: Logger;
  /** Where somebody asks for them (PORTAL_METRICS_PORT). */
  readonly metrics?: Metrics | undefined;
};
