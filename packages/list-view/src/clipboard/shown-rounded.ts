import type { Cents } from '@portal/rules';

/** A price that comes in, the text it was read from where that is known, and the price in force. */
export type IncomingPrice = {
  readonly price: Cents;
  readonly text?: string | undefined;
  readonly standing: Cents | null | undefined;
};

/** From so many prices on their form says something. */
const FEWEST = 2;
const ONE_DECIMAL = /^\D*\d+[.,]\d\D*$/;

/**
 * Whether all prices look as if a spreadsheet had shown, and handed over, rounded ones (rule 3.42): whole euros, or one decimal, where most
 * prices in force have cents. Excel copies and exports what a cell shows.
 */
export function shownRounded(prices: readonly IncomingPrice[]): 'euros' | 'tenths' | undefined {
  if (prices.length < FEWEST) return undefined;
  const standing = prices.flatMap((each) => each.standing ?? []);
  const mostHave = (rest: number) => {
    const count = standing.filter((cents) => cents % rest !== 0).length;
    return count > 0 && count * 2 >= standing.length;
  };
  if (prices.every(({ price }) => price % 100 === 0)) return mostHave(100) ? 'euros' : undefined;
  const hasOneDecimal = prices.every(({ text }) => text !== undefined && ONE_DECIMAL.test(text.trim()));
  return hasOneDecimal && mostHave(10) ? 'tenths' : undefined;
}
