import type { Hold } from '@portal/contracts';

/** Rule 12.7. */
export type PackageOnHold = { readonly heldAt: Date | null; readonly heldRows: number | null };

/** The same as answers have it. */
export function holdOf({ heldAt, heldRows }: PackageOnHold): Hold {
  return heldAt && { at: heldAt.toISOString(), rows: heldRows ?? 0 };
}
