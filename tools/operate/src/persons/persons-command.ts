import { primaryUrl } from '@portal/api/db/servers.ts';
import pg from 'pg';
import { connectKeycloak, KeycloakRefusal, type Representation } from '../accounts/keycloak.ts';
import { readAccountSettings, SettingsError } from '../accounts/settings.ts';
import type { Command, Environment } from '../operate.ts';
import { addressReason } from '../unreachable.ts';
import { exportPerson } from './export-person.ts';
import { forgetPerson } from './forget-person.ts';
import { findPerson, SeveralPersons } from './person.ts';

const CHECK = '--check';
const GONE = '--account-gone';
const USAGE = `Aufruf: people export KONTO|NAME
    oder: people forget KONTO|NAME [${CHECK}] [${GONE}]`;

/** `pnpm people export|forget`: what is stored of a person, and taking their name out of it; as the owner of the tables. */
export const aboutPerson: Command = async ([action, ...args], environment, { say, complain }) => {
  const options = args.filter((arg) => arg.startsWith('--'));
  const wanted = args.filter((arg) => !arg.startsWith('--')).join(' ');
  const allowed = action === 'forget' ? [CHECK, GONE] : [];
  if (!wanted || options.some((option) => !allowed.includes(option))) {
    complain(USAGE);
    return 2;
  }
  let pool: pg.Pool | undefined;
  try {
    pool = new pg.Pool({ connectionString: await primaryUrl(environment.DATABASE_URL ?? ''), max: 1 });
    const person = await findPerson(pool, wanted);
    if (!person) {
      complain(`Von „${wanted}“ ist nichts gespeichert.`);
      return 1;
    }
    if (action === 'export') {
      await exportPerson(pool, person, say);
      return 0;
    }
    const onlyLooks = options.includes(CHECK);
    if (person.subject !== null && !options.includes(GONE) && (await maySignIn(person.subject, environment))) {
      complain(
        'Die Person kann sich noch anmelden: zuerst „people Benutzername=… Rolle=keine“, dann das Konto in Keycloak löschen.',
      );
      return 1;
    }
    const { pharmacies, replaced, deleted } = await forgetPerson(pool, person, { now: new Date(), onlyLooks }, say);
    const names = person.names.map((name) => `„${name}“`).join(', ') || 'keinem Namen mehr';
    say(
      `${onlyLooks ? 'Geprüft, nichts geändert' : 'Vergessen'}: „${person.pseudonym}“ statt ${names}, ${pharmacies} Apotheken, ${replaced} Namen ersetzt, ${deleted} Zeilen gelöscht`,
    );
    return 0;
  } catch (error) {
    if (error instanceof SeveralPersons) {
      complain(`Den Namen haben mehrere Konten; eines nennen: ${error.subjects.join(', ')}`);
      return 1;
    }
    if (error instanceof SettingsError) complain(`${error.message} Gibt es das Konto nicht mehr: ${GONE}`);
    else complain(addressReason(error) ?? (error as Error).message);
    return 2;
  } finally {
    await pool?.end();
  }
};

/** @throws SettingsError, KeycloakRefusal */
async function maySignIn(subject: string, environment: Environment): Promise<boolean> {
  const keycloak = await connectKeycloak(readAccountSettings(environment));
  try {
    return (await keycloak.read<Representation>(`/users/${encodeURIComponent(subject)}`)).enabled === true;
  } catch (error) {
    if (error instanceof KeycloakRefusal && error.status === 404) return false;
    throw error;
  }
}
