import { Readable } from 'node:stream';
import { createPackageReport, packageRows } from '@portal/api/files/package-rows.ts';
import type { PackageRow } from '@portal/api/files/package-columns.ts';
import {
  type Cents,
  checkDelivery,
  DELIVERY_LIMITS,
  type DeliveryFigures,
  MAX_SAMPLED_ROWS,
  type UpdateKind,
} from '@portal/rules';
import { median } from '../measure.ts';
import type { Article, Pharmacy } from './market.ts';

/** What the deliveries of one kind and list before came to. */
export type Past = {
  former: DeliveryFigures[];
  /** Rows that the approvals changed, the latest first. */
  changes: number[];
  last: { readonly pzns: readonly string[] } | null;
};
export const noPast = (): Past => ({ former: [], changes: [], last: null });

export type Outcome = {
  readonly colour: 'green' | 'yellow' | 'red' | 'invalid';
  readonly by: readonly string[];
  readonly figures?: DeliveryFigures;
  readonly pzns: readonly string[];
  readonly checkMs: number;
};

/** As the server takes a delivery in, without its database. */
export async function arrive(pharmacy: Pharmacy, kind: UpdateKind, content: Buffer, past: Past): Promise<Outcome> {
  const report = createPackageReport();
  const rows: PackageRow[] = [];
  for await (const batch of packageRows(kind, Readable.from([content]), report)) rows.push(...batch);
  const pzns = rows.map(({ pzn }) => pzn);
  if (report.issues.total > 0)
    return {
      colour: 'invalid',
      by: report.issues.named.slice(0, 2).map(({ column, value, message }) => `${column} ${value}: ${message}`),
      pzns,
      checkMs: 0,
    };
  const articles = new Map([...pharmacy.list, ...pharmacy.unlisted].map((article) => [article.pzn, article]));
  const listed = new Map(pharmacy.list.map((article) => [article.pzn, article]));
  const kept = kind === 'MDP' ? rows.filter(({ pzn }) => listed.has(pzn)) : rows;
  const started = performance.now();
  const result = checkDelivery(
    columnsOf(kept, listed),
    backgroundOf(pharmacy, kind, past),
    {
      sample: sampleOf(kept, listed, articles),
      headings: report.headings.known,
      unknownHeadings: report.headings.unknown,
      isOpen: report.isOpen,
      isWhole: kind === 'LZD',
      foreign: { otherGroup: 0, notListed: rows.length - kept.length, inMaster: 0 },
      takenIn: [],
      last: lastOf(kind, past, listed, new Set(pzns)),
      former: past.former,
    },
    DELIVERY_LIMITS,
  );
  const by = result.checks
    .filter(({ result: each }) => each === 'doubtful' || each === 'refused')
    .map(({ check }) => check);
  return { colour: result.colour, by, figures: result.figures, pzns, checkMs: performance.now() - started };
}

function columnsOf(rows: readonly PackageRow[], listed: ReadonlyMap<string, Article>) {
  const at = <Value>(read: (article: Article | undefined, row: PackageRow) => Value) =>
    rows.map((row) => read(listed.get(row.pzn), row));
  return {
    before: at((article) => article && (article.ownPrice ?? article.price)).map((cents) => cents ?? null),
    calculatedBefore: at((article) => article?.price ?? null),
    priceTypeBefore: at((article) => (article ? (article.ownPrice === null ? (0 as const) : (2 as const)) : null)),
    changedAt: null,
    statedBefore: at((_, row) => row.formerCalculatedPrice),
    calculatedPrice: at((_, row) => row.calculatedPrice),
    avp: at((article, row) => row.avp ?? article?.avp ?? null),
    formerAvp: at((article, row) => row.avpOld ?? article?.avp ?? null),
    aep: at((_, row) => row.aep),
    formerAep: at((article) => article?.aep ?? null),
    listedBefore: at((article) => article?.priceBefore ?? null),
  };
}

function backgroundOf({ list }: Pharmacy, kind: UpdateKind, { changes }: Past) {
  const ratios = list.map(({ price, ownPrice, avp }) => (ownPrice ?? price) / avp);
  return {
    arrivedAt: null,
    formerChanges: changes.slice(0, 6),
    priceToAvp: kind === 'MDP' || ratios.length === 0 ? null : median(ratios),
    listCount: list.length,
  };
}

function sampleOf(
  rows: readonly PackageRow[],
  listed: ReadonlyMap<string, Article>,
  known: ReadonlyMap<string, Article>,
) {
  const every = Math.ceil(rows.length / MAX_SAMPLED_ROWS);
  const sampled = rows.filter((_, at) => at % every === 0);
  const ofList = (read: (article: Article) => Cents) =>
    sampled.map(({ pzn }) => (listed.has(pzn) ? read(listed.get(pzn) as Article) : null));
  const all = [...listed.values()];
  const spread = all.filter((_, at) => at % Math.ceil(all.length / MAX_SAMPLED_ROWS) === 0);
  const ofFile = (read: (row: PackageRow) => Cents | null) => sampled.map(read);
  return {
    pzn: sampled.map(({ pzn }) => pzn),
    name: sampled.map(({ name }) => name),
    knownName: sampled.map(({ pzn }) => known.get(pzn)?.name ?? null),
    content: sampled.map(({ content }) => content),
    knownContent: sampled.map(() => null),
    producer: sampled.map(({ producer }) => producer),
    knownProducer: sampled.map(() => null),
    vat: sampled.map(({ vatPercent }) => vatPercent),
    knownVat: sampled.map(({ pzn }) => known.get(pzn)?.vat ?? null),
    avpOld: sampled.map(({ avpOld }) => avpOld),
    lastPrice: sampled.map(() => null),
    usual: cellsOf(spread),
    usualVat: spread.map(({ vat }) => vat),
    listedBefore: ofList(({ priceBefore }) => priceBefore),
    file: {
      price: ofFile((row) => row.calculatedPrice),
      base: ofFile((row) => row.formerCalculatedPrice),
      avp: ofFile((row) => row.avp),
      aep: ofFile((row) => row.aep),
      vhp: ofFile((row) => row.vhp),
      umfeldMin: ofFile((row) => row.priceMin),
      umfeldAvg: ofFile((row) => row.ravpRegio),
      umfeldMax: ofFile((row) => row.priceMax),
    },
    list: {
      price: ofList(({ price }) => price),
      base: ofList(({ price, ownPrice }) => ownPrice ?? price),
      avp: ofList(({ avp }) => avp),
      aep: ofList(({ aep }) => aep),
      vhp: ofList(({ vhp }) => vhp),
      umfeldMin: ofList(({ umfeld }) => umfeld.min),
      umfeldAvg: ofList(({ umfeld }) => umfeld.avg),
      umfeldMax: ofList(({ umfeld }) => umfeld.max),
    },
  };
}

function cellsOf(articles: readonly Article[]) {
  const of = (read: (article: Article) => Cents) => articles.map(read);
  return {
    price: of(({ price, ownPrice }) => ownPrice ?? price),
    base: of(({ price, ownPrice }) => ownPrice ?? price),
    avp: of(({ avp }) => avp),
    aep: of(({ aep }) => aep),
    vhp: of(({ vhp }) => vhp),
    umfeldMin: of(({ umfeld }) => umfeld.min),
    umfeldAvg: of(({ umfeld }) => umfeld.avg),
    umfeldMax: of(({ umfeld }) => umfeld.max),
  };
}

function lastOf(kind: UpdateKind, { last }: Past, listed: ReadonlyMap<string, Article>, here: ReadonlySet<string>) {
  if (last === null || kind === 'QDP') return null;
  const pzns = last.pzns.filter((pzn) => listed.has(pzn));
  const end = pzns.findLastIndex((pzn) => here.has(pzn));
  const missing = pzns.filter((pzn) => !here.has(pzn)).length;
  return { rows: pzns.length, missing, missingAtEnd: pzns.length - 1 - end };
}
