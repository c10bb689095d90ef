import { buildReview, type Review, type ReviewColumns, type ReviewOptions } from '../../src/index.ts';

export type Entry = {
  [Key in Exclude<keyof ReviewColumns, 'listEndings' | 'delivery'>]: NonNullable<ReviewColumns[Key]>[number];
};

const plain: Entry = {
  pzn: '00000000',
  name: 'Artikel',
  producer: 'Muster Pharma',
  atc: null,
  content: null,
  inactive: null,
  approved: null,
  before: 1000,
  after: 1000,
  calculatedPrice: 1000,
  priceTypeBefore: 0,
  ownPriceBefore: null,
  ownPriceSince: null,
  aep: null,
  avp: null,
  vhp: null,
  units: null,
  umfeldMin: null,
  umfeldAvg: null,
  umfeldMax: null,
  formerAep: null,
  formerAvp: null,
  formerUmfeld: null,
  vatPercent: null,
  calculatedBefore: null,
  statedBefore: null,
};

/** 2026-11-22 00:00 UTC */
export const NOW = 1_795_305_600;

/** Columns of the given rows; PZNs count up from 00000001, names differ, what is not said is null or plain. */
export function reviewColumns(entries: readonly Partial<Entry>[], listEndings: number[] | null = null): ReviewColumns {
  const full = entries.map((entry, row) => ({
    ...plain,
    pzn: String(row + 1).padStart(8, '0'),
    name: `Artikel ${String.fromCharCode(65 + (row % 26))}${row}`,
    ...entry,
  }));
  const names = Object.keys(plain) as (keyof Entry)[];
  const columns = Object.fromEntries(names.map((name) => [name, full.map((entry) => entry[name])]));
  return { ...columns, listEndings, delivery: null } as unknown as ReviewColumns;
}

/** The review of a package of the given rows. */
export function reviewOf(entries: readonly Partial<Entry>[], options: Partial<ReviewOptions> = {}): Review {
  return buildReview(reviewColumns(entries), { standing: false, now: NOW, ...options });
}
