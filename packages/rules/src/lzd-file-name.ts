import { type PackageFileName, parsePackageFileName } from './package-file-name.ts';
import type { ProductGroup } from './product-groups.ts';

/** What the name of an LZD file says. */
export type LzdFileName = Omit<PackageFileName, 'kind'>;

/**
 * - `badName`: the name does not follow the rule
 * - `otherPharmacy`: the ApoID in it is not that of the pharmacy
 * - `openUpdate`: the group of the file has an open MDP or QDP
 */
export type LzdFileWarning = 'badName' | 'otherPharmacy' | 'openUpdate';

/**
 * Reads 'ZumDurchsehen_Warengruppe_ApoId_Apothekenname_Tag_Monat_Jahr.csv' (rule 10.6), in any letter case and with
 * ' (1)' before '.csv'. Undefined when the name differs from that or its date does not exist.
 */
export function parseLzdFileName(fileName: string): LzdFileName | undefined {
  const parsed = parsePackageFileName(fileName);
  if (parsed?.kind !== 'LZD') return undefined;
  const { kind: _kind, ...name } = parsed;
  return name;
}

export type LzdUploadContext = {
  readonly apoId: number | string;
  /** groups with an open MDP or QDP */
  readonly groupsWithOpenUpdate: readonly ProductGroup[];
};

/**
 * The warnings that stop an LZD upload (rule 6.4), none when the file may come in. A name that breaks the rule
 * gives that warning alone, since nothing else can be validated.
 */
export function lzdFileWarnings(fileName: string, context: LzdUploadContext): LzdFileWarning[] {
  const parsed = parseLzdFileName(fileName);
  if (parsed === undefined) return ['badName'];
  const warnings: LzdFileWarning[] = [];
  if (parsed.apoId !== String(context.apoId)) warnings.push('otherPharmacy');
  if (context.groupsWithOpenUpdate.includes(parsed.productGroup)) warnings.push('openUpdate');
  return warnings;
}
