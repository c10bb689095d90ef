import { useState, useTransition } from 'react';

type Late = {
  /** It has been opened once and stays mounted, so that it may fade out. */
  readonly asked: boolean;
  readonly opened: boolean;
  readonly open: () => void;
  readonly close: () => void;
  /** For the button that opens it: its code is loaded when somebody comes near. Busy, not disabled, which would take the focus from it. */
  readonly opener: {
    readonly 'aria-busy': boolean;
    readonly onPointerEnter: () => void;
    readonly onFocus: () => void;
    readonly onClick: () => void;
  };
};

/**
 * A menu or dialog whose code is loaded when it is first opened (ADR 91), within a `Suspense` that is mounted before it: until the code is there
 * the page stays as it is.
 * @param part the `lazyPart`, or what else loads its code
 */
export function useLate({ loadAhead }: { loadAhead: () => void }): Late {
  const [{ asked, opened }, setState] = useState({ asked: false, opened: false });
  const [waiting, startTransition] = useTransition();
  const open = () => startTransition(() => setState({ asked: true, opened: true }));
  return {
    asked,
    opened,
    open,
    close: () => setState((before) => ({ ...before, opened: false })),
    opener: { 'aria-busy': waiting, onPointerEnter: loadAhead, onFocus: loadAhead, onClick: open },
  };
}
