import { conditionType, WAITING_DAYS } from '@portal/list-view';
import type { Kind, KindTypes } from './kind.ts';

/** Percent; a column of the review. */
export const CHANGE = 'change';

/** What conditions can be about on this kind of list (rule 2.23). */
export function conditionKeys<T extends KindTypes>(kind: Pick<Kind<T>, 'name' | 'sortKeys'>): string[] {
  const outside = kind.name === 'priceList' ? [WAITING_DAYS] : [];
  return [CHANGE, ...kind.sortKeys.filter((key) => conditionType(key) !== undefined), ...outside];
}
