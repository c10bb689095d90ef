import { type BerlinDay, isCalendarDay } from './berlin-time.ts';
import { PACKAGE_KINDS, UPDATE_KINDS, type UpdateKind } from './package-kinds.ts';
import { type ProductGroup, parseProductGroup } from './product-groups.ts';

export type PackageFileName = {
  readonly kind: UpdateKind;
  readonly productGroup: ProductGroup;
  /** compared as text */
  readonly apoId: string;
  readonly pharmacyName: string;
  readonly date: BerlinDay;
};

const PART_COUNT = 7;
/** browsers add ' (1)' to a second download */
const EXTENSION = /(?: ?\(\d+\))?\.csv$/i;

/** Rule 10.6, in any letter case. Undefined also for a date that does not exist. */
export function parsePackageFileName(fileName: string): PackageFileName | undefined {
  const name = fileName.trim();
  if (!EXTENSION.test(name)) return undefined;
  const parts = name.replace(EXTENSION, '').split('_');
  const [marker = '', group = '', apoId = '', pharmacyName = '', day = '', month = '', year = ''] = parts;
  const kind = readKind(marker);
  const productGroup = parseProductGroup(group);
  const date = readDate(day, month, year);
  if (parts.length !== PART_COUNT || !kind || !productGroup || apoId === '' || !date) return undefined;
  return { kind, productGroup, apoId, pharmacyName, date };
}

function readKind(marker: string): UpdateKind | undefined {
  return UPDATE_KINDS.find((kind) => PACKAGE_KINDS[kind].fileMarker.toLowerCase() === marker.toLowerCase());
}

function readDate(day: string, month: string, year: string): BerlinDay | undefined {
  if (!/^\d{1,2}$/.test(day) || !/^\d{1,2}$/.test(month) || !/^\d{4}$/.test(year)) return undefined;
  const date = { year: Number(year), month: Number(month), day: Number(day) };
  return isCalendarDay(date) ? date : undefined;
}
