import { useState, useTransition } from 'react';

type Late = {
  /** It has been opened once and stays mounted, so that it may fade out. */
  readonly mounted: boolean;
  readonly opened: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** Busy, not disabled, which would lose focus. */
  readonly opener: {
    readonly 'aria-busy': boolean;
    readonly onPointerEnter: () => void;
    readonly onFocus: () => void;
    readonly onClick: () => void;
  };
};

/**
 * Within a `Suspense` mounted before (ADR 91).
 * @param part a `lazyPart`
 */
export function useLate({ loadAhead }: { loadAhead: () => void }): Late {
  const [{ mounted, opened }, setState] = useState({ mounted: false, opened: false });
  const [waiting, startTransition] = useTransition();
  const open = () => startTransition(() => setState({ mounted: true, opened: true }));
  return {
    mounted,
    opened,
    open,
    close: () => setState((before) => ({ ...before, opened: false })),
    opener: { 'aria-busy': waiting, onPointerEnter: loadAhead, onFocus: loadAhead, onClick: open },
  };
}
