import { REASON } from '@portal/contracts';
import type { Database } from '../db/database.ts';
import { knownMigrations, missingMigrations } from '../db/missing-migrations.ts';
import { runShared } from '../limits/call-context.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import type { Handlers } from './implement.ts';
import { within } from './within.ts';

const READY_MS = 2_000;

/** `live`: a restart helps. `ready`: 503 without database or migrations; a restart would not help. Rule 13.10. */
export function probeHandlers({ database }: { database: Database }): Handlers<'getLiveness' | 'getReadiness'> {
  const known = knownMigrations();
  let asking: Promise<string[]> | undefined;
  return {
    getLiveness: () => ({ status: 'OK' }),

    async getReadiness() {
      // One question for all that ask meanwhile.
      asking ??= runShared(() => missingMigrations(database.pool, known)).finally(() => {
        asking = undefined;
      });
      const missing = await within(READY_MS, asking);
      if (missing.length > 0) throw new PortalError(503, REASON.busy, TEXT.notMigrated(missing.length));
      return { status: 'OK' };
    },
  };
}
