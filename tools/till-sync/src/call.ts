import { setTimeout as sleep } from 'node:timers/promises';
import { EXIT, Failure, PassingFailure } from './failures.ts';
import type { Log } from './log.ts';

/** Answers worth another try: the server is starting, overloaded or being exchanged. */
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
/** A longer wait than this is left to the next run. */
const LONGEST_WAIT_MS = 5 * 60_000;

export type Answer = { readonly status: number; readonly body: unknown };
export type Patience = { readonly attempts: number; readonly retryMs: number; readonly timeoutMs: number };

/**
 * Calls an address until it answers, with waits that double, are cut at random, and are at least what `Retry-After` asks for.
 * The body is read here too: a connection can break in the middle of it (rule 9.7).
 * @throws PassingFailure when it still does not answer after the last try
 * @throws Failure 76 when a success is no JSON
 */
export async function call(
  what: string,
  url: string,
  init: RequestInit,
  { patience, log }: { patience: Patience; log: Log },
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryOnce(what, url, init, patience.timeoutMs);
    } catch (error) {
      if (!(error instanceof PassingFailure)) throw error;
      if (attempt >= patience.attempts || error.retryAfterMs > LONGEST_WAIT_MS) throw error;
      const wait = waitBefore(attempt, error, patience.retryMs);
      log.info(`${error.message} Neuer Versuch in ${seconds(wait)} s (${attempt} von ${patience.attempts - 1}).`);
      await sleep(wait);
    }
  }
}

async function tryOnce(what: string, url: string, init: RequestInit, timeoutMs: number): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    text = await response.text();
  } catch (error) {
    const { host } = new URL(url);
    const remedy = certificateRemedy(error);
    if (remedy !== undefined) {
      throw new Failure(
        EXIT.certificate,
        `${what}: dem Zertifikat von ${host} wird nicht vertraut (${reasonOf(error)}). ${remedy}`,
      );
    }
    throw new PassingFailure(`${what}: keine Verbindung zu ${host} (${reasonOf(error)}).`);
  }
  if (PASSING.has(response.status)) {
    throw new PassingFailure(`${what}: der Server antwortet mit ${response.status}.`, retryAfterMs(response));
  }
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    // A refusal need not be JSON: the status says enough.
    if (!response.ok) return { status: response.status, body: undefined };
    throw new Failure(EXIT.protocol, `${what}: die Antwort ist kein JSON.`);
  }
}

/** Tills that were cut off together must not come back together: each waits at random between half and the whole time. */
function waitBefore(attempt: number, { retryAfterMs: asked }: PassingFailure, retryMs: number): number {
  const longest = Math.min(retryMs * 2 ** (attempt - 1), 60_000);
  return Math.max(asked, longest * (0.5 + Math.random() / 2));
}

/** `Retry-After` comes in seconds or as a date. */
function retryAfterMs(response: Response): number {
  const value = response.headers.get('Retry-After');
  if (value === null) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}

/** Codes by which OpenSSL and Node say why a certificate is refused; `ERR_SSL_…` are alerts of the other side. */
const CERTIFICATE =
  /^(?!ERR_SSL_).*(CERT|_ISSUER_|_SIGNATURE|_CRL|INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH|_TOO_SMALL|_TOO_WEAK)/;

/** What to do about a certificate that was refused; undefined for any other error. */
function certificateRemedy(error: unknown): string | undefined {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (!CERTIFICATE.test(code)) return undefined;
  if (/NOT_YET_VALID|EXPIRED/.test(code)) return 'Bitte Datum und Uhrzeit dieses Rechners und das Zertifikat prüfen.';
  if (/ALTNAME|HOSTNAME/.test(code))
    return 'Es gilt für einen anderen Namen: Bitte TILL_SYNC_PORTAL und TILL_SYNC_TOKEN_URL prüfen.';
  return 'Prüft ein Virenschutz oder Proxy die Verbindungen, hilft NODE_OPTIONS=--use-system-ca oder sein Stammzertifikat in NODE_EXTRA_CA_CERTS (docs/till-sync.md).';
}

/** fetch hides what happened in the cause. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  if (name === 'TimeoutError') return 'keine Antwort in der erlaubten Zeit';
  return cause?.code ?? cause?.message ?? message;
}

function seconds(ms: number): string {
  return (ms / 1_000).toLocaleString('de-DE', { maximumFractionDigits: 1 });
}
