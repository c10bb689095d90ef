import { join, resolve } from 'node:path';
import { EXIT, Failure } from './failures.ts';

export type Settings = {
  /** Address of the portal without a slash at its end. */
  readonly portal: string;
  /** Where tokens come from; undefined: the portal is asked. */
  readonly tokenUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Number of the pharmacy in the customer system (crmCompanyId), as in the role till_sync_{number}. */
  readonly pharmacy: string;
  /** The price file for the till. */
  readonly file: string;
  /** Where articles go that have no price any more; undefined: into the price file, as the profile says. */
  readonly withdrawnFile: string | undefined;
  /** What the job remembers between two runs. */
  readonly stateFile: string;
  /** Prices in one answer, 1 to 10,000. */
  readonly pageSize: number;
  /** How often a call is tried in all. */
  readonly attempts: number;
  /** First wait between two tries in milliseconds; it doubles each time. */
  readonly retryMs: number;
  /** A try that takes longer is given up, in milliseconds. */
  readonly timeoutMs: number;
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The demonstration portal of `npm start`, wherever it has been started; its secret is known to everybody. */
function demonstration({ PORTAL_PORT, PORTAL_DATA }: Environment) {
  return {
    TILL_SYNC_PORTAL: `http://localhost:${PORTAL_PORT || 3000}`,
    TILL_SYNC_CLIENT_ID: 'till-sync',
    TILL_SYNC_CLIENT_SECRET: 'demo-till-sync',
    TILL_SYNC_PHARMACY: '100101',
    TILL_SYNC_FILE: join(PORTAL_DATA || '.portal', 'kasse', 'preise.csv'),
  };
}

/**
 * Reads the settings from the environment. On this very machine the demonstration portal is assumed for whatever is missing.
 * @throws Failure naming every setting that is missing or wrong
 */
export function readSettings(environment: Environment): Settings {
  const issues: string[] = [];
  const known = demonstration(environment);
  const portal = (environment.TILL_SYNC_PORTAL || known.TILL_SYNC_PORTAL).replace(/\/+$/, '');
  const demo: Partial<typeof known> = isLocal(portal) ? known : {};
  const text = (name: keyof typeof known): string => {
    const value = environment[name] || demo[name];
    if (!value) issues.push(`${name} fehlt`);
    return value ?? '';
  };
  const number = (name: string, standard: number, [min, max]: [number, number]): number => {
    const value = Number(environment[name] || standard);
    if (!Number.isInteger(value) || value < min || value > max) issues.push(`${name} muss von ${min} bis ${max} sein`);
    return value;
  };
  const file = resolve(text('TILL_SYNC_FILE'));
  const withdrawnFile = environment.TILL_SYNC_WITHDRAWN_FILE || undefined;
  const settings: Settings = {
    portal,
    tokenUrl: environment.TILL_SYNC_TOKEN_URL || undefined,
    clientId: text('TILL_SYNC_CLIENT_ID'),
    clientSecret: text('TILL_SYNC_CLIENT_SECRET'),
    pharmacy: text('TILL_SYNC_PHARMACY'),
    file,
    withdrawnFile: withdrawnFile && resolve(withdrawnFile),
    stateFile: resolve(environment.TILL_SYNC_STATE || `${file}.stand.json`),
    pageSize: number('TILL_SYNC_PAGE_SIZE', 5_000, [1, 10_000]),
    attempts: number('TILL_SYNC_ATTEMPTS', 6, [1, 20]),
    retryMs: number('TILL_SYNC_RETRY_MS', 1_000, [1, 60_000]),
    timeoutMs: number('TILL_SYNC_TIMEOUT_MS', 120_000, [1, 600_000]),
  };
  if (settings.pharmacy && !/^[1-9]\d{0,9}$/.test(settings.pharmacy))
    issues.push('TILL_SYNC_PHARMACY muss eine Nummer sein');
  const files = [file, settings.stateFile, ...(settings.withdrawnFile === undefined ? [] : [settings.withdrawnFile])];
  if (new Set(files).size < files.length)
    issues.push('TILL_SYNC_FILE, TILL_SYNC_WITHDRAWN_FILE und TILL_SYNC_STATE müssen verschieden sein');
  for (const [name, address] of [
    ['TILL_SYNC_PORTAL', portal],
    ['TILL_SYNC_TOKEN_URL', settings.tokenUrl],
  ] as const) {
    if (address !== undefined && !isSafe(address)) issues.push(`${name} muss eine Adresse mit https:// sein`);
  }
  if (issues.length > 0) throw new Failure(EXIT.settings, `Einstellungen: ${issues.join('; ')}.`);
  return settings;
}

/** Secret and token travel encrypted, unless they do not leave this machine. */
export function isSafe(address: string): boolean {
  return URL.parse(address)?.protocol === 'https:' || isLocal(address);
}

function isLocal(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
