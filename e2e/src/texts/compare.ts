import { matcherOf, plain, type SpecifiedText, SPECIFIED_TEXTS } from './specified.ts';

/** Specified texts that none of the given texts holds. */
export function missingTexts(
  texts: Iterable<string>,
  wanted: readonly SpecifiedText[] = SPECIFIED_TEXTS,
): readonly SpecifiedText[] {
  const plains = [...texts].map(plain);
  return wanted.filter(({ text }) => {
    const matches = matcherOf(text);
    return !plains.some(matches);
  });
}

/** One line a text, for a person to read. */
export function describeMissing(missing: readonly SpecifiedText[]): string {
  return missing.map(({ section, text }) => `  ${section}: ${text}`).join('\n');
}
