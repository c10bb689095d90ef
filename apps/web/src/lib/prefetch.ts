import { useEffect } from 'react';
import { useLoaderData } from 'react-router';

/** Seconds. */
export const PREFETCH_VALID_S = 10;

export type Prefetched = { readonly release: Promise<() => void> };

/** Else a later visit could get the stale copy. */
export function useReleasePrefetch(): void {
  const prefetched = useLoaderData<Prefetched | undefined>();
  useEffect(() => {
    void prefetched?.release.then((release) => release());
  }, [prefetched]);
}
