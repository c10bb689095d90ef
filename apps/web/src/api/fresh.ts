import { useEffect } from 'react';

/** In seconds. Between a start's question and its first screen nobody has worked on anything. */
const FRESH_S = 2;

let asked = false;

/** To be told when a start asks ahead for what its first screen is going to show (ADR 81). */
export function firstScreenAsked(): void {
  asked = true;
}

/**
 * When a screen loads again what it shows (`refetchOnMountOrArgChange`): whenever it is opened; the first one of a start takes what has just been asked
 * for.
 */
export function useFresh(): number | true {
  const fresh = asked ? FRESH_S : true;
  useEffect(() => {
    asked = false;
  }, []);
  return fresh;
}
