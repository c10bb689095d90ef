import { isDeepStrictEqual } from 'node:util';

/** @throws Error naming what was found instead */
export function expect<T>(what: string, found: T, wanted: T): void {
  if (isDeepStrictEqual(found, wanted)) return;
  throw new Error(`${what}: ${JSON.stringify(found)?.slice(0, 400)} instead of ${JSON.stringify(wanted)}`);
}

/** @throws Error unless it holds */
export function expectThat(what: string, holds: boolean): void {
  if (!holds) throw new Error(`does not hold: ${what}`);
}
