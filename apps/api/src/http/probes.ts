import { REASON } from '@portal/contracts';
import { BUILD } from '../builds/build.ts';
import { readFloor } from '../builds/read-builds.ts';
import type { Deps } from '../deps.ts';
import type { Database } from '../db/database.ts';
import { knownMigrations, missingMigrations } from '../db/missing-migrations.ts';
import { runShared } from '../limits/call-context.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import type { Handlers } from './implement.ts';
import { within } from './within.ts';

const READY_MS = 2_000;
/** Without asking the database again. */
const STAYS_READY_MS = 1_000;

/** `live`: a restart helps. `ready`: 503 without database or migrations, or beneath the floor; a restart would not help. Rule 13.10. */
export function probeHandlers({
  database,
  config: { revision },
}: Pick<Deps, 'database' | 'config'>): Handlers<'getLiveness' | 'getReadiness'> {
  const known = knownMigrations();
  let asking: Promise<string | undefined> | undefined;
  let readyUntil = 0;
  return {
    getLiveness: () => ({ status: 'OK' }),

    async getReadiness() {
      if (performance.now() >= readyUntil) {
        // One question for all that ask meanwhile.
        asking ??= runShared(() => whatIsMissing(database, known)).finally(() => {
          asking = undefined;
        });
        const missing = await within(READY_MS, asking);
        if (missing) throw new PortalError(503, REASON.busy, missing);
        readyUntil = performance.now() + STAYS_READY_MS;
      }
      return { status: 'OK', build: BUILD, ...(revision && { revision }) };
    },
  };
}

async function whatIsMissing({ pool }: Database, known: readonly string[]): Promise<string | undefined> {
  const missing = await missingMigrations(pool, known);
  if (missing.length > 0) return TEXT.notMigrated(missing.length);
  const { floor, fits } = await readFloor(pool);
  return fits ? undefined : TEXT.buildTooOld(BUILD, floor);
}
