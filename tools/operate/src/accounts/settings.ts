import type { Environment } from '../operate.ts';

/** How the commands of accounts sign in to the administration of Keycloak. */
export type AccountSettings = {
  /** Address without a slash at its end. */
  readonly url: string;
  readonly realm: string;
  readonly audience: string;
  readonly signIn:
    | { readonly realm: string; readonly clientId: string; readonly clientSecret: string }
    | { readonly realm: string; readonly username: string; readonly password: string };
};

/** German: names every setting that is missing or wrong. */
export class SettingsError extends Error {
  override name = 'SettingsError';
}

/**
 * Reads them from the environment: a client with a secret (its service account has the roles manage-users and manage-clients and
 * manage-realm of realm-management), or an administrator's name and password.
 * @throws SettingsError
 */
export function readAccountSettings(environment: Environment): AccountSettings {
  const issues: string[] = [];
  const url = (environment.KEYCLOAK_ADMIN_URL || environment.PORTAL_IDENTITY_URL || '').replace(/\/+$/, '');
  if (url === '') issues.push('KEYCLOAK_ADMIN_URL fehlt (die Adresse von Keycloak)');
  else if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    issues.push('KEYCLOAK_ADMIN_URL ist keine Adresse mit https://');
  const realm = environment.PORTAL_IDENTITY_REALM || 'preisportal';
  const { KEYCLOAK_ADMIN_CLIENT: clientId, KEYCLOAK_ADMIN_CLIENT_SECRET: clientSecret } = environment;
  const { KEYCLOAK_ADMIN_USERNAME: username, KEYCLOAK_ADMIN_PASSWORD: password } = environment;
  let signIn: AccountSettings['signIn'] | undefined;
  if (clientId && clientSecret) signIn = { realm: environment.KEYCLOAK_ADMIN_REALM || realm, clientId, clientSecret };
  else if (username && password) signIn = { realm: environment.KEYCLOAK_ADMIN_REALM || 'master', username, password };
  else
    issues.push(
      'KEYCLOAK_ADMIN_USERNAME und KEYCLOAK_ADMIN_PASSWORD fehlen (oder KEYCLOAK_ADMIN_CLIENT und KEYCLOAK_ADMIN_CLIENT_SECRET)',
    );
  if (!signIn || issues.length > 0) throw new SettingsError(`Einstellungen: ${issues.join('; ')}.`);
  return { url, realm, audience: environment.PORTAL_IDENTITY_AUDIENCE || 'portal-api', signIn };
}
