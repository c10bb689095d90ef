import type { Condition } from '@portal/list-view';
import type { TFunction } from 'i18next';
import { conditionWords } from '../conditions/condition-words.ts';

/** For which rows a rule is. Conditions are named as the price list names its columns. */
export function scopeWords(
  conditions: readonly Condition[],
  t: TFunction<'standing'>,
  column: TFunction<'editing'>,
): string {
  if (conditions.length === 0) return t('scope.all');
  const words = conditions.map((each) => conditionWords(each, { kind: 'priceList', t: column }));
  return `${t('scope.conditions')} ${words.join(', ')}`;
}
