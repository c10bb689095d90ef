let open: (() => void) | undefined;

export function openQuickJump(): void {
  open?.();
}

/** @returns takes it back */
export function onQuickJump(opens: () => void): () => void {
  open = opens;
  return () => {
    if (open === opens) open = undefined;
  };
}
