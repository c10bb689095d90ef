import type { RuntimeConfig } from '@portal/contracts';
import Keycloak, { type KeycloakLoginOptions } from 'keycloak-js';

/** Longer than a busy provider takes. */
const REACH_MS = 8000;

/** What the provider adds to the address that it sends somebody back to. */
const ANSWER = /^#(?=.*\bstate=)(?=.*\b(?:code|error)=)/;

/** Whether the provider has sent somebody back to this address. */
export function isAnswerOfProvider({ hash }: Pick<Location, 'hash'>): boolean {
  return ANSWER.test(hash);
}

/** Replaces the page that asks for a sign-in, so that 'Zurück' never leads to the page before it (rule 1.1). */
class Provider extends Keycloak {
  override login = async (options?: KeycloakLoginOptions): Promise<void> => {
    location.replace(await this.createLoginUrl(options));
    return new Promise(() => undefined);
  };
}

/** A client of the provider that has not begun to sign in. */
export function clientOf({ kcUrl, kcRealm, kcClientId }: RuntimeConfig): Keycloak {
  return new Provider({ url: kcUrl, realm: kcRealm, clientId: kcClientId });
}

/** The address of the realm. */
export function issuerOf({ kcUrl, kcRealm }: RuntimeConfig): string {
  return `${kcUrl.replace(/\/$/, '')}/realms/${encodeURIComponent(kcRealm)}`;
}

/** Any answer, readable or not. */
export function isReachable(issuer: string): Promise<boolean> {
  return fetch(`${issuer}/.well-known/openid-configuration`, {
    mode: 'no-cors',
    cache: 'no-store',
    signal: AbortSignal.timeout(REACH_MS),
  }).then(
    () => true,
    () => false,
  );
}
