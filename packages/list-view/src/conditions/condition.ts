import { type ColumnHolds, holdsOf, roundHalfAway } from '@portal/rules';
import { WAITING_DAYS } from '../price-list/arrivals.ts';
import { compareGerman } from '../price-list/german-order.ts';
import type { RowMask } from '../price-list/row-mask.ts';

/** Cents, percent, whole packs, a text or a code (rule 2.23). */
export type ConditionType = 'price' | 'percent' | 'count' | 'text' | 'elasticity';

export const COMPARISONS = ['above', 'atLeast', 'below', 'atMost', 'between'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** Percent with one decimal; `to` inclusive, only for `between`; texts in upper case (rule 2.23). */
export type Condition =
  | { readonly key: string; readonly is: Comparison; readonly than: number; readonly to: number | null }
  | { readonly key: string; readonly is: 'oneOf'; readonly values: readonly string[] };

const TYPES: Partial<Record<ColumnHolds, ConditionType>> = {
  text: 'text',
  optionalText: 'text',
  elasticity: 'elasticity',
  count: 'count',
  price: 'price',
  percent: 'percent',
};
const WITHOUT: ReadonlySet<string> = new Set(['pzn', 'name']);

/** Undefined: no condition; `change` is the review's. */
export function conditionType(key: string): ConditionType | undefined {
  if (WITHOUT.has(key)) return undefined;
  if (key === WAITING_DAYS) return 'count';
  const holds = holdsOf(key);
  return holds === undefined ? 'percent' : TYPES[holds];
}

/** NaN or null: no value. */
export type ConditionColumn = Float64Array | readonly (string | number | null)[];

/**
 * A row without a value fulfils none. Percent with one decimal.
 * @param columnOf undefined while loading: keeps all rows
 */
export function conditionsIndex(
  count: number,
  conditions: readonly Condition[],
  columnOf: (key: string) => ConditionColumn | undefined,
): RowMask | undefined {
  const tests = conditions.flatMap((condition) => {
    const column = columnOf(condition.key);
    return column === undefined ? [] : [testOf(condition, column)];
  });
  if (tests.length === 0) return undefined;
  return Uint8Array.from({ length: count }, (_, row) => (tests.every((test) => test(row)) ? 1 : 0));
}

function testOf(condition: Condition, column: ConditionColumn): (row: number) => boolean {
  if (condition.is === 'oneOf') {
    const wanted = new Set(condition.values);
    return (row) => column[row] != null && wanted.has(String(column[row]).toUpperCase());
  }
  const { is, than, to, key } = condition;
  const shown =
    conditionType(key) === 'percent' ? (value: number) => roundHalfAway(value, 1) : (value: number) => value;
  return (row) => {
    const value = column[row];
    return typeof value === 'number' && !Number.isNaN(value) && isFulfilled(is, shown(value), than, to);
  };
}

function isFulfilled(is: Comparison, value: number, than: number, to: number | null): boolean {
  switch (is) {
    case 'above':
      return value > than;
    case 'atLeast':
      return value >= than;
    case 'below':
      return value < than;
    case 'atMost':
      return value <= than;
    case 'between':
      return value >= than && value <= (to ?? than);
  }
}

/** Distinct, upper case, German order. */
export function conditionValues(column: ConditionColumn): string[] {
  const values = new Set<string>();
  for (const value of column) if (value != null && value !== '') values.add(String(value).toUpperCase());
  return [...values].sort(compareGerman);
}
