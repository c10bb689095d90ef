import { buildPriceListModel, type PriceListColumns, type PriceListModel } from '../../src/index.ts';

type Entry = { [Key in keyof PriceListColumns]: PriceListColumns[Key][number] };

const plain: Entry = {
  pzn: '00000000',
  name: 'Artikel',
  content: null,
  producer: 'Muster Pharma',
  brand: null,
  normSize: null,
  atc: null,
  vatPercent: null,
  peCluster: null,
  vhCluster: null,
  units: null,
  avp: null,
  aep: null,
  vhp: null,
  priceMin: null,
  priceAvg: null,
  priceMax: null,
  calculatedPrice: null,
  formerPrice: null,
  ownPrice: null,
  validTo: null,
  date: 1_762_300_800, // 2025-11-05 00:00 UTC
  priceType: 0,
};

/** A list of the given articles; what is not said is null or plain. */
export function listOf(entries: readonly Partial<Entry>[], blocked: readonly string[] = []): PriceListModel {
  const full = entries.map((entry, row) => ({ ...plain, pzn: String(row + 1).padStart(8, '0'), ...entry }));
  const names = Object.keys(plain) as (keyof Entry)[];
  const columns = Object.fromEntries(names.map((name) => [name, full.map((entry) => entry[name])]));
  return buildPriceListModel(columns as unknown as PriceListColumns, blocked);
}

/** PZNs as the numbers the factory counted them with. */
export function numbers(model: PriceListModel, rows: Iterable<number>): number[] {
  return [...rows].map((row) => Number(model.columns.pzn[row]));
}
