import { boundText, MOST_TEXT } from './incoming-text.ts';

/** No person may look like these programs (rule 11.11). */
export const RESERVED_NAMES = { clock: 'System', till: 'Kasse', customerCentre: 'Kundencenter' } as const;

const MARK = ' (Benutzerkonto)';
const MAX_NAME_CHARACTERS = 120;

const BREAKING = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** What is not seen (U+2800 is an empty Braille cell) or turns the direction of reading (U+202E). */
const UNSEEN = /[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]+/gu;
/** Marks beyond three on one letter cover the lines around. */
const MANY_MARKS = /(\p{M}{3})\p{M}+/gu;

/** In lower case, like letters of the reserved names. */
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
  // Armenian, Cherokee, Lisu
  տ: 's',
  ꮪ: 's',
  ꭲ: 't',
  ꭼ: 'e',
  ꮇ: 'm',
  ꮶ: 'k',
  ꭺ: 'a',
  ꓢ: 's',
  ꓬ: 'y',
  ꓔ: 't',
  ꓰ: 'e',
  ꓟ: 'm',
  ꓗ: 'k',
  ꓮ: 'a',
  // further Cyrillic
  ү: 'y',
  ұ: 'y',
  қ: 'k',
  ҡ: 'k',
  // small capitals
  ꜱ: 's',
  ʏ: 'y',
  ᴛ: 't',
  ᴇ: 'e',
  ᴍ: 'm',
  ᴋ: 'k',
  ᴀ: 'a',
};
/** What ends the part of a name that could stand for the clock: 'System (Automatik)', 'System – automatisch'. */
const ADDITION = /[()[\]{}:;,|/·•–—]|\s-\s/u;

/**
 * Rule 11.11: one line, visible characters, never like a reserved one.
 * @param candidates best first
 * @returns 'Unbekannt' where nothing is visible
 */
export function personName(...candidates: readonly (string | undefined)[]): string {
  for (const candidate of candidates) {
    const name = cleanName(candidate ?? '');
    if (name !== '') return isReserved(name) && !name.endsWith(MARK) ? `${name}${MARK}` : name;
  }
  return 'Unbekannt';
}

/** One line; empty where nothing is visible. */
export function cleanName(text: string): string {
  return seenLine(text, MAX_NAME_CHARACTERS);
}

/**
 * Of texts that others wrote (rule 13.15).
 * @param most characters
 * @returns '' where nothing is visible
 */
export function seenLine(text: string, most: number): string {
  const seen = boundText(text, MOST_TEXT).replace(BREAKING, ' ').replace(UNSEEN, '').replace(MANY_MARKS, '$1');
  const line = boundText(seen, MOST_TEXT).replace(/\s+/g, ' ').trim();
  return /[^\p{M}\s]/u.test(line) ? Array.from(line).slice(0, most).join('').trimEnd() : '';
}

/** Rule 11.11. */
export function isReserved(name: string): boolean {
  const first = name.split(ADDITION).find((part) => part.trim() !== '');
  return [name, first ?? ''].some((text) =>
    Object.values(RESERVED_NAMES).some((reserved) => looksLike(text, reserved.toLowerCase())),
  );
}

/** Also with signs for letters ('5ystem', '$ystem'). */
function looksLike(text: string, reserved: string): boolean {
  // 'ß' becomes 'ss', accents go.
  const bare = boundText(text.toUpperCase(), MOST_TEXT, 'NFKD')
    .toLowerCase()
    .replace(/[\p{M}\s]/gu, '');
  const letters = Array.from(bare, (letter) => LOOKALIKES[letter] ?? letter).join('');
  return [letters, letters.replace(/[^\p{L}\p{N}]/gu, ''), letters.replaceAll('rn', 'm')].some((candidate) =>
    resembles(Array.from(candidate), reserved),
  );
}

/** Signs, digits and foreign letters match any letter, if half of the others match. */
function resembles(letters: readonly string[], reserved: string): boolean {
  if (letters.length !== reserved.length) return false;
  const same = letters.filter((letter, at) => letter === reserved[at]).length;
  const others = letters.filter((letter) => /[a-z]/.test(letter)).length;
  return same === others && same * 2 >= reserved.length;
}
