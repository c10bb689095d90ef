/** German: names every setting that is missing or wrong. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

export interface Settings {
  /** A superuser: makes roles and databases that are missing. Without it they must be there. */
  readonly adminUrl: string | undefined;
  /** The owner of the tables. */
  readonly ownerUrl: string;
  /** The login of the api, which is to be a member of portal_app; without it none is made. */
  readonly appUrl: string | undefined;
  /** The database of an identity provider on the same server, made for it when there is a superuser. */
  readonly keycloakUrl: string | undefined;
}

const MIN_PASSWORD = 16;

/**
 * Reads the settings of the step that runs before the portal.
 * @throws SettingsError
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const issues: string[] = [];
  const read = (name: string, isNeeded: boolean) => {
    const text = env[name];
    if (!text && !isNeeded) return undefined;
    const issue = text ? issueOf(text) : 'fehlt';
    if (issue) issues.push(`  ${name}: ${issue}`);
    return text;
  };
  const adminUrl = read('DATABASE_ADMIN_URL', false);
  const ownerUrl = read('DATABASE_URL', true) ?? '';
  const appUrl = read('APP_DATABASE_URL', false);
  const keycloakUrl = read('KEYCLOAK_DATABASE_URL', false);
  const users = [adminUrl, ownerUrl, appUrl, keycloakUrl].flatMap((url) => (url && URL.parse(url)?.username) || []);
  if (new Set(users).size < users.length) issues.push('  Jede Adresse braucht einen eigenen Benutzer.');
  if (issues.length > 0) {
    throw new SettingsError(
      `Die Einstellungen der Datenbank-Vorbereitung sind unvollständig oder falsch:\n${issues.join('\n')}`,
    );
  }
  return { adminUrl, ownerUrl, appUrl, keycloakUrl };
}

/** A password that its place in an address would cut or change is refused rather than misread. */
function issueOf(text: string): string | undefined {
  const parts = /^postgres(?:ql)?:\/\/([^:@/?#\s]+):([^@/?#\s]*)@[^@/?#\s]+\/[^/?#\s]+(\?.*)?$/.exec(text);
  if (/@[^/]*,/.test(text)) return 'nennt mehrere Server; hier gehört der hin, der gerade Schreibzugriffe annimmt';
  if (!parts) return 'keine Adresse der Form postgresql://BENUTZER:PASSWORT@SERVER/DATENBANK';
  const password = parts[2] ?? '';
  if (!/^[A-Za-z0-9_.~-]*$/.test(password)) return 'das Passwort darf nur Buchstaben, Ziffern und - _ . ~ enthalten';
  if (password.length < MIN_PASSWORD) return `das Passwort braucht mindestens ${MIN_PASSWORD} Zeichen`;
  return undefined;
}
