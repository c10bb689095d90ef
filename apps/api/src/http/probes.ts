import { REASON } from '@portal/contracts';
import type { Database } from '../db/database.ts';
import { knownMigrations, missingMigrations } from '../db/missing-migrations.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import type { Handlers } from './implement.ts';
import { within } from './within.ts';

/** Whoever asks should have an answer before it gives up, which most do after a few seconds. */
const READY_MS = 2_000;

/**
 * For whoever supervises the process: live answers as long as it runs at all, so that a restart would help when it does not;
 * ready says 503 while the database does not answer or lacks migrations, when a restart would not. While the process stops, graceful-server.ts
 * answers ready in its place.
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
