import { withDatabase } from '../postgres/with-database.ts';
import { detachYears, StillKept } from '@portal/migrate/detach-years.ts';
import { distribute, NotDistributable, undistribute } from '@portal/migrate/distribute.ts';
import { deployMigrations, findDrift, findUnapplied, newMigration } from '@portal/migrate/migrate.ts';
import { admitMembers } from '@portal/migrate/prepare.ts';

const USAGE = 'usage: deploy | new <name> | status | drift | detach <year> | distribute | undistribute\n';
const [command = 'deploy', name] = process.argv.slice(2);

/** `pnpm db:migrate` and `pnpm db:distribute`: each command returns what to print and whether all is well. */
const COMMANDS: Record<string, (url: string) => Promise<[text: string, ok: boolean]>> = {
  deploy: async (url) => {
    const applied = await deployMigrations(url);
    await admitMembers(url);
    return [applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to apply', true];
  },
  new: async (url) => {
    if (!name) return [USAGE, false];
    return [(await newMigration(url, name)) ?? 'nothing to migrate', true];
  },
  status: async (url) => {
    const missing = await findUnapplied(url);
    return [missing.length > 0 ? `not applied: ${missing.join(', ')}` : 'up to date', missing.length === 0];
  },
  drift: async (url) => {
    const drift = await findDrift(url);
    return [drift || 'migrations and schema agree', !drift];
  },
  detach: async (url) => {
    if (!/^\d{4}$/.test(name ?? '')) return [USAGE, false];
    try {
      const tables = await detachYears(url, Number(name));
      return [`no longer part of price_change, to be archived and dropped: ${tables.join(', ')}`, true];
    } catch (error) {
      if (error instanceof StillKept) return [error.message, false];
      throw error;
    }
  },
  distribute: async (url) => {
    try {
      const tables = await distribute(url);
      return [tables.length > 0 ? `distributed: ${tables.join(', ')}` : 'nothing to distribute', true];
    } catch (error) {
      if (error instanceof NotDistributable) return [error.message, false];
      throw error;
    }
  },
  undistribute: async (url) => {
    const tables = await undistribute(url);
    return [tables.length > 0 ? `back on the coordinator: ${tables.join(', ')}` : 'nothing is distributed', true];
  },
};

const run = COMMANDS[command];
if (!run) {
  process.stderr.write(USAGE);
  process.exit(2);
}
const [text, ok] = await withDatabase(run);
process.stdout.write(`${text}\n`);
// Prisma's adapter keeps its pool open.
process.exit(ok ? 0 : 1);
