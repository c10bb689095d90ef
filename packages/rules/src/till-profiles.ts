import { decimalText } from './money.ts';
import type { Cents } from './money.ts';

/** What a till gets: index i is one product in both columns; null where the portal gives no price, as for an exclusion. */
export type TillPrices = { readonly pzn: readonly string[]; readonly cents: readonly (Cents | null)[] };

/** How a kind of till wants its price file. */
export type TillProfile = {
  /** with its dot */
  readonly extension: string;
  /** The text of the file, digits and separators only, hence the same bytes in every encoding. */
  readonly write: (prices: TillPrices) => string;
};

/**
 * The known kinds of till by the name that a pharmacy's `till_profile` holds (rule 9.2). A new one also goes into the
 * check of that column.
 */
export const TILL_PROFILES = {
  /** Heading `PZN;VK`, decimal comma; no price is an empty VK. */
  csv: {
    extension: '.csv',
    write: (prices) => lines('PZN;VK', prices, (pzn, cents) => `${pzn};${cents === null ? '' : decimalText(cents)}`),
  },
  /** 15 characters a line without heading: PZN, price in cents with leading zeros; no price is seven blanks. */
  fixed: {
    extension: '.txt',
    write: (prices) =>
      lines(
        undefined,
        prices,
        (pzn, cents) => pzn + (cents === null ? NO_PRICE : String(cents).padStart(PRICE_WIDTH, '0')),
      ),
  },
} as const satisfies Record<string, TillProfile>;
export type TillProfileName = keyof typeof TILL_PROFILES;

/** The profile of a pharmacy nobody has chosen one for. */
export const DEFAULT_TILL_PROFILE: TillProfileName = 'csv';

/** True for the name of a known profile. */
export function isTillProfile(name: string): name is TillProfileName {
  return Object.hasOwn(TILL_PROFILES, name);
}

/** As many digits as the highest price has in cents. */
const PRICE_WIDTH = 7;
const NO_PRICE = ' '.repeat(PRICE_WIDTH);

function lines(
  heading: string | undefined,
  { pzn, cents }: TillPrices,
  line: (pzn: string, cents: Cents | null) => string,
): string {
  const all = pzn.map((each, row) => line(each, cents[row] ?? null));
  if (heading !== undefined) all.unshift(heading);
  return all.map((each) => `${each}\r\n`).join('');
}
