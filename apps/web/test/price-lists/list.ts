import type { PriceListColumnsAnswer } from '@portal/contracts';

type Columns = PriceListColumnsAnswer['columns'];
export type Article = { [Name in keyof Columns]: Columns[Name][number] };

const plain: Article = {
  pzn: '00000000',
  name: 'Artikel',
  content: '20 St',
  producer: 'Muster Pharma',
  brand: null,
  normSize: 'N1',
  atc: null,
  vatPercent: null,
  peCluster: null,
  vhCluster: null,
  units: 3,
  avp: 1000,
  aep: 500,
  vhp: null,
  priceMin: null,
  priceAvg: 900,
  priceMax: null,
  calculatedPrice: 950,
  formerPrice: null,
  ownPrice: null,
  validTo: null,
  date: 1_762_300_800, // 2025-11-05 00:00 UTC
  priceType: 0,
};

/** The columnar answer for the given articles, prices in cents; PZNs count up from 00000001. */
export function aPriceList(
  articles: readonly Partial<Article>[],
  head: Partial<PriceListColumnsAnswer> = {},
): PriceListColumnsAnswer {
  const full = articles.map((article, row) => ({ ...plain, pzn: String(row + 1).padStart(8, '0'), ...article }));
  const names = Object.keys(plain) as (keyof Article)[];
  const columns = Object.fromEntries(names.map((name) => [name, full.map((article) => article[name])]));
  return {
    version: 7,
    productGroup: 'OTC',
    parentPharmacy: null,
    blockEdit: false,
    blockedProducts: [],
    columns: columns as unknown as Columns,
    ...head,
  };
}
