import type { Cents } from '@portal/rules';
import { type CsvColumn, csvText } from '../../files/csv-writer.ts';

/** A product in a till's file, and its price; null where the portal gives none, as for an exclusion. */
export type TillPrice = { readonly pzn: string; readonly effectivePrice: Cents | null };

/** How a kind of till wants its price file. */
export type TillProfile = {
  /** with its dot */
  readonly extension: string;
  /** The text of the file, digits and separators only, hence the same bytes in every encoding. */
  readonly write: (prices: readonly TillPrice[]) => Promise<string> | string;
};

const CSV_COLUMNS: readonly CsvColumn<TillPrice>[] = [
  { heading: 'PZN', cell: ({ pzn }) => pzn },
  { heading: 'VK', cell: ({ effectivePrice }) => effectivePrice },
];

/**
 * The known kinds of till by the name that a pharmacy's `till_profile` holds (rule 9.2). A new one also goes into the
 * check of that column.
 */
export const TILL_PROFILES = {
  /** Heading `PZN;VK`, decimal comma; no price is an empty VK. */
  csv: {
    extension: '.csv',
    write: (prices) => csvText(CSV_COLUMNS, prices, { mark: false }),
  },
  /** 15 characters a line without heading: PZN, price in cents with leading zeros; no price is seven blanks. */
  fixed: {
    extension: '.txt',
    write: (prices) => prices.map(({ pzn, effectivePrice }) => `${pzn}${fixedPrice(effectivePrice)}\r\n`).join(''),
  },
} as const satisfies Record<string, TillProfile>;
export type TillProfileName = keyof typeof TILL_PROFILES;

/** True for the name of a known profile. */
export function isTillProfile(name: string): name is TillProfileName {
  return Object.hasOwn(TILL_PROFILES, name);
}

/** As many digits as the highest price has in cents. */
const PRICE_WIDTH = 7;
const NO_PRICE = ' '.repeat(PRICE_WIDTH);

function fixedPrice(cents: Cents | null): string {
  return cents === null ? NO_PRICE : String(cents).padStart(PRICE_WIDTH, '0');
}
