import { deployMigrations } from '@portal/migrate/migrate.ts';
import { ensureAppLogin } from '@portal/migrate/app-login.ts';
import { withDatabase } from '../postgres/with-database.ts';
import { loadDemoData } from './load.ts';

/** `pnpm db:seed`: demo data into an empty database. APP_DATABASE_URL names the login the api is to have, where it has one. */
const { loaded } = await withDatabase(async (databaseUrl) => {
  await deployMigrations(databaseUrl);
  if (process.env.APP_DATABASE_URL) {
    const { username, password } = new URL(process.env.APP_DATABASE_URL);
    await ensureAppLogin(databaseUrl, { user: decodeURIComponent(username), password: decodeURIComponent(password) });
  }
  return loadDemoData({ databaseUrl });
});
process.stdout.write(loaded ? 'demo data loaded\n' : 'there is data already, nothing loaded\n');
// Prisma's adapter keeps its pool open.
process.exit();
