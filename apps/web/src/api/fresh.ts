import { useEffect } from 'react';

/** In seconds. Between a start's question and its first screen nobody has worked on anything. */
const FRESH_S = 2;

/** How long, in ms, an answer waits for its screen, which may have to be loaded itself. */
const KEPT_MS = 10_000;

let asked = false;
const held = new Set<() => void>();

/** To be told when a start asks ahead for what its first screen is going to show (ADR 85). */
export function firstScreenAsked(): void {
  asked = true;
}

/** Holds an answer until the first screen takes it over: one that was left again would be shown, as a copy, to who comes back. */
export function holdForFirstScreen(letGo: () => void): void {
  if (!asked) return letGo();
  held.add(letGo);
  setTimeout(() => held.delete(letGo) && letGo(), KEPT_MS);
}

/**
 * When a screen loads again what it shows (`refetchOnMountOrArgChange`): whenever it is opened; the first one of a start takes what has just been asked
 * for.
 */
export function useFresh(): number | true {
  const fresh = asked ? FRESH_S : true;
  useEffect(() => {
    asked = false;
    for (const letGo of held) letGo();
    held.clear();
  }, []);
  return fresh;
}
