import { EFFECTIVE_PRICE } from '../price-writing/index.ts';

/**
 * Whether the price in force, of `price_item i`, is another than before `change`, the first that the till lacks of its article
 * (rule 22.2). An article that moved is left to the group it is in now.
 */
export const isLackedSql = (change: string) =>
  `(coalesce(i.product_group, ${change}.product_group) = ${change}.product_group AND ${EFFECTIVE_PRICE} IS DISTINCT FROM ${change}.old_price)`;
