import type { PackageRow } from '@portal/api/files/package-columns.ts';
import {
  type Arrival,
  type Cents,
  type DeliveryBackground,
  type DeliveryCheck,
  type DeliveryFigures,
  type DeliveryRows,
  MAX_SAMPLED_ROWS,
  type MoneyCells,
  type UpdateKind,
} from '@portal/rules';
import { median } from '../measure.ts';
import { type Article, inForce, MASTER, type Pharmacy } from './world.ts';

/** What the deliveries of one kind and list before came to. */
export type Past = {
  /** The latest first, as all below. */
  former: DeliveryFigures[];
  /** Rows that the approvals changed. */
  changes: number[];
  /** Prices of the last one by PZN, in its order. */
  last: ReadonlyMap<string, Cents> | null;
  /** Refused by these, and taken in by staff. */
  takenIn: Set<DeliveryCheck>;
};
export type Pasts = Record<UpdateKind, Past>;
const noPast = (): Past => ({ former: [], changes: [], last: null, takenIn: new Set() });
export const noPasts = (): Pasts => ({ MDP: noPast(), QDP: noPast(), LZD: noPast() });

/** What the server's questions to its database answer, by the same rules (`check-arrival.ts`). */
export function columnsOf(rows: readonly PackageRow[], { list }: Pharmacy): DeliveryRows {
  const at = <Value>(read: (article: Article | undefined, row: PackageRow) => Value | null | undefined) =>
    rows.map((row) => read(list.get(row.pzn), row) ?? null);
  return {
    before: at((article) => article && inForce(article)),
    calculatedBefore: at((article) => article?.price),
    priceTypeBefore: at((article) => article?.type),
    changedAt: null,
    statedBefore: at((_, row) => row.formerCalculatedPrice),
    calculatedPrice: at((_, row) => row.calculatedPrice),
    avp: at((article, row) => row.avp ?? article?.avp),
    formerAvp: at((article, row) => row.avpOld ?? article?.avp),
    aep: at((_, row) => row.aep),
    formerAep: at((article) => article?.aep),
    listedBefore: at((article) => article?.priceBefore),
  };
}

export function backgroundOf({ list }: Pharmacy, kind: UpdateKind, { changes }: Past): DeliveryBackground {
  const ratios = [...list.values()].flatMap((article) => {
    const price = inForce(article);
    return price === null ? [] : [price / article.avp];
  });
  const priceToAvp = kind === 'MDP' || ratios.length === 0 ? null : median(ratios);
  return { arrivedAt: null, formerChanges: changes.slice(0, 6), priceToAvp, listCount: list.size };
}

export function sampleOf(
  delivered: readonly PackageRow[],
  { list, known, vats }: Pharmacy,
  past: Past,
): Arrival['sample'] {
  const every = Math.max(1, Math.ceil(delivered.length / MAX_SAMPLED_ROWS));
  const rows = delivered.filter(({ line }) => line % every === 0);
  const listed = [...list.values()];
  const nth = Math.max(1, Math.floor(listed.length / (MAX_SAMPLED_ROWS / 2)));
  const usual = listed.filter(({ product }) => Number(product.pzn.slice(0, 7)) % nth === 0);
  const at = <Value>(read: (article: Article | undefined, row: PackageRow) => Value | null | undefined) =>
    rows.map((row) => read(list.get(row.pzn), row) ?? null);
  const master = rows.map(({ pzn }) => (known.has(pzn) ? MASTER.get(pzn) : undefined));
  return {
    pzn: rows.map(({ pzn }) => pzn),
    name: at((_, row) => row.name),
    knownName: master.map((product) => product?.name ?? null),
    content: at((_, row) => row.content),
    knownContent: master.map((product) => product?.content ?? null),
    producer: at((_, row) => row.producer),
    knownProducer: master.map((product) => product?.producer ?? null),
    vat: at((_, row) => row.vatPercent),
    knownVat: rows.map(({ pzn }) => (known.has(pzn) && vats.get(pzn)) || null),
    avpOld: at((_, row) => row.avpOld),
    lastPrice: at((_, row) => past.last?.get(row.pzn)),
    usual: cellsOf(usual, inForce),
    usualVat: usual.map(({ vat }) => vat),
    listedBefore: at((article) => article?.priceBefore),
    file: {
      price: at((_, row) => row.calculatedPrice),
      base: at((_, row) => row.formerCalculatedPrice),
      avp: at((_, row) => row.avp),
      aep: at((_, row) => row.aep),
      vhp: at((_, row) => row.vhp),
      umfeldMin: at((_, row) => row.priceMin),
      umfeldAvg: at((_, row) => row.ravpRegio),
      umfeldMax: at((_, row) => row.priceMax),
    },
    list: cellsOf(
      rows.map(({ pzn }) => list.get(pzn)),
      ({ price }) => price,
    ),
  };
}

function cellsOf(articles: readonly (Article | undefined)[], priceOf: (article: Article) => Cents | null): MoneyCells {
  const of = (read: (article: Article) => Cents | null) => articles.map((article) => (article ? read(article) : null));
  return {
    price: of(priceOf),
    base: of(inForce),
    avp: of(({ avp }) => avp),
    aep: of(({ aep }) => aep),
    vhp: of(({ vhp }) => vhp),
    umfeldMin: of(({ umfeldMin }) => umfeldMin),
    umfeldAvg: of(({ umfeldAvg }) => umfeldAvg),
    umfeldMax: of(({ umfeldMax }) => umfeldMax),
  };
}

export function lastOf(
  kind: UpdateKind,
  { last }: Past,
  { list }: Pharmacy,
  here: ReadonlySet<string>,
): Arrival['last'] {
  if (last === null || kind === 'QDP') return null;
  const pzns = [...last.keys()].filter((pzn) => here.has(pzn) || list.has(pzn));
  const end = pzns.findLastIndex((pzn) => here.has(pzn));
  const missing = pzns.filter((pzn) => !here.has(pzn)).length;
  return { rows: pzns.length, missing, missingAtEnd: pzns.length - 1 - end };
}
