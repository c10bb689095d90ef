/** Set by `pnpm test:nightly`, and where a file is named (scripts/test.mjs). */
export const IS_NIGHTLY = process.env.PORTAL_NIGHTLY === '1';

/** Of these sizes or kinds the first ones alone are tried with each change, all of them by night. */
export function someOf<T>(all: readonly T[], byDay = 1): readonly T[] {
  return IS_NIGHTLY ? all : all.slice(0, byDay);
}
