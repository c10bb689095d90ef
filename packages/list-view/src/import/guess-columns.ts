import { type ImportColumn, type ImportColumns, type ImportType, requiredImportColumns } from '@portal/rules';
import {
  type HeadingMatch,
  matchCodeHeading,
  matchPriceHeading,
  matchPznHeading,
  plainHeading,
} from './match-heading.ts';

const MATCHERS: Record<ImportColumn, (heading: string) => HeadingMatch> = {
  pzncolumn: matchPznHeading,
  pricecolumn: matchPriceHeading,
  negativecolumn: matchCodeHeading,
};

/**
 * The columns of a file whose headings leave no choice (rule 5.9): of a column for which two could stand, or none is named, nothing is
 * guessed and the user chooses.
 */
export function guessImportColumns(headings: readonly string[], type: ImportType): ImportColumns {
  const guess: Partial<Record<ImportColumn, string>> = {};
  for (const column of requiredImportColumns(type)) {
    const place = guessColumn(headings, column);
    if (place !== undefined) guess[column] = headings[place] as string;
  }
  return guess;
}

/** The place of the heading that names this column, as long as no other one could; undefined where the user has to choose. */
export function guessColumn(headings: readonly string[], column: ImportColumn): number | undefined {
  const own = column === 'pricecolumn' ? priceOfOwnPackage(headings) : undefined;
  if (own !== undefined) return own;
  const matches = headings.map(MATCHERS[column]);
  const named = matches.flatMap((match, place) => (match === 'named' ? [place] : []));
  const [only] = named;
  if (only === undefined || named.length > 1) return undefined;
  // an unqualified 'PZN' is the article's own beside 'PZN Lieferant'; a second price is not less than the first
  return column === 'pricecolumn' && matches.includes('possible') ? undefined : only;
}

/** Columns that every package file of the portal has. */
const OWN_PACKAGE = ['avp alt', 'avp neu', 'trueprice alt', 'trueprice neu', 'preistyp'];
const OWN_PRICES = ['trueprice neu', 'preis', 'aktueller preis'];

/**
 * Of the portal's own package files, which hold several prices, the one that reaches the till: 'Preis' where the package was approved, else
 * 'TruePrice neu'. Undefined for any other file.
 */
function priceOfOwnPackage(headings: readonly string[]): number | undefined {
  const plain = headings.map(plainHeading);
  if (!OWN_PACKAGE.every((name) => plain.includes(name)) || new Set(plain).size < plain.length) return undefined;
  const prices = plain.filter((_, at) => matchPriceHeading(headings[at] as string) !== 'other');
  if (!prices.every((name) => OWN_PRICES.includes(name))) return undefined;
  return plain.indexOf(plain.includes('preis') ? 'preis' : 'trueprice neu');
}
