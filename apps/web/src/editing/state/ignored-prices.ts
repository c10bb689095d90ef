import { NO_EDITS, type RowEdits, rowOfPzn } from '@portal/list-view';
import { isPriceIgnored } from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';
import type { Kind, KindTypes } from '../kind/kind.ts';

/** Articles named; more are counted. */
const MAX_NAMED = 5;

/** An exclusion wins over the price (rule 3.43). */
export function ignoredPrices<T extends KindTypes>(
  { rules }: Pick<Kind<T>, 'rules'>,
  model: T['model'],
  edits: RowEdits,
  pzns: Iterable<string> = edits.keys(),
): number[] {
  const rows: number[] = [];
  for (const pzn of pzns) {
    const edit = edits.get(pzn);
    // for exclusions only: a bulk rule makes thousands of edits
    if (!edit?.exclusion || edit.ownPrice === null) continue;
    const row = rowOfPzn(model, pzn);
    if (row !== undefined && isPriceIgnored(rules.inputs(model, NO_EDITS, row), edit)) rows.push(row);
  }
  return rows;
}

/** Names these rows: their price does not count; empty without any. */
export function ignoredPricesText(rows: readonly number[], names: readonly string[], t: TFunction<'editing'>): string {
  const named = rows.slice(0, MAX_NAMED).map((row) => names[row]);
  if (rows.length > MAX_NAMED) named.push('…');
  return rows.length === 0
    ? ''
    : t('ignored', { count: rows.length, number: formatCount(rows.length), names: named.join(', ') });
}
