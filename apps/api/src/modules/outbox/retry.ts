const FIRST_MS = 30_000;
const LONGEST_MS = 60 * 60_000;

/** About 14 hours. */
export const MOST_ATTEMPTS = 20;

/**
 * Half a minute, doubled up to an hour, ± 20 %.
 * @param attempts from 1
 * @returns milliseconds
 */
export function retryDelayMs(attempts: number, random: number): number {
  const delay = Math.min(FIRST_MS * 2 ** (attempts - 1), LONGEST_MS);
  return Math.round(delay * (0.8 + 0.4 * random));
}
