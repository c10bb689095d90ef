import { deployMigrations } from '../migrations/migrate.ts';
import { withDatabase } from '../postgres/with-database.ts';
import { loadDemoData } from './load.ts';

/** `pnpm db:seed`: demo data into an empty database. */
const { loaded } = await withDatabase(async (databaseUrl) => {
  await deployMigrations(databaseUrl);
  return loadDemoData({ databaseUrl });
});
process.stdout.write(loaded ? 'demo data loaded\n' : 'there is data already, nothing loaded\n');
// Prisma's adapter keeps its pool open.
process.exit();
