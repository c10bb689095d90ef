import { useContext, useEffect, useState } from 'react';
import { type Location, UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router';
import { isLeaveAsked } from './use-leave-guard.ts';

/** Typing does not rewrite the address with each key; browsers refuse more than some hundred changes in ten seconds. */
const QUIET_MS = 250;

/** What a page keeps in its address, by name; undefined is left out. */
export type AddressParts = Readonly<Record<string, string | undefined>>;

/** What the address said as the screen was opened (rule 2.22). */
export function useOpenedWith(): URLSearchParams {
  const { search } = useLocation();
  const [parameters] = useState(() => new URLSearchParams(search));
  return parameters;
}

/**
 * Writes parts of a screen's state into its address, in place of the present entry of the browser's history, so that 'back', a
 * reload and a link that is handed on show the same (rule 2.22). Other parts of the address stay.
 */
export function useAddress(parts: AddressParts): void {
  const navigate = useNavigate();
  const router = useContext(RouterContext)?.router;
  const location = useLocation();
  const { pathname, search, hash } = location;
  const wanted = withParts(search, parts);
  const state = isFirstPage(location) ? FIRST : (location.state as unknown);
  useEffect(() => {
    if (wanted === search) return;
    const write = () => {
      // A screen that is left stays until the next one is drawn; the address is that one's by then.
      if (router && router.state.location.pathname !== pathname) return;
      // what waits for an answer would be left unanswered
      if (isLeaveAsked()) timer = setTimeout(write, QUIET_MS);
      else void navigate({ search: wanted, hash }, { replace: true, preventScrollReset: true, state });
    };
    let timer = setTimeout(write, QUIET_MS);
    return () => clearTimeout(timer);
  }, [wanted, pathname, search, hash, state, navigate, router]);
}

const FIRST = { opened: 'by its address' } as const;

/** No page of the portal comes before this one in the browser's history, also after its address has been rewritten. */
export function isFirstPage({ key, state }: Location): boolean {
  return key === 'default' || (state as typeof FIRST | null)?.opened === FIRST.opened;
}

function withParts(search: string, parts: AddressParts): string {
  const parameters = new URLSearchParams(search);
  let differs = false;
  for (const [name, value] of Object.entries(parts)) {
    if ((parameters.get(name) ?? undefined) === value) continue;
    differs = true;
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, value);
  }
  if (!differs) return search;
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}
