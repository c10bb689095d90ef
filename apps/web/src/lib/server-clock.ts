let known: { readonly serverMs: number; readonly readAt: number } | undefined;

/**
 * Reads the `Date` of an answer. One from the browser's cache is older than what is known and changes nothing.
 * @param date as in the header, of seconds
 */
export function noteServerTime(date: string | null | undefined): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs) || (known && serverMs <= serverNow().getTime())) return;
  known = { serverMs, readAt: performance.now() };
}

/** The server's time, to about a second; the browser's own before the first answer. */
export function serverNow(): Date {
  return known ? new Date(known.serverMs + performance.now() - known.readAt) : new Date();
}
