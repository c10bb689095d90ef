import { type BerlinDay, isCalendarDay } from './berlin-time.ts';
import { type ProductGroup, parseProductGroup } from './product-groups.ts';

/** What the name of an LZD file says. */
export type LzdFileName = {
  readonly productGroup: ProductGroup;
  /** as written; ApoIDs are compared as text */
  readonly apoId: string;
  readonly pharmacyName: string;
  readonly date: BerlinDay;
};

/**
 * - `badName`: the name does not follow the rule
 * - `otherPharmacy`: the ApoID in it is not that of the pharmacy
 * - `openUpdate`: the group of the file has an open MDP or QDP
 */
export type LzdFileWarning = 'badName' | 'otherPharmacy' | 'openUpdate';

const PART_COUNT = 7;
/** browsers add ' (1)' to a second download */
const EXTENSION = /(?: ?\(\d+\))?\.csv$/i;

/**
 * Reads 'ZumDurchsehen_Warengruppe_ApoId_Apothekenname_Tag_Monat_Jahr.csv' (Specification 5), in any letter case and with
 * ' (1)' before '.csv'. Undefined when the name differs from that or its date does not exist.
 */
export function parseLzdFileName(fileName: string): LzdFileName | undefined {
  const name = fileName.trim();
  if (!EXTENSION.test(name)) return undefined;
  const parts = name.replace(EXTENSION, '').split('_');
  const [marker = '', group = '', apoId = '', pharmacyName = '', day = '', month = '', year = ''] = parts;
  const productGroup = parseProductGroup(group);
  if (parts.length !== PART_COUNT || marker.toLowerCase() !== 'zumdurchsehen' || productGroup === undefined)
    return undefined;
  const date = readDate(day, month, year);
  if (apoId === '' || date === undefined) return undefined;
  return { productGroup, apoId, pharmacyName, date };
}

function readDate(day: string, month: string, year: string): BerlinDay | undefined {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return undefined;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isCalendarDay(date) ? date : undefined;
}

export type LzdUploadContext = {
  readonly apoId: number | string;
  /** groups with an open MDP or QDP */
  readonly groupsWithOpenUpdate: readonly ProductGroup[];
};

/**
 * The warnings that stop an LZD upload (Specification 5), none when the file may come in. A name that breaks the rule
 * gives that warning alone, since nothing else can be judged.
 */
export function lzdFileWarnings(fileName: string, context: LzdUploadContext): LzdFileWarning[] {
  const parsed = parseLzdFileName(fileName);
  if (parsed === undefined) return ['badName'];
  const warnings: LzdFileWarning[] = [];
  if (parsed.apoId !== String(context.apoId)) warnings.push('otherPharmacy');
  if (context.groupsWithOpenUpdate.includes(parsed.productGroup)) warnings.push('openUpdate');
  return warnings;
}
