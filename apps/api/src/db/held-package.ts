import type { Held } from '@portal/contracts';

/** Rule 12.7. */
export type HeldPackage = { readonly heldAt: Date | null; readonly heldRows: number | null };

/** The same as answers have it. */
export function heldOf({ heldAt, heldRows }: HeldPackage): Held {
  return heldAt && { at: heldAt.toISOString(), rows: heldRows ?? 0 };
}
