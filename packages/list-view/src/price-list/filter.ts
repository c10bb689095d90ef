import { isElasticityColumn, isTextColumn, PRICE_TYPE, type TextColumnName } from '@portal/rules';
import { type Arrivals, arrivalPredicate } from './arrivals.ts';
import type { PriceListFilter } from './view-options.ts';
import { ARRIVAL_FILTERS, TOP_SELLER_MIN_UNITS } from './view-options.ts';
import type { RowEdits } from '../edits.ts';
import { editAt } from './edits.ts';
import type { PriceListModel, TextModel } from './model.ts';
import type { RowMask } from './row-mask.ts';
import { changeDays, upperCased } from './values.ts';

export type FilterContext = {
  readonly editMode: boolean;
  /** Rule 4.4. */
  readonly hideNegative: boolean;
  readonly arrivals?: Arrivals | undefined;
};

const SHOWS_EXCLUSIONS: ReadonlySet<PriceListFilter> = new Set([
  'exclusion',
  'exclusionWithOwnPrice',
  'edited',
  ...ARRIVAL_FILTERS,
]);

/**
 * Rule 4.3; undefined keeps all. Rule 3.13.
 * @param secondValue upper-cased producer or brand, elasticity code, or day 'yyyy-MM-dd'
 */
export function filterIndex(
  model: PriceListModel,
  filter: PriceListFilter,
  secondValue: string | null,
  edits: RowEdits,
  { editMode, hideNegative, arrivals }: FilterContext,
): RowMask | undefined {
  const keeps = predicateOf(model, filter, secondValue, editMode ? edits : new Map(), arrivals);
  const hides = hideNegative && !SHOWS_EXCLUSIONS.has(filter);
  if (!keeps && !hides) return undefined;
  const mask = new Uint8Array(model.count);
  const { priceType } = model.columns;
  // A row ticked just now must not vanish under the cursor.
  const stillExcluded = (row: number) => !editMode || editAt(model, edits, row).exclusion;
  if (!keeps) mask.fill(1);
  else for (let row = 0; row < mask.length; row++) if (keeps(row)) mask[row] = 1;
  if (!hides) return mask;
  for (let row = priceType.indexOf(PRICE_TYPE.exclusion); row >= 0; ) {
    if (stillExcluded(row)) mask[row] = 0;
    row = priceType.indexOf(PRICE_TYPE.exclusion, row + 1);
  }
  return mask;
}

type Predicate = (row: number) => boolean;

function predicateOf(
  model: PriceListModel,
  filter: PriceListFilter,
  second: string | null,
  edits: RowEdits,
  arrivals: Arrivals | undefined,
): Predicate | undefined {
  const { columns } = model;
  const inputs = (row: number) => editAt(model, edits, row);
  if (isElasticityColumn(filter)) return codePredicate(columns[filter], second);
  if (isTextColumn(filter)) return valuePredicate(model, filter, second);
  switch (filter) {
    case 'all':
      return undefined;
    case 'lastChange': {
      const days = changeDays(model);
      return second === null ? undefined : (row) => days[row] === second;
    }
    case 'topSeller':
      return (row) => (columns.units[row] ?? 0) >= TOP_SELLER_MIN_UNITS.priceList;
    case 'permanent':
      return (row) => inputs(row).permanent;
    case 'own':
      return (row) => {
        const { ownPrice, permanent, exclusion } = inputs(row);
        return ownPrice !== null && !permanent && !exclusion;
      };
    case 'exclusion':
      return (row) => inputs(row).exclusion;
    case 'exclusionWithOwnPrice':
      return (row) => {
        const { ownPrice, exclusion } = inputs(row);
        return ownPrice !== null && (exclusion || columns.priceType[row] === PRICE_TYPE.exclusion);
      };
    case 'tillWaits':
    case 'tillDiffers':
    case 'labelOutdated':
      return arrivals && arrivalPredicate(model, arrivals, filter);
    case 'edited':
      return (row) => edits.has(columns.pzn[row] as string);
  }
}

export function codePredicate(column: readonly (number | null)[], code: string | null): Predicate | undefined {
  const wanted = Number(code);
  return code === null ? undefined : (row) => column[row] === wanted;
}

export function valuePredicate(model: TextModel, column: TextColumnName, value: string | null): Predicate | undefined {
  if (value === null) return undefined;
  const { values, codeOfRow } = upperCased(model, column);
  const code = values.indexOf(value);
  return (row) => code >= 0 && codeOfRow[row] === code;
}
