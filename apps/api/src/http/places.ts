import { type RateClass, REASON } from '@portal/contracts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';

/** Seconds after which a refused sender comes again, drawn, so that those refused together do not come together. */
const AGAIN_SECONDS = { least: 1, most: 3 } as const;

/**
 * Bounds how many calls of a kind one instance works on at once, for kinds that come by the thousand and hold a connection to the
 * database each. One too many is refused at once instead of waiting in memory: the sender has the files and may wait as well (ADR 67).
 */
export function createPlaces(most: { readonly [Kind in RateClass]?: number }) {
  const taken = new Map<RateClass, number>();
  return {
    /**
     * Takes a place until the function that it returns is called, once; before the body is read.
     * @throws PortalError 429 with `Retry-After` when all are taken
     */
    take(kind: RateClass | undefined): () => void {
      const bound = kind && most[kind];
      if (kind === undefined || bound === undefined) return () => {};
      const now = taken.get(kind) ?? 0;
      if (now >= bound) throw full();
      taken.set(kind, now + 1);
      return () => void taken.set(kind, (taken.get(kind) ?? 0) - 1);
    },
  };
}
export type Places = ReturnType<typeof createPlaces>;

function full(): PortalError {
  const { least, most } = AGAIN_SECONDS;
  const seconds = least + Math.floor(Math.random() * (most - least + 1));
  const error = new PortalError(429, REASON.busy, TEXT.noPlace(seconds));
  error.retryAfterSeconds = seconds;
  return error;
}
