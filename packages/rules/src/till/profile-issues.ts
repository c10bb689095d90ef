import { boundText, MOST_TEXT } from '../incoming-text.ts';
import { unencodable } from './encoding.ts';
import { isTillExtension, TILL_SEPARATORS, type TillColumn, type TillField, type TillProfile } from './profile.ts';

/** `column`: index, null for the profile. */
export type TillProfileIssue = {
  readonly field: 'columns' | 'separator' | 'marker' | 'heading' | 'width' | 'extension';
  readonly column: number | null;
  readonly issue: TillIssue;
};
export type TillIssue =
  | 'noPzn'
  | 'noPrice'
  | 'duplicate'
  | 'noMarkerColumn'
  | 'markerColumnUnused'
  | 'decimalComma'
  | 'narrow'
  | 'headingWide'
  | 'sign'
  | 'unencodable'
  | 'markerEmpty'
  | 'markerWide'
  | 'extension'
  | 'markup';

/** Rule 9.10; names may be cut, hence one. */
export function tillColumnMinimum(field: TillField, { decimals, dates }: Pick<TillProfile, 'decimals' | 'dates'>) {
  switch (field) {
    case 'pzn':
      return 8;
    case 'price':
    case 'avp':
      return decimals === 'cents' ? '9999999'.length : '99999,99'.length;
    case 'group':
      return 'HILFSMITTEL'.length;
    case 'validFrom':
      return dates.length;
    case 'type':
    case 'name':
    case 'marker':
      return 1;
  }
}

export function tillProfileIssues(profile: TillProfile): TillProfileIssue[] {
  const issues: TillProfileIssue[] = [];
  const add = (field: TillProfileIssue['field'], issue: TillIssue, column: number | null = null) =>
    issues.push({ field, column, issue });
  const { columns, separator, withdrawn, marker } = profile;
  const fields = columns.map(({ field }) => field);
  if (!fields.includes('pzn')) add('columns', 'noPzn');
  if (!fields.includes('price')) add('columns', 'noPrice');
  if (separator === ',' && profile.decimals === 'comma') add('separator', 'decimalComma');
  if (withdrawn === 'marker' && !fields.includes('marker')) add('columns', 'noMarkerColumn');
  columns.forEach((column, index) => {
    const { field } = column;
    if (fields.indexOf(field) < index) add('columns', 'duplicate', index);
    if (field === 'marker' && withdrawn !== 'marker') add('columns', 'markerColumnUnused', index);
    if (isNarrow(profile, column)) add('width', 'narrow', index);
    if (profile.heading) headingIssues(profile, column).forEach((issue) => add('heading', issue, index));
  });
  if (withdrawn === 'marker') markerIssues(profile).forEach((issue) => add('marker', issue));
  else if (marker !== '') add('marker', 'markerColumnUnused');
  return issues;
}

/** Stored profiles with them keep writing (rule 9.10). */
export function newTillProfileIssues({ extension, columns, heading, marker }: TillProfile): TillProfileIssue[] {
  const issues: TillProfileIssue[] = [];
  if (!isTillExtension(extension)) issues.push({ field: 'extension', column: null, issue: 'extension' });
  columns.forEach((column, index) => {
    if (heading && MARKUP.test(column.heading)) issues.push({ field: 'heading', column: index, issue: 'markup' });
  });
  if (MARKUP.test(marker)) issues.push({ field: 'marker', column: null, issue: 'markup' });
  return issues;
}

/** Also what turns the direction of reading or is not seen. */
const MARKUP = /[<>\p{Cf}]/u;

function isNarrow(profile: TillProfile, { field, width }: TillColumn): boolean {
  return profile.separator === null && (width === null || width < tillColumnMinimum(field, profile));
}

/** Ends a cell or line, or starts a formula. */
const hasSign = (text: string) =>
  /["\p{Cc}\u2028\u2029]|^['=+\-@]|^\s|\s$/u.test(text) ||
  TILL_SEPARATORS.some((separator) => text.includes(separator));

function headingIssues({ encoding, separator }: TillProfile, { heading, width }: TillColumn): TillIssue[] {
  if (hasSign(heading)) return ['sign'];
  if (unencodable(heading, encoding).length > 0) return ['unencodable'];
  return separator === null && boundText(heading, MOST_TEXT).length > (width ?? 0) ? ['headingWide'] : [];
}

function markerIssues({ marker, encoding, columns, separator }: TillProfile): TillIssue[] {
  if (marker === '') return ['markerEmpty'];
  if (hasSign(marker)) return ['sign'];
  if (unencodable(marker, encoding).length > 0) return ['unencodable'];
  const width = columns.find(({ field }) => field === 'marker')?.width ?? null;
  return separator === null && width !== null && boundText(marker, MOST_TEXT).length > width ? ['markerWide'] : [];
}
