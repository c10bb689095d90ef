import { isSearchable } from '@portal/rules';
import { foldHaystack, type Haystack, rowHolds, scanHaystack } from './haystack.ts';
import { type TextModel, wordsHaystackOf } from './model.ts';
import type { RowMask } from './row-mask.ts';
import { searchIndex } from './search.ts';

/** `tried` is what was looked for instead, as the first row that was found writes it; null where the query itself found something, or nothing did. */
export type Found = { readonly query: string; readonly mask: RowMask | undefined; readonly tried: string | null };

/** Two ways to write a text without its marks: 'ö' as 'oe', as most systems do, and as 'o'. */
const UMLAUTS = [
  { ä: 'ae', ö: 'oe', ü: 'ue' },
  { ä: 'a', ö: 'o', ü: 'u' },
] as const;
type Umlauts = (typeof UMLAUTS)[number];

/** Names of pieces behind a number, as masters shorten them: '20 Stück' is '20 St'. */
const PIECES = /(\d)[\s-]*(?:stück|stueck|stuck|stck|stk)(?![a-zäöüß])/giu;

/**
 * Rows that a query finds (rule 2.10). Where it finds none it is tried again without blanks, hyphens and accents, with ae, oe and ue for
 * umlauts, and '20 Stück' as '20 St' (rule 2.41); then each word is part of the name, content, producer, brand or ATC code, as it is written there
 * without blanks. The first way that finds something counts.
 */
export function findRows(model: TextModel, query: string): Found {
  const mask = searchIndex(model, query);
  if (mask === undefined || mask.includes(1)) return { query, mask, tried: null };
  for (const umlauts of UMLAUTS) {
    const words = query.normalize().replace(PIECES, '$1st').split(/\s+/);
    // A word of marks alone asks for nothing.
    const needles = words.map((word) => fold(word, umlauts).folded).filter((needle) => needle !== '');
    if (!isSearchable(needles.join(''))) continue;
    const haystack = foldedHaystack(model, umlauts);
    const found = new Uint8Array(model.count);
    let first: number | undefined;
    const [longest = '', ...others] = needles.toSorted((one, other) => other.length - one.length);
    scanHaystack(haystack, longest, (row) => {
      if (!others.every((needle) => rowHolds(haystack, row, needle))) return;
      found[row] = 1;
      first ??= row;
    });
    if (first !== undefined) return { query, mask: found, tried: asWritten(model, first, needles, umlauts) };
  }
  return { query, mask, tried: null };
}

const foldedHaystacks = new WeakMap<TextModel['prepared'], Map<Umlauts, Haystack>>();

/** What is searched then; made when it is first needed, in some tens of milliseconds for 20,000 rows. */
function foldedHaystack(model: TextModel, umlauts: Umlauts): Haystack {
  const known = foldedHaystacks.get(model.prepared) ?? new Map<Umlauts, Haystack>();
  foldedHaystacks.set(model.prepared, known);
  let haystack = known.get(umlauts);
  if (!haystack) {
    const spell = (text: string) =>
      text.replaceAll('ä', umlauts.ä).replaceAll('ö', umlauts.ö).replaceAll('ü', umlauts.ü);
    haystack = foldHaystack(wordsHaystackOf(model), spell);
    known.set(umlauts, haystack);
  }
  return haystack;
}

function textsOf({ columns }: TextModel, row: number): string[] {
  const { name, content, producer, brand, atc } = columns;
  return [name[row], content[row], producer[row], brand[row], atc[row]].filter((text) => text != null);
}

/** A text without blanks, marks and accents in small letters, and where each of its characters stands in the text. */
function fold(text: string, umlauts: Umlauts): { readonly folded: string; readonly places: readonly number[] } {
  let folded = '';
  const places: number[] = [];
  const whole = text.normalize();
  for (let at = 0; at < whole.length; at++) {
    const letter = (whole[at] as string).toLowerCase();
    const plain = letter === 'ß' ? 'ss' : ((umlauts as Record<string, string>)[letter] ?? letter.normalize('NFD'));
    for (const each of plain) {
      if (!/[a-z0-9]/.test(each)) continue;
      folded += each;
      places.push(at);
    }
  }
  return { folded, places };
}

/** What was found, as a row writes it. */
function asWritten(model: TextModel, row: number, needles: readonly string[], umlauts: Umlauts): string {
  const texts = textsOf(model, row);
  return needles
    .map((needle) => {
      for (const text of texts) {
        const { folded, places } = fold(text, umlauts);
        const at = folded.indexOf(needle);
        if (at >= 0) return text.normalize().slice(places[at], (places[at + needle.length - 1] as number) + 1);
      }
      return needle;
    })
    .join(' ');
}
