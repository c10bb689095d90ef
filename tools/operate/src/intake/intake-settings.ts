import type { Patience } from './patient-call.ts';
import type { Settling } from './read-settled-file.ts';

/** What the delivery of packages needs to know. */
export type IntakeSettings = {
  /** Address of the portal without a slash at its end. */
  readonly portal: string;
  /** Where tokens come from; undefined: the portal is asked. */
  readonly tokenUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly patience: Patience;
  readonly settle: Settling;
};

/** A setting is missing or wrong; the message is German. */
export class SettingsError extends Error {}

/**
 * Reads the settings of the command `intake` from the environment.
 * @throws SettingsError naming every setting that is missing or wrong
 */
export function readIntakeSettings(environment: Readonly<Record<string, string | undefined>>): IntakeSettings {
  const portal = (environment.INTAKE_PORTAL ?? '').replace(/\/+$/, '');
  const tokenUrl = environment.INTAKE_TOKEN_URL || undefined;
  const clientId = environment.INTAKE_CLIENT_ID;
  const clientSecret = environment.INTAKE_CLIENT_SECRET;
  const issues: string[] = [];
  for (const [name, address] of [
    ['INTAKE_PORTAL', portal],
    ['INTAKE_TOKEN_URL', tokenUrl],
  ] as const) {
    if (address === '') issues.push(`${name} fehlt`);
    else if (address !== undefined && !isSafe(address)) issues.push(`${name} muss eine Adresse mit https:// sein`);
  }
  if (!clientId) issues.push('INTAKE_CLIENT_ID fehlt');
  if (!clientSecret) issues.push('INTAKE_CLIENT_SECRET fehlt');
  const giveUpMs = secondsOf(environment, 'INTAKE_PATIENCE_S', { least: 0, usual: 300 }, issues);
  const timeoutMs = secondsOf(environment, 'INTAKE_TIMEOUT_S', { least: 1, usual: 120 }, issues);
  const quietMs = secondsOf(environment, 'INTAKE_QUIET_S', { least: 0, usual: 2 }, issues);
  if (issues.length > 0) throw new SettingsError(`Einstellungen: ${issues.join('; ')}.`);
  const patience = { giveUpMs, timeoutMs, firstWaitMs: 1_000 };
  return {
    portal,
    tokenUrl,
    clientId: clientId as string,
    clientSecret: clientSecret as string,
    patience,
    settle: { quietMs, giveUpMs },
  };
}

/** Milliseconds of a setting in whole seconds, at most a day; `usual` without it. */
function secondsOf(
  environment: Readonly<Record<string, string | undefined>>,
  name: string,
  { least, usual }: { least: number; usual: number },
  issues: string[],
): number {
  const value = environment[name] || String(usual);
  const seconds = Number(value);
  if (!/^\d{1,5}$/.test(value) || seconds < least || seconds > 86_400) {
    issues.push(`${name} muss eine Zahl von Sekunden sein, ${least} bis 86400`);
  }
  return seconds * 1_000;
}

/** Secret and token travel encrypted, unless they do not leave this machine. */
export function isSafe(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:' || isLocal(address);
}

/** Whether an address is that of this machine. */
export function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
