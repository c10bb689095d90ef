import type { RuntimeConfig } from '@portal/contracts';
import type { KeycloakInitOptions } from 'keycloak-js';
import { tabSafe } from '../lib/safe-storage.ts';

const STORED = 'configOfSignIn';
/** Longer than a user takes for the provider's form, in ms. What an operator changes meanwhile is found by the next sign-in. */
const MAX_STORED_AGE_MS = 10 * 60_000;

/** Rule 1.2. */
export const MIN_TOKEN_VALIDITY_S = 20;

/** Rule 1.1. */
export const LOGIN_OPTIONS = {
  onLoad: 'login-required',
  flow: 'standard',
  responseMode: 'fragment',
  pkceMethod: 'S256',
  checkLoginIframe: true,
  checkLoginIframeInterval: 5,
  messageReceiveTimeout: 10_000,
} as const satisfies KeycloakInitOptions;

/** German message that names every issue. */
export class LoginConfigError extends Error {
  override name = 'LoginConfigError';
}

type LoginOptions = { flow?: unknown; responseMode?: unknown; pkceMethod?: unknown };

/**
 * Rule 1.1.
 * @throws LoginConfigError
 */
export function checkLoginConfig(config: Partial<RuntimeConfig>, options: LoginOptions = LOGIN_OPTIONS): void {
  const issues = [
    !config.kcUrl && 'die Adresse des Anmeldedienstes fehlt',
    !config.kcRealm && 'der Realm fehlt',
    !config.kcClientId && 'die Client-ID fehlt',
    !isOneOf(options.flow, ['standard', 'implicit', 'hybrid']) && 'der Ablauf (flow) ist ungültig',
    !isOneOf(options.responseMode, ['fragment', 'query']) && 'der Antwortmodus (response mode) ist ungültig',
    !isOneOf(options.pkceMethod, ['S256', false]) && 'das PKCE-Verfahren ist ungültig',
  ].filter((issue) => issue !== false);
  if (issues.length > 0) throw new LoginConfigError(`Die Anmeldung ist falsch eingerichtet: ${issues.join(', ')}.`);
}

function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.includes(value);
}

/**
 * Reads the configuration before the application, and with it the client of the api, is loaded.
 * @throws when the portal does not answer, refuses or answers something else; the application reads it again and shows the error
 */
export async function readConfig(): Promise<RuntimeConfig> {
  const answer = await fetch('/api/config', { headers: { Accept: 'application/json' } });
  if (!answer.ok) throw new Error(`/api/config: ${answer.status}`);
  return (await answer.json()) as RuntimeConfig;
}

/** Stores, for this tab, the configuration that a sign-in begins with; the provider's answer is handled with the same one (rule 1.1). */
export function storeConfig(config: RuntimeConfig): void {
  tabSafe.set(STORED, JSON.stringify({ config, at: Date.now() }));
}

/** @returns the stored configuration, once; undefined after ten minutes and when the browser stored nothing */
export function takeStoredConfig(): RuntimeConfig | undefined {
  const text = tabSafe.get(STORED);
  tabSafe.remove(STORED);
  try {
    const { config, at } = JSON.parse(text ?? '') as { config: RuntimeConfig; at: number };
    const age = Date.now() - at;
    return age >= 0 && age < MAX_STORED_AGE_MS ? config : undefined;
  } catch {
    return undefined; // nothing there, or not written by this portal
  }
}
