import { type Condition, TOP_SELLER_MIN_UNITS } from '@portal/list-view';
import { isElasticityColumn, isTextColumn, STANDING_KEYS } from '@portal/rules';
import type { KindName, KindTypes, View } from '../kind/kind.ts';

/** What narrows the rows on screen and does not narrow the rule. */
export type NotTaken = 'query' | 'marked' | 'review' | 'filter' | { readonly key: string };

export type StandingScope = { readonly conditions: readonly Condition[]; readonly notTaken: readonly NotTaken[] };

/** Columns of packages as the rule's conditions name them (rule 18.4). */
const SAME: Readonly<Record<string, string>> = {
  calculatedPrice: 'effectivePrice',
  deviationAvp: 'diffAvp',
  ravpRegio: 'priceAvg',
  diffRavpRegio: 'diffRpAvg',
};

/** The conditions of a standing rule that is made from what a list shows. */
export function standingScope(
  kind: KindName,
  { conditions = [], filter, query, review }: View<KindTypes>,
  marked: number,
): StandingScope {
  const taken: Condition[] = [];
  const notTaken: NotTaken[] = [];
  for (const condition of conditions) {
    const key = SAME[condition.key] ?? condition.key;
    if (STANDING_KEYS.includes(key)) taken.push({ ...condition, key });
    else notTaken.push({ key: condition.key });
  }
  const filtered = conditionOf(kind, filter.name, filter.value);
  if (filtered) taken.push(filtered);
  else if (filter.name !== 'all') notTaken.push('filter');
  if (query.trim() !== '') notTaken.push('query');
  if (marked > 0) notTaken.push('marked');
  if (review !== undefined) notTaken.push('review');
  return { conditions: taken, notTaken };
}

function conditionOf(kind: KindName, name: string, value: string | null): Condition | undefined {
  if (name === 'topSeller') return { key: 'units', is: 'atLeast', than: TOP_SELLER_MIN_UNITS[kind], to: null };
  const chooses = isTextColumn(name) || isElasticityColumn(name);
  return chooses && value !== null ? { key: name, is: 'oneOf', values: [value] } : undefined;
}
