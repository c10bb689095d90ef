import type { Pharmacy, ProductGroupEntry } from '@portal/contracts';
import { type LzdFileWarning, lzdFileWarnings, parseLzdFileName, type ProductGroup } from '@portal/rules';

export type NameCheck = {
  readonly warnings: readonly LzdFileWarning[];
  /** As the name says; null when it says none. */
  readonly group: ProductGroup | null;
  /** The open LZD of the group, which a new one replaces. */
  readonly openLzd: number | null;
};

/** Validates the name of a chosen file against the pharmacy on screen (rule 6.4). */
export function checkName(fileName: string, { apoId }: Pharmacy, groups: readonly ProductGroupEntry[]): NameCheck {
  const open = groups.filter(({ mdpId, qdpId }) => mdpId !== null || qdpId !== null);
  const warnings = lzdFileWarnings(fileName, { apoId, groupsWithOpenUpdate: open.map((entry) => entry.productGroup) });
  const group = parseLzdFileName(fileName)?.productGroup ?? null;
  const openLzd = groups.find(({ productGroup }) => productGroup === group)?.lzdId ?? null;
  return { warnings, group, openLzd };
}
