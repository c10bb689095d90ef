const FIRST_MS = 30_000;
const LONGEST_MS = 60 * 60_000;

/** After so many attempts, about 14 hours, a message waits for somebody to send it again. */
export const MOST_ATTEMPTS = 20;

/**
 * How long to wait after the n-th failed attempt: half a minute, doubled each time up to an hour, spread by a fifth either
 * way so that messages that failed together do not come back together.
 * @param attempts from 1
 * @param random from 0 up to 1
 * @returns milliseconds
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return Math.round(delay * (0.8 + 0.4 * random));
}
