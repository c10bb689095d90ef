import type { RuntimeConfig } from '@portal/contracts';
import type Keycloak from 'keycloak-js';
import { readConfig, takeStoredConfig } from '../auth/login-config.ts';
import { isAnswerOfProvider } from '../auth/provider.ts';
import { signIn } from '../auth/sign-in.ts';

export type BegunSignIn = { readonly config: RuntimeConfig; readonly keycloak: Promise<Keycloak> };

/**
 * Runs while the application loads (rule 1.1).
 * @returns undefined without an answer or configuration
 */
export async function beginSignIn(currentLocation: Location = location): Promise<BegunSignIn | undefined> {
  if (!isAnswerOfProvider(currentLocation)) return undefined;
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
