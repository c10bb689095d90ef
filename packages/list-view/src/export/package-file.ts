import { type Cents, type Elasticity, ELASTICITY_WORDS, type UpdateKind } from '@portal/rules';
import { type FileColumn, type ListFile, priceColumn, textColumn, wordColumn } from './file-column.ts';

type Column<Value> = readonly (Value | null)[];
type PriceOf = (row: number) => Cents | null | undefined;

/** What the rows of a package file are made of; prices that are no column of the source come by row. */
export type PackageSource = {
  readonly columns: {
    readonly [Name in 'pzn' | 'name' | 'content' | 'producer' | 'brand' | 'normSize' | 'atc']: Column<string>;
  } & {
    readonly peCluster: Column<Elasticity>;
    readonly vhCluster: Column<Elasticity>;
    readonly units: Column<number>;
  };
  readonly checkReason: (row: number) => string | null | undefined;
  readonly avpOld: PriceOf;
  /** 'AVP neu', and 'AVP' where the kind has that column */
  readonly avp: PriceOf;
  readonly formerCalculatedPrice: PriceOf;
  readonly calculatedPrice: PriceOf;
  readonly type: (row: number) => string | undefined;
  /** What the pharmacy sells at: 'Aktueller Preis' */
  readonly ravp: PriceOf;
  readonly aep: PriceOf;
  readonly vhp: PriceOf;
  readonly region: PriceOf;
  readonly national: PriceOf;
  /** The price an approval fixed; where it is given the file has a last column 'Preis', which is not read back. */
  readonly approvedPrice?: PriceOf;
};

/**
 * A file in the format in which packages are delivered (rules 10.6 and 10.9 and 10.2), so that it can be uploaded
 * again. It has exactly these columns in this order: QDP adds the market and the current price to MDP, LZD starts with the check
 * reason, and an approval ends with its price (rule 10.36).
 */
export function packageFile(kind: UpdateKind, source: PackageSource, rows: ArrayLike<number>): ListFile {
  return { columns: packageColumns(kind, source), rows };
}

function packageColumns(kind: UpdateKind, source: PackageSource): FileColumn[] {
  const { columns } = source;
  const shared: FileColumn[] = [
    textColumn('PZN', columns.pzn, 10),
    textColumn('Produkt', columns.name, 42),
    textColumn('Inhalt', columns.content, 10),
    textColumn('Hersteller', columns.producer),
    textColumn('Marke', columns.brand),
    textColumn('Normgröße', columns.normSize),
    priceColumn('AVP alt', source.avpOld),
    priceColumn('AVP neu', source.avp),
    priceColumn('TruePrice alt', source.formerCalculatedPrice),
    priceColumn('TruePrice neu', source.calculatedPrice),
    { heading: 'Preistyp', kind: 'text', cell: source.type },
  ];
  const price = source.approvedPrice ? [priceColumn('Preis', source.approvedPrice)] : [];
  if (kind === 'MDP') return [...shared, ...price];
  const qdp: FileColumn[] = [
    ...shared,
    { ...textColumn('ATC', columns.atc), technical: true },
    { ...wordColumn('Cluster', ELASTICITY_WORDS, (row) => columns.peCluster[row]), technical: true },
    { ...wordColumn('VH Cluster', ELASTICITY_WORDS, (row) => columns.vhCluster[row]), technical: true },
    { heading: 'Absatz', kind: 'count', cell: (row) => columns.units[row] },
    priceColumn('AVP', source.avp),
    priceColumn('AEP', source.aep),
    priceColumn('VHP', source.vhp),
    priceColumn('AVP Region', source.region),
    priceColumn('AVP National', source.national),
    priceColumn('Aktueller Preis', source.ravp),
    ...price,
  ];
  return kind === 'QDP' ? qdp : [{ heading: 'Prüfungsgrund', kind: 'text', cell: source.checkReason }, ...qdp];
}
