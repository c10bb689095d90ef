import { type Condition, conditionType, WAITING_DAYS } from '@portal/list-view';
import type { Kind, KindTypes } from './kind.ts';

/** Percent; a column of the review. */
export const CHANGE = 'change';

/** What conditions can be about on this kind of list (rule 2.23). */
export function conditionKeys<T extends KindTypes>(kind: Pick<Kind<T>, 'name' | 'sortKeys'>): string[] {
  const outside = kind.name === 'priceList' ? [WAITING_DAYS] : [];
  return [CHANGE, ...kind.sortKeys.filter((key) => conditionType(key) !== undefined), ...outside];
}

/** Percent, packs and cents; the most used first. */
const USUAL: readonly Condition[] = [
  { key: CHANGE, is: 'above', than: 10, to: null },
  { key: CHANGE, is: 'below', than: -10, to: null },
  { key: 'units', is: 'atLeast', than: 5, to: null },
  { key: 'diffAvp', is: 'above', than: 10, to: null },
  { key: 'diffRpAvg', is: 'above', than: 10, to: null },
  { key: 'diffRpAvg', is: 'below', than: -10, to: null },
  { key: 'peCluster', is: 'oneOf', values: ['2'] },
  { key: 'avp', is: 'atLeast', than: 2_000, to: null },
];
const OFFERED = 4;

/** To be set by one click. A price list changes only where somebody edits. */
export function usualConditions<T extends KindTypes>(kind: Pick<Kind<T>, 'name' | 'sortKeys'>): Condition[] {
  const keys = new Set(conditionKeys(kind).filter((key) => key !== CHANGE || kind.name !== 'priceList'));
  return USUAL.filter(({ key }) => keys.has(key)).slice(0, OFFERED);
}
