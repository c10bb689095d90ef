import { type PackageFileName, parsePackageFileName } from './package-file-name.ts';
import type { ProductGroup } from './product-groups.ts';

export type LzdFileName = Omit<PackageFileName, 'kind'>;

/** `otherPharmacy`: another ApoID; `openUpdate`: the group has an open MDP or QDP. */
export type LzdFileWarning = 'badName' | 'otherPharmacy' | 'openUpdate';

/** Rule 10.6, in any letter case, with ' (1)' before '.csv'. Undefined also for a date that does not exist. */
export function parseLzdFileName(fileName: string): LzdFileName | undefined {
  const parsed = parsePackageFileName(fileName);
  if (parsed?.kind !== 'LZD') return undefined;
  const { kind: _kind, ...name } = parsed;
  return name;
}

export type LzdUploadContext = {
  readonly apoId: number | string;
  readonly groupsWithOpenUpdate: readonly ProductGroup[];
};

/** Rule 6.4. `badName` comes alone. */
export function lzdFileWarnings(fileName: string, context: LzdUploadContext): LzdFileWarning[] {
  const parsed = parseLzdFileName(fileName);
  if (parsed === undefined) return ['badName'];
  const warnings: LzdFileWarning[] = [];
  if (parsed.apoId !== String(context.apoId)) warnings.push('otherPharmacy');
  if (context.groupsWithOpenUpdate.includes(parsed.productGroup)) warnings.push('openUpdate');
  return warnings;
}
