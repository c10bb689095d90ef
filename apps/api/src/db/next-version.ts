/**
 * The version after another one: the time of day in microseconds, or one more where that is not above it. Versions so rise, and
 * none that was ever given out comes again, not even after the database was restored from a copy (ADR 26): cursors, cached
 * answers and the versions that screens were loaded with stay unambiguous. The real time, never the clock of tests, which may
 * stand still; within a process it never runs backwards. Safe as a number until the year 2255 (rule 13.12).
 * @param versions the ones to rise above
 */
export function nextVersion(...versions: readonly number[]): number {
  const now = Math.floor((performance.timeOrigin + performance.now()) * 1000);
  return Math.max(now, ...versions.map((version) => version + 1));
}
