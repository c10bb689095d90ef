import { unencodable } from './encoding.ts';
import {
  isTillProfileName,
  TILL_PROFILES,
  type TillColumn,
  type TillField,
  type TillProfile,
  type TillProfileName,
} from './profile.ts';
import { tillColumnMinimum } from './profile-issues.ts';
import { tillCompanion, tillFileEnd, tillFileHead, tillFileLines, type TillFileRow } from './write-file.ts';

export function tillProfileNameOf(profile: TillProfile): TillProfileName | 'own' {
  const names = Object.keys(TILL_PROFILES).filter(isTillProfileName);
  return names.find((name) => isSameTillProfile(TILL_PROFILES[name], profile)) ?? 'own';
}

export function isSameTillProfile(a: TillProfile, b: TillProfile): boolean {
  return canonical(a) === canonical(b);
}

function canonical({ columns, ...rest }: TillProfile): string {
  const parts = columns.map(({ field, heading, width }) => [field, heading, width]);
  const others = Object.entries(rest).filter(([, value]) => value !== undefined);
  return JSON.stringify([parts, others.toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

const NAME_WIDTH = 30;

export function newTillColumn(profile: TillProfile, field: TillField, heading: string): TillColumn {
  const least = field === 'name' ? NAME_WIDTH : tillColumnMinimum(field, profile);
  const width = Math.max(least, heading.length);
  return { field, heading, width: profile.separator === null ? width : null };
}

/** Columns get widths or lose them. */
export function withSeparator(profile: TillProfile, separator: TillProfile['separator']): TillProfile {
  const next = { ...profile, separator };
  const columns = profile.columns.map((column) => ({
    ...column,
    width: separator === null ? (column.width ?? newTillColumn(next, column.field, column.heading).width) : null,
  }));
  return { ...next, columns };
}

/** The marker's column comes and goes with it. */
export function withWithdrawn(profile: TillProfile, withdrawn: TillProfile['withdrawn'], heading: string): TillProfile {
  if (withdrawn === profile.withdrawn) return profile;
  const columns = profile.columns.filter(({ field }) => field !== 'marker');
  if (withdrawn !== 'marker') return { ...profile, withdrawn, marker: '', columns };
  return { ...profile, withdrawn, columns: [...columns, newTillColumn(profile, 'marker', heading)] };
}

export function withTotals({ totals: _former, ...profile }: TillProfile, totals: TillProfile['totals']): TillProfile {
  return totals === undefined ? profile : { ...profile, totals };
}

/** Letters that the encoding lacks are question marks. */
export function tillPreview(
  profile: TillProfile,
  rows: readonly TillFileRow[],
): { readonly lines: string[]; readonly companion: string | null } {
  const text = tillFileHead(profile) + tillFileLines(profile, rows) + tillFileEnd(profile, rows);
  const missing = new Set(unencodable(text, profile.encoding));
  const readable = Array.from(text.replace(/^\ufeff/, ''))
    .map((character) => (missing.has(character) ? '?' : character))
    .join('');
  const lines = readable.split(profile.lineEnd === 'crlf' ? '\r\n' : '\n').slice(0, -1);
  return { lines, companion: tillCompanion(profile, rows)?.replace(/^\ufeff|\r?\n/g, '') ?? null };
}
