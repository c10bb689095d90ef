import {
  type ImportColumn,
  type ImportColumns,
  type ImportType,
  optionalImportColumns,
  requiredImportColumns,
} from '@portal/rules';
import {
  type HeadingMatch,
  matchCodeHeading,
  matchDayHeading,
  matchPriceHeading,
  matchPznHeading,
  plainHeading,
} from './match-heading.ts';

const MATCHERS: Record<ImportColumn, (heading: string) => HeadingMatch> = {
  pzncolumn: matchPznHeading,
  pricecolumn: matchPriceHeading,
  negativecolumn: matchCodeHeading,
  validfromcolumn: matchDayHeading('ab|von|from'),
  validtocolumn: matchDayHeading('bis|to|until'),
};

/** Only a single candidate (rule 5.9). */
export function guessImportColumns(headings: readonly string[], type: ImportType): ImportColumns {
  const guess: Partial<Record<ImportColumn, string>> = {};
  for (const column of [...requiredImportColumns(type), ...optionalImportColumns(type)]) {
    const index = guessColumn(headings, column);
    if (index !== undefined) guess[column] = headings[index] as string;
  }
  return guess;
}

export function guessColumn(headings: readonly string[], column: ImportColumn): number | undefined {
  const own = column === 'pricecolumn' ? priceOfOwnPackage(headings) : undefined;
  if (own !== undefined) return own;
  const matches = headings.map(MATCHERS[column]);
  const named = matches.flatMap((match, index) => (match === 'named' ? [index] : []));
  const [only] = named;
  if (only === undefined || named.length > 1) return undefined;
  // 'PZN' wins over 'PZN Lieferant'; a second price does not
  return column === 'pricecolumn' && matches.includes('possible') ? undefined : only;
}

const OWN_PACKAGE = ['avp alt', 'avp neu', 'trueprice alt', 'trueprice neu', 'preistyp'];
const OWN_PRICES = ['trueprice neu', 'preis', 'aktueller preis'];

/** 'Preis' where approved, else 'TruePrice neu'. */
function priceOfOwnPackage(headings: readonly string[]): number | undefined {
  const plain = headings.map(plainHeading);
  if (!OWN_PACKAGE.every((name) => plain.includes(name)) || new Set(plain).size < plain.length) return undefined;
  const prices = plain.filter((_, at) => matchPriceHeading(headings[at] as string) !== 'other');
  if (!prices.every((name) => OWN_PRICES.includes(name))) return undefined;
  return plain.indexOf(plain.includes('preis') ? 'preis' : 'trueprice neu');
}
