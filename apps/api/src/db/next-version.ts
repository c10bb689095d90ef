/**
 * Microseconds, always rising, also after a restore (ADR 26). Real time, never the test clock. Safe until 2255. Rule
 * 13.12.
 */
export function nextVersion(...versions: readonly number[]): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  return Math.max(now, ...versions.map((version) => version + 1));
}
