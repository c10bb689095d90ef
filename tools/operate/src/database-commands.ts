import { findPrimary, primaryUrl, serverUrls } from '@portal/api/db/servers.ts';
import { openDatabase } from '@portal/api/db/database.ts';
import { dropClosedRows } from '@portal/api/modules/price-updates/index.ts';
import { detachYears, requireOver, StillRetained } from '@portal/migrate/detach-years.ts';
import { distribute, NotDistributable, undistribute } from '@portal/migrate/distribute.ts';
import { deployMigrations, readMigrationStatus } from '@portal/migrate/migrate.ts';
import { findOlderBuild } from '@portal/migrate/older-build.ts';
import { admitMembers } from '@portal/migrate/prepare.ts';
import { berlinMidnight } from '@portal/rules';
import pino from 'pino';
import type { Command } from './operate.ts';
import { addressReason } from './unreachable.ts';

/** Each returns what to print and whether all is well. */
const COMMANDS: Readonly<Record<string, (url: string, name: string) => Promise<[text: string, ok: boolean]>>> = {
  deploy: async (url) => {
    const applied = await deployMigrations(url);
    await admitMembers(url);
    const older = await findOlderBuild(url);
    const waits = older ? `; contracts wait while build ${older} is at work` : '';
    return [`${applied.length > 0 ? `applied: ${applied.join(', ')}` : 'nothing to apply'}${waits}`, true];
  },
  status: async (url) => {
    const { missing, waiting } = await readMigrationStatus(url);
    if (missing.length > 0) return [`not applied: ${missing.join(', ')}`, false];
    if (waiting.length === 0) return ['up to date', true];
    return [
      `up to date; ${waiting.join(', ')} waits for the next run: start it when every instance is of this release and none is to go back`,
      true,
    ];
  },
  detach: async (url, year) => {
    const tables = await detachYears(url, Number(year));
    return [`no longer part of price_change, to be archived and dropped: ${tables.join(', ')}`, true];
  },
  'drop-rows': async (url, year) => {
    const now = new Date();
    requireOver(Number(year), now);
    const database = openDatabase({ url, pool: 2 }, pino({ level: 'silent' }));
    try {
      const before = berlinMidnight(Number(year) + 1, 1, 1);
      const count = await dropClosedRows(database, before, now);
      return [`${count} packages closed until the end of ${year} have no rows any more`, true];
    } finally {
      await database.close();
    }
  },
  distribute: async (url) => {
    const tables = await distribute(url);
    return [tables.length > 0 ? `distributed: ${tables.join(', ')}` : 'nothing to distribute', true];
  },
  undistribute: async (url) => {
    const tables = await undistribute(url);
    return [tables.length > 0 ? `back on the coordinator: ${tables.join(', ')}` : 'nothing is distributed', true];
  },
};

const READ_ONLY = '25006';
const USAGE = 'usage: migrate deploy | status | detach <year> | drop-rows <year> | distribute | undistribute';

/** `pnpm db:migrate` and `pnpm db:distribute`, as the owner of the tables; of several servers on the one that may be written to. */
export const changeDatabase: Command = async ([name = 'deploy', ...rest], { DATABASE_URL: url = '' }, output) => {
  const command = COMMANDS[name];
  const [year = ''] = rest;
  const isOfYear = name === 'detach' || name === 'drop-rows';
  if (!command || rest.length !== (isOfYear ? 1 : 0) || (isOfYear && !/^\d{4}$/.test(year))) {
    output.complain(USAGE);
    return 2;
  }
  try {
    await reachServer(url);
    const [text, ok] = await command(await primaryUrl(url), year);
    (ok ? output.say : output.complain)(text);
    return ok ? 0 : 1;
  } catch (error) {
    if (error instanceof StillRetained || error instanceof NotDistributable) {
      output.complain(error.message);
      return 1;
    }
    const reason = addressReason(error);
    if (!reason) throw error;
    output.complain(`Nothing was done. ${reason}`);
    return 2;
  }
};

/** Prisma's engine tells errors of the connection in its own words. @throws as findPrimary; a server that may only be read is one */
async function reachServer(url: string): Promise<void> {
  await findPrimary(serverUrls(url)).catch((error: unknown) => {
    if ((error as { code?: unknown }).code !== READ_ONLY) throw error;
  });
}
