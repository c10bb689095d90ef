import type { Logger } from 'pino';
import type { Verifier } from './auth/verifier.ts';
import type { Clock, TestClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Metrics } from './metrics/metrics.ts';

export type Deps = {
  readonly config: Config;
  readonly database: Database;
  readonly verifier: Verifier;
  readonly clock: Clock;
  readonly testClock?: TestClock | undefined;
  readonly logger: Logger;
  /** Where somebody asks for them (PORTAL_METRICS_PORT). */
  readonly metrics?: Metrics | undefined;
};
