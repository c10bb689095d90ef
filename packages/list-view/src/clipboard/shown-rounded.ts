import type { Cents } from '@portal/rules';

export type IncomingPrice = {
  readonly price: Cents;
  readonly text?: string | undefined;
  readonly standing: Cents | null | undefined;
};

const FEWEST = 2;
const ONE_DECIMAL = /^\D*\d+[.,]\d\D*$/;

/** Excel copies what a cell shows. Rule 3.42. */
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
