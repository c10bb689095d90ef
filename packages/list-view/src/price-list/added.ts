import { type ColumnHolds, holdsOf, type MasterProduct, PRICE_TYPE, storedColumnNames } from '@portal/rules';
import type { PriceListColumns } from './columns.ts';
import { buildPriceListModel, type PriceListModel, rowOfPzn } from './model.ts';

export type AddedProduct = MasterProduct & { readonly pzn: string };

/** Rule 5.4: appended, so that indexes of stored rows stay. */
export function withAddedProducts(model: PriceListModel, products: Iterable<AddedProduct>): PriceListModel {
  const fresh = new Map<string, AddedProduct>();
  for (const product of products) if (rowOfPzn(model, product.pzn) === undefined) fresh.set(product.pzn, product);
  if (fresh.size === 0) return model;
  const { columns } = model;
  const names = Object.keys(columns) as (keyof PriceListColumns)[];
  const entries = [...fresh.values()].map(rowOf);
  const extended = Object.fromEntries(
    names.map((name) => [name, [...columns[name], ...entries.map((entry) => entry[name])]]),
  ) as unknown as PriceListColumns;
  return buildPriceListModel(extended, model.blocked, [...model.added, ...fresh.keys()]);
}

type Row = { [Name in keyof PriceListColumns]: PriceListColumns[Name][number] };

function rowOf(product: AddedProduct): Row {
  const stored = storedColumnNames().map((name) => [name, EMPTY[holdsOf(name) ?? 'text'] ?? null]);
  return { ...Object.fromEntries(stored), vatPercent: null, ...product } as Row;
}
const EMPTY: Partial<Record<ColumnHolds, unknown>> = { instant: Number.NaN, priceType: PRICE_TYPE.calculated };
