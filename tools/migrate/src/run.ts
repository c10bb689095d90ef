import { ensureAppLogin } from './app-login.ts';
import { deployMigrations } from './migrate.ts';
import { findOlderBuild } from './older-build.ts';
import { admitMembers, prepareDatabase } from './prepare.ts';
import { readSettings } from './settings.ts';

/**
 * The step before the portal: databases and logins that are missing, then the migrations, then the api's login. Changes
 * nothing where all is there, apart from passwords, which become those of the settings.
 * @throws SettingsError
 */
export async function run(env: NodeJS.ProcessEnv, say: (line: string) => void): Promise<void> {
  const { adminUrl, ownerUrl, appUrl, keycloakUrl } = readSettings(env);
  if (adminUrl) {
    await prepareDatabase(adminUrl, ownerUrl, 'CREATEROLE');
    if (keycloakUrl) await prepareDatabase(adminUrl, keycloakUrl);
  }
  const applied = await deployMigrations(ownerUrl);
  say(applied.length > 0 ? `Ausgeführte Migrationen: ${applied.join(', ')}` : 'Die Datenbank ist auf dem Stand.');
  const older = await findOlderBuild(ownerUrl);
  if (older)
    say(`TruePrice ${older} läuft noch; was nur noch diese Version braucht, bleibt bis zu einem späteren Lauf.`);
  await admitMembers(ownerUrl);
  if (!appUrl) return;
  const { username, password } = new URL(appUrl);
  // On a restored database the group roles may be another's, who alone may give them away.
  await ensureAppLogin(adminUrl ?? ownerUrl, {
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  });
  say(`Zugang des Portals: ${decodeURIComponent(username)}`);
}
