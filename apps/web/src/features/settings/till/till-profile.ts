import { newTillProfileSchema, type TillChoice, tillProfileSchema } from '@portal/contracts';
import {
  isTillProfileName,
  TILL_PROFILES,
  type TillColumn,
  tillColumnMinimum,
  type TillField,
  tillFileHead,
  tillFileLines,
  type TillFileRow,
  type TillProfile,
  type TillProfileName,
  unencodable,
} from '@portal/rules';

/** The shipped profile that a profile equals, else 'own'. */
export function nameOf(profile: TillProfile): TillProfileName | 'own' {
  const text = canonical(profile);
  const names = Object.keys(TILL_PROFILES).filter(isTillProfileName);
  return names.find((name) => canonical(TILL_PROFILES[name]) === text) ?? 'own';
}

/** What is sent to the server. */
export function choiceOf(profile: TillProfile): TillChoice {
  const name = nameOf(profile);
  return name === 'own' ? { name, profile } : { name };
}

/** Two profiles that write the same files. */
export function sameProfile(a: TillProfile, b: TillProfile): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ columns, ...rest }: TillProfile): string {
  const parts = columns.map(({ field, heading, width }) => [field, heading, width]);
  return JSON.stringify([parts, Object.entries(rest).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/** What is wrong, by the path of the field as 'columns.2.width' (rule 9.10). */
export function faultsOf(profile: TillProfile): Map<string, string> {
  const { error } = newTillProfileSchema.safeParse(profile);
  return new Map(error?.issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
}

/** Also with a stored, no longer allowed profile. */
export function isWritable(profile: TillProfile): boolean {
  return tillProfileSchema.safeParse(profile).success;
}

const NAME_WIDTH = 30;

export function newColumn(profile: TillProfile, field: TillField, heading: string): TillColumn {
  const least = field === 'name' ? NAME_WIDTH : tillColumnMinimum(field, profile);
  const width = Math.max(least, heading.length);
  return { field, heading, width: profile.separator === null ? width : null };
}

/** The profile with another separator; columns get widths or lose them. */
export function withSeparator(profile: TillProfile, separator: TillProfile['separator']): TillProfile {
  const next = { ...profile, separator };
  const columns = profile.columns.map((column) => ({
    ...column,
    width: separator === null ? (column.width ?? newColumn(next, column.field, column.heading).width) : null,
  }));
  return { ...next, columns };
}

/** The marker's column comes and goes with it. */
export function withWithdrawn(profile: TillProfile, withdrawn: TillProfile['withdrawn'], heading: string): TillProfile {
  const columns = profile.columns.filter(({ field }) => field !== 'marker');
  if (withdrawn !== 'marker') return { ...profile, withdrawn, marker: '', columns };
  return { ...profile, withdrawn, columns: [...columns, newColumn(profile, 'marker', heading)] };
}

/** Missing letters are question marks. */
export function previewLines(profile: TillProfile, rows: readonly TillFileRow[]): string[] {
  const text = (tillFileHead(profile) + tillFileLines(profile, rows)).replace(/^\ufeff/, '');
  const missing = new Set(unencodable(text, profile.encoding));
  const readable = Array.from(text)
    .map((character) => (missing.has(character) ? '?' : character))
    .join('');
  return readable.split(profile.lineEnd === 'crlf' ? '\r\n' : '\n').slice(0, -1);
}
