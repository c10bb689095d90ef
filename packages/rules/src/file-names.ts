import type { BerlinDay } from './berlin-time.ts';
import { boundText, MOST_TEXT } from './incoming-text.ts';
import { PACKAGE_KINDS, type UpdateKind } from './package-kinds.ts';
import type { ProductGroup } from './product-groups.ts';

/** Refused by Windows, macOS or a server, or invisible. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]+/gu;
/** Left where a text was cut. */
const LONE_SURROGATE = /\p{Cs}/gu;
const LONGEST_NAME = 80;

export function safeFilePart(text: string): string {
  const safe = boundText(text, MOST_TEXT).replace(UNSAFE, '-').replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
  return safe.replace(LONE_SURROGATE, '').replace(/^[. ]+|[. ]+$/g, '') || 'Apotheke';
}

/**
 * Rule 10.7.
 * @param filtered rows of a filtered file
 */
export function priceListFileName(
  group: ProductGroup,
  pharmacyName: string,
  { extension = '.csv', filtered }: { readonly extension?: string; readonly filtered?: number | undefined } = {},
): string {
  return `Preisliste_${group}_${safeFilePart(pharmacyName)}${filteredPart(filtered)}${extension}`;
}

/** 'MDP_OTC_200101_Löwen-Apotheke_21_11_2026.csv' (rules 10.2 and 10.6): an upload parses it by '_'. */
export function packageFileName(
  kind: UpdateKind,
  about: {
    readonly group: ProductGroup;
    readonly apoId: number;
    readonly pharmacyName: string;
    readonly day: BerlinDay;
    readonly filtered?: number;
  },
  extension = '.csv',
): string {
  const { group, apoId, day, filtered } = about;
  const name = safeFilePart(about.pharmacyName.replaceAll('_', '-'));
  const two = (number: number) => String(number).padStart(2, '0');
  return `${[PACKAGE_KINDS[kind].fileMarker, group, apoId, name, two(day.day), two(day.month), day.year].join('_')}${filteredPart(filtered)}${extension}`;
}

/** One part too many: no upload takes a filtered file for a whole list. */
function filteredPart(filtered: number | undefined): string {
  return filtered === undefined ? '' : `_nur gefilterte (${filtered})`;
}

/** Rule 9.2. */
export function tillFileName(apoId: number, pharmacyName: string, extension: string): string {
  return `Preisliste_${apoId}_${safeFilePart(pharmacyName)}${extension}`;
}
