import { type Cents, PRICE_TYPE, type PriceType } from '@portal/rules';
import type { KindTypes } from '../kind/kind.ts';

/**
 * What an article that is not on the list yet is sold at, as its package says (rule 14.16).
 * @param listed its type on the list
 */
export function soldAt(
  { columns }: KindTypes['model'],
  row: number,
  listed: PriceType | null | undefined,
): Cents | null {
  return 'ravp' in columns && listed !== PRICE_TYPE.exclusion ? (columns.ravp[row] ?? null) : null;
}
