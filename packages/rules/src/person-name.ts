/** Users that are no persons: the clock and the till, as the history names them. No person may look like one of them (rule 11.11). */
export const RESERVED_NAMES = { clock: 'System', till: 'Kasse' } as const;

/** Characters of a name that is kept; a longer one is cut. */
const MAX_NAME_CHARACTERS = 120;

/** Control characters, line and paragraph separators, halves of characters. */
const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** What is not seen or turns the direction of reading (U+202E). */
const UNSEEN = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]+/gu;

/** Cyrillic and Greek letters that look like those of the reserved names, in lower case. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ѕ: 's',
  у: 'y',
  υ: 'y',
  γ: 'y',
  т: 't',
  τ: 't',
  е: 'e',
  ε: 'e',
  м: 'm',
  μ: 'm',
  к: 'k',
  κ: 'k',
  а: 'a',
  α: 'a',
};

/**
 * The name of a person from what the identity provider says, as history, logs and mails show it (rule 11.11): one line without unseen
 * characters, at most 120 characters, and never like the clock or the till, whatever letters it is written in.
 * @param candidates best first; the first that leaves something to see is taken
 * @returns 'Unbekannt' where none does
 */
export function personName(...candidates: readonly (string | undefined)[]): string {
  for (const candidate of candidates) {
    const name = cleanName(candidate ?? '');
    if (name !== '') return isReserved(name) ? `${name} (Benutzerkonto)` : name;
  }
  return 'Unbekannt';
}

/** A part of a name (title, first or last name) as one line without unseen characters. */
export function cleanName(text: string): string {
  const line = text.normalize('NFC').replace(BREAKING, ' ').replace(UNSEEN, '').replace(/\s+/g, ' ').trim();
  return Array.from(line).slice(0, MAX_NAME_CHARACTERS).join('').trimEnd();
}

function isReserved(name: string): boolean {
  const letters = skeletonOf(name);
  return Object.values(RESERVED_NAMES).some((reserved) => skeletonOf(reserved) === letters);
}

/** The Latin letters and digits that a name looks like: without accents, blanks and signs, in lower case. */
function skeletonOf(name: string): string {
  const bare = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return Array.from(bare, (letter) => LOOKALIKES[letter] ?? letter).join('');
}
