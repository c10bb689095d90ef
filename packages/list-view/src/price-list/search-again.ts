import { boundText, isSearchable, MOST_TEXT } from '@portal/rules';
import { foldHaystack, type Haystack, rowHolds, scanHaystack } from './haystack.ts';
import { type TextModel, wordsColumns, wordsHaystackOf } from './model.ts';
import type { RowMask } from './row-mask.ts';
import { searchIndex } from './search.ts';

/** `tried`: searched instead; null where the query decided. */
export type Found = { readonly query: string; readonly mask: RowMask | undefined; readonly tried: string | null };

const UMLAUTS = [
  { ä: 'ae', ö: 'oe', ü: 'ue' },
  { ä: 'a', ö: 'o', ü: 'u' },
] as const;
type Umlauts = (typeof UMLAUTS)[number];

/** '20 Stück' is '20 St'. */
const PIECES = /(\d)[\s-]*(?:stück|stueck|stuck|stck|stk)(?![a-zäöüß])/giu;

/** '0,1%' is '0,1 %'. */
const PERCENT = /(\d)%/g;

/** 'ibu-400' is 'ibu 400'. */
const HYPHENS = /(?<=[\p{L}\p{N}])[-\u2010\u2011\u2013](?=[\p{L}\p{N}])/gu;

/** Rule 2.10. Without a hit again without blanks, hyphens and accents, with ae, oe, ue and 'St' (rule 2.41). */
export function findRows(model: TextModel, query: string): Found {
  const mask = searchIndex(model, query);
  if (mask === undefined || mask.includes(1)) return { query, mask, tried: null };
  const apart = query.trim().replace(PERCENT, '$1 %');
  const exact = apart === query.trim() ? undefined : searchIndex(model, apart);
  if (exact?.includes(1)) return { query, mask: exact, tried: apart };
  for (const spelling of new Set([query, query.replace(HYPHENS, ' ')]))
    for (const umlauts of UMLAUTS) {
      const found = findFolded(model, spelling, umlauts);
      if (found) return { query, ...found };
    }
  return { query, mask, tried: null };
}

function findFolded(model: TextModel, query: string, umlauts: Umlauts): Omit<Found, 'query'> | undefined {
  const words = boundText(query, MOST_TEXT).replace(PIECES, '$1st').split(/\s+/);
  const needles = words.map((word) => fold(word, umlauts).folded).filter((needle) => needle !== '');
  if (!isSearchable(needles.join(''))) return undefined;
  const haystack = foldedHaystack(model, umlauts);
  const mask = new Uint8Array(model.count);
  let first: number | undefined;
  const [longest = '', ...others] = needles.toSorted((one, other) => other.length - one.length);
  scanHaystack(haystack, longest, (row) => {
    if (!others.every((needle) => rowHolds(haystack, row, needle))) return;
    mask[row] = 1;
    first ??= row;
  });
  return first === undefined ? undefined : { mask, tried: asWritten(model, first, needles, umlauts) };
}

const foldedHaystacks = new WeakMap<TextModel['prepared'], Map<Umlauts, Haystack>>();

/** Some ten milliseconds for 20,000 rows. */
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
  return wordsColumns(columns).flatMap((texts) => texts[row] ?? []);
}

function fold(text: string, umlauts: Umlauts): { readonly folded: string; readonly offsets: readonly number[] } {
  let folded = '';
  const offsets: number[] = [];
  const whole = boundText(text, MOST_TEXT);
  for (let at = 0; at < whole.length; at++) {
    const letter = (whole[at] as string).toLowerCase();
    const plain = letter === 'ß' ? 'ss' : ((umlauts as Record<string, string>)[letter] ?? boundText(letter, 1, 'NFD'));
    for (const each of plain) {
      if (!/[a-z0-9]/.test(each)) continue;
      folded += each;
      offsets.push(at);
    }
  }
  return { folded, offsets };
}

function asWritten(model: TextModel, row: number, needles: readonly string[], umlauts: Umlauts): string {
  const texts = textsOf(model, row);
  return needles
    .map((needle) => {
      for (const text of texts) {
        const { folded, offsets } = fold(text, umlauts);
        const at = folded.indexOf(needle);
        if (at >= 0)
          return boundText(text, MOST_TEXT).slice(offsets[at], (offsets[at + needle.length - 1] as number) + 1);
      }
      return needle;
    })
    .join(' ');
}
