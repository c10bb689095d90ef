let open: ((typed: string) => void) | undefined;

/** @param typed goes into its field, behind what is typed there */
export function openQuickJump(typed = ''): void {
  open?.(typed);
}

/** @returns takes it back */
export function onQuickJump(opens: (typed: string) => void): () => void {
  open = opens;
  return () => {
    if (open === opens) open = undefined;
  };
}
