import { useState, useTransition } from 'react';

/** A menu or dialog whose code is loaded when it is first opened (rule 2.28). */
export type Late = {
  /** It has been opened once and stays mounted, so that it may fade out. */
  readonly asked: boolean;
  readonly opened: boolean;
  /** Its code is on the way: say so by `aria-busy`; a disabled button would lose the focus. */
  readonly waiting: boolean;
  readonly open: () => void;
  readonly close: () => void;
};

/** For a part within a `Suspense` that is mounted before it: until the code is there the page stays as it is. */
export function useLate(): Late {
  const [{ asked, opened }, setState] = useState({ asked: false, opened: false });
  const [waiting, startTransition] = useTransition();
  return {
    asked,
    opened,
    waiting,
    open: () => startTransition(() => setState({ asked: true, opened: true })),
    close: () => setState((before) => ({ ...before, opened: false })),
  };
}
