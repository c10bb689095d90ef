import type { Arrival, DeliverySample } from '../../../src/index.ts';

export type Cells = {
  price: number | null;
  base: number | null;
  avp: number | null;
  aep: number | null;
  vhp: number | null;
  umfeldMin: number | null;
  umfeldAvg: number | null;
  umfeldMax: number | null;
};
export type SampleRow = {
  pzn: string;
  name: string | null;
  knownName: string | null;
  file: Cells;
  list: Cells;
  listedBefore: number | null;
  avpOld: number | null;
  lastPrice: number | null;
  content: string | null;
  knownContent: string | null;
  producer: string | null;
  knownProducer: string | null;
  vat: number | null;
  knownVat: number | null;
};

/** An article at 10,00 € and more: AVP a quarter above, AEP at 52 %, Umfeld around the price. */
function plainRow(at: number): SampleRow {
  const price = 1000 + at * 37;
  const avp = Math.round(price * 1.25);
  const listed: Cells = {
    price,
    base: price,
    avp,
    aep: Math.round(price * 0.52),
    vhp: Math.round(price * 1.1),
    umfeldMin: Math.round(price * 0.85),
    umfeldAvg: Math.round(price * 1.02),
    umfeldMax: Math.round(price * 1.3),
  };
  const file = { ...listed, price: price + (at % 5) };
  return {
    pzn: String(10_000_000 + at),
    name: `Artikel Nr. ${at}`,
    knownName: `Artikel Nr. ${at}`,
    file,
    list: listed,
    listedBefore: price - 50,
    avpOld: avp,
    lastPrice: null,
    content: '20 St',
    knownContent: '20 St',
    producer: 'Hersteller',
    knownProducer: 'Hersteller',
    vat: 19,
    knownVat: 19,
  };
}

export function sampleOf(
  count: number,
  change: (row: SampleRow, at: number) => SampleRow = (row) => row,
): DeliverySample {
  const rows = Array.from({ length: count }, (_, at) => change(plainRow(at), at));
  const cells = (of: 'file' | 'list') =>
    Object.fromEntries(
      (Object.keys(plainRow(0).file) as (keyof Cells)[]).map((name) => [name, rows.map((row) => row[of][name])]),
    ) as unknown as DeliverySample['file'];
  return {
    pzn: rows.map(({ pzn }) => pzn),
    name: rows.map(({ name }) => name),
    knownName: rows.map(({ knownName }) => knownName),
    content: rows.map(({ content }) => content),
    knownContent: rows.map(({ knownContent }) => knownContent),
    producer: rows.map(({ producer }) => producer),
    knownProducer: rows.map(({ knownProducer }) => knownProducer),
    vat: rows.map(({ vat }) => vat),
    knownVat: rows.map(({ knownVat }) => knownVat),
    avpOld: rows.map(({ avpOld }) => avpOld),
    lastPrice: rows.map(({ lastPrice }) => lastPrice),
    listedBefore: rows.map(({ listedBefore }) => listedBefore),
    usual: cells('list'),
    usualVat: rows.map(({ knownVat }) => knownVat),
    file: cells('file'),
    list: cells('list'),
  };
}

export const inFile = (change: (file: Cells, at: number) => Partial<Cells>) => (row: SampleRow, at: number) => ({
  ...row,
  file: { ...row.file, ...change(row.file, at) },
});

export function arrivalOf(arrival: Partial<Arrival> = {}): Arrival {
  return {
    sample: sampleOf(40),
    rows: 40,
    listCount: 40,
    headings: ['PZN'],
    unknownHeadings: [],
    isOpen: false,
    percent: null,
    changes: [],
    last: null,
    former: [],
    isWhole: true,
    foreign: { otherGroup: 0, notListed: 0, inMaster: 0 },
    takenIn: [],
    ...arrival,
  };
}
