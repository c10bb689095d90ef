import { setTimeout as sleep } from 'node:timers/promises';

/** The portal or its sign-in cannot be worked with at all, so that further files need not be tried. */
export class PortalUnusable extends Error {}

/** What a delivery says that was stopped; German. */
export const STOPPED = 'Abgebrochen.';

/** How long a delivery waits for a portal that is busy, restarting or gone. */
export type Patience = {
  /** Milliseconds from the first failure of a call until it is given up. */
  readonly giveUpMs: number;
  /** Milliseconds of one attempt, its answer included. */
  readonly timeoutMs: number;
  /** Milliseconds of the first wait; they double. */
  readonly firstWaitMs: number;
  /** Ends a wait that is under way, and what would be tried after it. */
  readonly stop?: AbortSignal | undefined;
};

/** Answers that pass by themselves: too many calls, a server that starts, is exchanged or waits for its database. */
const PASSING: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
const LONGEST_WAIT_MS = 60_000;

export type Answer = { readonly status: number; readonly ok: boolean; readonly body: unknown };

/**
 * Calls an address until it answers with something that does not pass by itself. It waits as long as `Retry-After` asks for, else longer
 * each time, and says so. To send a package again does no harm: the same file is the same package.
 * @throws PortalUnusable after `giveUpMs`, with the last failure; once `stop` says so; where it is sent on to another address
 */
export async function patientCall(
  url: string,
  init: RequestInit,
  { giveUpMs, timeoutMs, firstWaitMs, stop }: Patience,
  say: (line: string) => void,
): Promise<Answer> {
  let failedAt: number | undefined;
  for (let attempt = 0; ; attempt++) {
    if (stop?.aborted) throw new PortalUnusable(STOPPED);
    const tried = await tryOnce(url, init, timeoutMs);
    if ('answer' in tried) return tried.answer;
    if ('movedTo' in tried) throw new PortalUnusable(tried.movedTo);
    failedAt ??= Date.now();
    const own = Math.min(firstWaitMs * 2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2);
    const wait = tried.retryAfterMs ?? own;
    if (Date.now() + wait - failedAt > giveUpMs) throw new PortalUnusable(tried.reason);
    say(`${tried.reason} Neuer Versuch in ${Math.ceil(wait / 1_000)} s.`);
    // Woken up early by `stop`, which the next turn tells.
    await sleep(wait, undefined, { signal: stop }).catch(() => undefined);
  }
}

type Tried =
  | { readonly answer: Answer }
  | { readonly movedTo: string }
  | { readonly reason: string; readonly retryAfterMs: number | undefined };

async function tryOnce(url: string, init: RequestInit, timeoutMs: number): Promise<Tried> {
  const { origin } = new URL(url);
  try {
    // Not followed: the secret and the package are for the address that was set, and a package would arrive as a GET without it.
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
    const { status, ok, headers } = response;
    const text = await response.text();
    if (status >= 300 && status < 400) return { movedTo: sentOn(url, status, headers.get('Location')) };
    if (!PASSING.has(status)) return { answer: { status, ok, body: parsed(text) } };
    const { message } = (parsed(text) ?? {}) as { message?: unknown };
    const reason = typeof message === 'string' ? message : `${origin} antwortet mit ${status}.`;
    return { reason, retryAfterMs: retryAfterMs(headers.get('Retry-After')) };
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    const reason =
      name === 'TimeoutError'
        ? `${origin} antwortet seit ${Math.round(timeoutMs / 1_000)} s nicht.`
        : `${origin} ist nicht erreichbar${cause?.code ? ` (${cause.code})` : ''}.`;
    return { reason, retryAfterMs: undefined };
  }
}

/** Without the query of the new address, which may be long and hold what is not for the screen. */
function sentOn(url: string, status: number, location: string | null): string {
  const to = location === null ? null : URL.parse(location, url);
  const where = to ? ` auf ${to.origin}${to.pathname}` : '';
  return `${new URL(url).origin} leitet weiter${where} (${status}). Bitte die richtige Adresse einstellen.`;
}

/** A refusal need not be JSON: its status says enough. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * `Retry-After` comes in seconds or as a date. No wait at all, a past moment (its clock and ours need not agree) or what is neither
 * counts as not asked: the portal would be called a thousand times a second.
 */
function retryAfterMs(value: string | null): number | undefined {
  if (value === null) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return wait > 0 ? wait : undefined;
}
