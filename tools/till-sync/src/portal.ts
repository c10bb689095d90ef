import { gzipSync } from 'node:zlib';
import * as known from '@portal/rules/till';
import type { HeldCounts, TillProfile } from '@portal/rules/till';
import { call } from './call.ts';
import { EXIT, Failure, PassingFailure } from './failures.ts';
import type { Log } from './log.ts';
import { isSafe, type Settings } from './settings.ts';

/** A price in euros, null when withdrawn; further members only where they are asked for. */
export type Price = {
  readonly pzn: string;
  readonly productGroup?: string;
  readonly price: number | null;
  readonly avp?: number | null;
  readonly priceType?: number | null;
  readonly name?: string;
  readonly validFrom?: string | null;
};

/** A page of prices, the parts of it that this job uses. */
export type Page = {
  /** Set on the first page of a whole list: what came before counts no longer. */
  readonly reload: string | null;
  readonly message: string | null;
  readonly prices: readonly Price[];
  readonly cursor: string;
  readonly more: boolean;
};

export type Held = { readonly count: number; readonly sha256: string };

export type Portal = {
  /** How the till wants its file; another profile has another version. */
  profile(): Promise<{ profile: TillProfile; version: string }>;
  /** The prices after a cursor; without one the whole list. `details` brings AVP, type, name and day. */
  prices(since: string | undefined, details: boolean): Promise<Page>;
  /** Tells the portal that everything up to the cursor is loaded, and what the till then finds (rule 9.22). */
  acknowledge(cursor: string, held: Held): Promise<void>;
  /** Sends what the till holds, compared with the cursor where there is one (rule 9.24). */
  inventory(file: Uint8Array, cursor: string | undefined): Promise<HeldCounts & { doubts?: readonly string[] }>;
};

/** The portal's till calls, signed in as the pharmacy's service account. */
export function connectPortal(settings: Settings, log: Log): Portal {
  const deps = { patience: settings, log };
  const base = `${settings.portal}/api/till/v1/${settings.pharmacy}`;
  let token: Promise<string> | undefined;

  /** A token that has expired meanwhile is fetched again, once. */
  async function signedIn(
    what: string,
    url: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ): Promise<unknown> {
    for (let renewed = false; ; renewed = true) {
      token ??= fetchToken(settings, deps);
      const headers = { ...init.headers, Accept: 'application/json', Authorization: `Bearer ${await token}` };
      const { status, body } = await call(what, url, { ...init, headers }, deps);
      if (status === 200) return body;
      token = undefined;
      if (status !== 401 || renewed) throw refusal(what, status, body);
    }
  }

  return {
    async profile() {
      const answer = await signedIn('Dateiaufbau abrufen', `${base}/profile`);
      const { profile, version } = (answer ?? {}) as { profile?: unknown; version?: unknown };
      if (isProfile(profile) && typeof version === 'string') return { profile, version };
      throw new Failure(
        EXIT.protocol,
        'Dateiaufbau abrufen: diesen Aufbau kennt das Programm nicht. Bitte aktualisieren.',
      );
    },
    async prices(since, details) {
      const query = new URLSearchParams({ limit: String(settings.pageSize) });
      if (since) query.set('since', since);
      if (details) query.set('details', 'true');
      const page = await signedIn('Preise abrufen', `${base}/prices?${query.toString()}`);
      if (!isPage(page)) throw new Failure(EXIT.protocol, 'Preise abrufen: die Antwort ist keine Preisseite.');
      return page;
    },
    async acknowledge(cursor, held) {
      const headers = { 'Content-Type': 'application/json' };
      await signedIn('Bestätigen', `${base}/ack`, { method: 'POST', headers, body: JSON.stringify({ cursor, held }) });
    },
    async inventory(file, cursor) {
      const headers = { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' };
      const query = cursor ? `?${new URLSearchParams({ cursor }).toString()}` : '';
      const init = { method: 'POST', headers, body: new Uint8Array(gzipSync(file)) };
      const answer = await signedIn(INVENTORY, `${base}/inventory${query}`, init);
      if (!isCounts(answer)) throw new Failure(EXIT.protocol, `${INVENTORY}: die Antwort ist kein Abgleich.`);
      return answer;
    },
  };
}

/** Signs in with the client-credentials grant (RFC 6749, section 4.4). */
async function fetchToken(settings: Settings, deps: Parameters<typeof call>[3]): Promise<string> {
  const url = settings.tokenUrl ?? (await findTokenUrl(settings, deps));
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  });
  const answer = await call('Anmelden', url, { method: 'POST', body }, deps);
  if (answer.status !== 200) {
    throw new Failure(
      EXIT.refused,
      `Anmelden: der Anmeldedienst lehnt ab (${answer.status}). Bitte TILL_SYNC_CLIENT_ID und TILL_SYNC_CLIENT_SECRET prüfen.`,
    );
  }
  const { access_token: token } = answer.body as { access_token?: unknown };
  if (typeof token !== 'string') throw new Failure(EXIT.protocol, 'Anmelden: die Antwort enthält kein Token.');
  return token;
}

/** The portal knows its sign-in service; with TILL_SYNC_TOKEN_URL nobody need ask. */
async function findTokenUrl({ portal }: Settings, deps: Parameters<typeof call>[3]): Promise<string> {
  const { status, body } = await call('Anmeldedienst suchen', `${portal}/api/config`, {}, deps);
  const { kcUrl, kcRealm } = (body ?? {}) as { kcUrl?: unknown; kcRealm?: unknown };
  const url = `${String(kcUrl)}/realms/${encodeURIComponent(String(kcRealm))}/protocol/openid-connect/token`;
  if (status === 200 && typeof kcUrl === 'string' && typeof kcRealm === 'string' && isSafe(url)) return url;
  throw new Failure(EXIT.protocol, `Unter ${portal} antwortet kein Preisportal. Bitte TILL_SYNC_PORTAL prüfen.`);
}

function refusal(what: string, status: number, body: unknown): Failure {
  const { message } = (body ?? {}) as { message?: unknown };
  const said = typeof message === 'string' ? `: ${message}` : '';
  if (status === 401 || status === 403) {
    return new Failure(
      EXIT.refused,
      `${what}: das Portal lehnt ab (${status})${said}. Gehört TILL_SYNC_PHARMACY zu diesem Zugang?`,
    );
  }
  // The list was exchanged just now; the next run loads it.
  if (status === 409) return new PassingFailure(`${what}${said}`);
  if (status === 422 && what === INVENTORY) return new Failure(EXIT.file, `${what}${said}`);
  return new Failure(EXIT.protocol, `${what}: das Portal antwortet mit ${status}${said}`);
}

const INVENTORY = 'Bestand senden';

function isCounts(value: unknown): value is HeldCounts {
  const counts = (value ?? {}) as Record<string, unknown>;
  return ['equal', 'different', 'missing', 'extra'].every((state) => typeof counts[state] === 'number');
}

function isPage(value: unknown): value is Page {
  const { prices, cursor, more, reload } = (value ?? {}) as Record<string, unknown>;
  if (!Array.isArray(prices) || typeof cursor !== 'string' || typeof more !== 'boolean') return false;
  return (typeof reload === 'string' || reload === null) && prices.every(isPrice);
}

function isPrice(value: unknown): value is Price {
  const { pzn, price, avp = null, name = '' } = (value ?? {}) as Record<string, unknown>;
  if (typeof pzn !== 'string' || !/^\d{8}$/.test(pzn)) return false;
  return typeof name === 'string' && isAmount(price) && isAmount(avp);
}

function isAmount(value: unknown): boolean {
  return value === null || (typeof value === 'number' && value > 0 && value <= 99_999.99);
}

/** Every part is one that the writer knows: a portal that is newer than this program may have others. */
function isProfile(value: unknown): value is TillProfile {
  const profile = (value ?? {}) as Partial<Record<keyof TillProfile, unknown>>;
  const isOne = (values: readonly unknown[], field: keyof TillProfile) => values.includes(profile[field]);
  const { columns } = profile;
  return (
    Array.isArray(columns) &&
    columns.every(isColumn) &&
    ['pzn', 'price'].every((field) => columns.some((column) => column.field === field)) &&
    isOne([...known.TILL_SEPARATORS, null], 'separator') &&
    isOne([true, false], 'heading') &&
    isOne(['eight', 'short'], 'pzn') &&
    isOne(known.TILL_DECIMALS, 'decimals') &&
    isOne(known.TILL_DATES, 'dates') &&
    isOne(known.TILL_ENCODINGS, 'encoding') &&
    isOne(['crlf', 'lf'], 'lineEnd') &&
    isOne(known.TILL_WITHDRAWN, 'withdrawn') &&
    isOne([undefined, ...known.TILL_TOTALS], 'totals') &&
    typeof profile.marker === 'string'
  );
}

function isColumn(value: unknown): value is known.TillColumn {
  const { field, heading, width } = (value ?? {}) as Partial<Record<keyof known.TillColumn, unknown>>;
  return (
    known.TILL_FIELDS.some((each) => each === field) &&
    typeof heading === 'string' &&
    (width === null || (typeof width === 'number' && width > 0))
  );
}
