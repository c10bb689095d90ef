import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { readConfig, takeStoredConfig } from '../auth/login-config.ts';
import { isAnswerOfProvider } from '../auth/provider.ts';
import { signIn } from '../auth/sign-in.ts';

/** A sign-in under way: the configuration it was begun with, and what comes of it. */
export type BegunSignIn = { readonly config: RuntimeConfig; readonly keycloak: Promise<Keycloak> };

/**
 * Takes up the provider's answer in the address while the application is still being loaded (rule 1.1): neither waits for the other.
 * @returns undefined without such an answer, and where the configuration cannot be read: the application asks for it and says what is wrong
 */
export async function beginSignIn(place: Location = location): Promise<BegunSignIn | undefined> {
  if (!isAnswerOfProvider(place)) return undefined;
  try {
    const config = takeStoredConfig() ?? (await readConfig());
    const keycloak = signIn(config);
    // Told by the application, once it is there.
    keycloak.catch(() => undefined);
    return { config, keycloak };
  } catch {
    return undefined;
  }
}
