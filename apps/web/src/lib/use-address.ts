import { useContext, useEffect, useState } from 'react';
import { type Location, UNSAFE_DataRouterContext as RouterContext, useLocation, useNavigate } from 'react-router';
import { isLeaveDialogOpen } from './use-leave-guard.ts';

/** Milliseconds; browsers limit address changes. */
const QUIET_MS = 250;

/** What a page keeps in its address, by name; undefined is left out. */
export type AddressParts = Readonly<Record<string, string | undefined>>;

/** What the address said as the screen was opened (rule 2.22). */
export function useOpenedWith(): URLSearchParams {
  const { search } = useLocation();
  const [parameters] = useState(() => new URLSearchParams(search));
  return parameters;
}

/** Replaces the history entry (rule 2.22). */
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
      // A screen being left must not rewrite the next address.
      if (router && router.state.location.pathname !== pathname) return;
      // Writing would end a navigation under way, or one that waits for an answer.
      const busy = isLeaveDialogOpen() || (router && router.state.navigation.state !== 'idle');
      if (busy) timer = setTimeout(write, QUIET_MS);
      else void navigate({ search: wanted, hash }, { replace: true, preventScrollReset: true, state });
    };
    let timer = setTimeout(write, QUIET_MS);
    return () => clearTimeout(timer);
  }, [wanted, pathname, search, hash, state, navigate, router]);
}

const FIRST = { opened: 'by its address' } as const;

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
