import type { BerlinDay } from './berlin-time.ts';
import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';
import type { ProductGroup } from './product-groups.ts';

/** What Windows, macOS or a server would not take in a file name, and what cannot be seen. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]+/gu;
/** Half of a character, left where a text was cut. */
const LONE_SURROGATE = /\p{Cs}/gu;
const LONGEST_NAME = 80;

/** The name of a pharmacy as part of a file name: what no system takes becomes '-'; umlauts and blanks stay. */
export function safeFilePart(text: string): string {
  const safe = text.normalize('NFC').replace(UNSAFE, '-').replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
  return safe.replace(LONE_SURROGATE, '').replace(/^[. ]+|[. ]+$/g, '') || 'Apotheke';
}

/**
 * 'Preisliste_OTC_Löwen-Apotheke.csv' (rule 10.7: from product group and pharmacy name).
 * @param filtered how many rows a file has that holds only those of a filter or search; it has to say so
 */
export function priceListFileName(
  group: ProductGroup,
  pharmacyName: string,
  { extension = '.csv', filtered }: { readonly extension?: string; readonly filtered?: number | undefined } = {},
): string {
  return `Preisliste_${group}_${safeFilePart(pharmacyName)}${filteredPart(filtered)}${extension}`;
}

/**
 * Name of a file in a package's format, by which an upload knows it (rules 10.6 and 10.2):
 * 'ZumDurchsehen_OTC_200101_Löwen-Apotheke_21_11_2026.csv', 'MDP_OTC_…', 'QDP_OTC_…'. Underscores part it, so the name
 * of the pharmacy keeps none.
 */
export function packageFileName(
  kind: UpdateKind,
  about: {
    readonly group: ProductGroup;
    readonly apoId: number;
    readonly pharmacyName: string;
    readonly day: BerlinDay;
    /** How many rows a file has that holds only those of a filter; it has to say so. */
    readonly filtered?: number;
  },
  extension = '.csv',
): string {
  const { group, apoId, day, filtered } = about;
  const name = safeFilePart(about.pharmacyName.replaceAll('_', '-'));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${[PACKAGE_KINDS[kind].fileMarker, group, apoId, name, two(day.day), two(day.month), day.year].join('_')}${filteredPart(filtered)}${extension}`;
}

/** One part too many for the name of a package, so that no upload takes a part of a list for all of it. */
function filteredPart(filtered: number | undefined): string {
  return filtered === undefined ? '' : `_nur gefilterte (${filtered})`;
}

/** 'Preisliste_200101_Löwen-Apotheke.csv' (rule 9.2, clientpricelistdownload). */
export function tillFileName(apoId: number, pharmacyName: string, extension: string): string {
  return `Preisliste_${apoId}_${safeFilePart(pharmacyName)}${extension}`;
}
