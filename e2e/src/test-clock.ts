import type { Visit } from './journey.ts';

/**
 * Moves the clock of the portal for staff who are signed in (rule 7.10). Only ever set it back in time: what comes due
 * is acted on, also in other journeys.
 * @param now null: back to the real time
 */
export function setClock(visit: Visit, now: Date | null): Promise<void> {
  return post(visit, 'clock', { now: now?.toISOString() ?? null });
}

/** The jobs of the clock, now. */
export const runJobs = (visit: Visit): Promise<void> => post(visit, 'run-jobs', {});

async function post({ page, url }: Visit, call: string, body: object): Promise<void> {
  // The browser's own token: it is with every call of a page that is loaded again.
  const called = page.waitForRequest((request) => request.headers().authorization !== undefined);
  await page.reload();
  const { authorization = '' } = (await called).headers();
  const cookies = await page.context().cookies(url);
  const xsrf = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '';
  const response = await fetch(`${url}/api/dev/${call}`, {
    method: 'POST',
    headers: {
      authorization,
      cookie: `XSRF-TOKEN=${xsrf}`,
      'x-xsrf-token': xsrf,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${call} was refused: ${response.status} ${await response.text()}`);
}

/** Noon of the last day on which LZD may be uploaded, at most ten days ago; now, when it is such a day. */
export function uploadDay(now = new Date()): Date | null {
  const day = now.getUTCDate();
  if (day > 5 && day < 25) return null;
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 20, 11));
  if (day <= 5) last.setUTCMonth(last.getUTCMonth() - 1);
  return last;
}

/** A day in the past on which they may not. */
export function blockedDay(now = new Date()): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 27, 11));
}
