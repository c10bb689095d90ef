import { REASON } from '@portal/contracts';
import type { Database } from '../db/database.ts';
import { knownMigrations, missingMigrations } from '../db/missing-migrations.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import type { Handlers } from './implement.ts';
import { within } from './within.ts';

/** Probes should get an answer before they give up, usually after a few seconds. */
const READY_MS = 2_000;

/**
 * `live` answers as long as the process runs; when it does not, a restart helps. `ready` says 503 while the database does not
 * answer or lacks migrations; a restart would not help then. While the process stops, graceful-server.ts answers `ready` (rule 13.10).
 */
export function probeHandlers({ database }: { database: Database }): Handlers<'getLiveness' | 'getReadiness'> {
  const known = knownMigrations();
  return {
    getLiveness: () => ({ status: 'OK' }),

    async getReadiness() {
      const missing = await within(READY_MS, missingMigrations(database.pool, known));
      if (missing.length > 0) throw new PortalError(503, REASON.busy, TEXT.notMigrated(missing.length));
      return { status: 'OK' };
    },
  };
}
