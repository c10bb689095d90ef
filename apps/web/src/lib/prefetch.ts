import { useEffect } from 'react';
import { useLoaderData } from 'react-router';

/** Seconds for which a screen uses what its route's loader has fetched instead of fetching it again. */
export const PREFETCH_VALID_S = 10;

/** The data of a route's loader: queries that stay subscribed until the screen is mounted. */
export type Prefetched = { readonly release: Promise<() => void> };

/** Drops the loader's subscriptions once the screen has its own; otherwise a later visit could get the stale copy. */
export function useReleasePrefetch(): void {
  const prefetched = useLoaderData<Prefetched | undefined>();
  useEffect(() => {
    void prefetched?.release.then((release) => release());
  }, [prefetched]);
}
