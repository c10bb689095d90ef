import type { Cents, Elasticity, UpdateKind, VatPercent } from '@portal/rules';
import type { WantedColumn } from './columns.ts';

/** A row of an update package as its file says it. Money in cents; what a kind does not carry is null. */
export type PackageRow = {
  /** physical line of the file */
  readonly line: number;
  /** eight digits with the right check digit */
  readonly pzn: string;
  readonly name: string | null;
  readonly content: string | null;
  readonly producer: string | null;
  readonly brand: string | null;
  readonly normSize: string | null;
  readonly atc: string | null;
  readonly avpOld: Cents | null;
  /** the AVP (rule 10.36) */
  readonly avp: Cents | null;
  readonly formerCalculatedPrice: Cents | null;
  /** the new calculated price */
  readonly calculatedPrice: Cents;
  readonly peCluster: Elasticity | null;
  readonly vhCluster: Elasticity | null;
  readonly units: number | null;
  /** the pharmacy's current price */
  readonly ravp: Cents | null;
  readonly aep: Cents | null;
  readonly vhp: Cents | null;
  readonly ravpRegio: Cents | null;
  readonly ravpNational: Cents | null;
  /** lowest and highest price of the surroundings */
  readonly priceMin: Cents | null;
  readonly priceMax: Cents | null;
  /** value added tax of the product, null where the file does not say it */
  readonly vatPercent: VatPercent | null;
  readonly checkReason: string | null;
  /** off the market: kept in the package and left out on approval (rule 6.6) */
  readonly inactive: boolean;
};

/** How the cells of a column are read. */
export type PackageColumn = WantedColumn &
  /** 'listedAvp' is 'AVP' beside 'AVP neu', 'inactive' a price type that only says so */
  (
    | { readonly read: 'pzn' | 'listedAvp' | 'inactive' | 'vat' }
    | {
        readonly read: 'text';
        readonly field: 'name' | 'content' | 'producer' | 'brand' | 'normSize' | 'atc' | 'checkReason';
      }
    | {
        readonly read: 'price';
        readonly field:
          | 'avpOld'
          | 'avp'
          | 'formerCalculatedPrice'
          | 'calculatedPrice'
          | 'ravp'
          | 'aep'
          | 'vhp'
          | 'ravpRegio'
          | 'ravpNational'
          | 'priceMin'
          | 'priceMax';
      }
    | { readonly read: 'elasticity'; readonly field: 'peCluster' | 'vhCluster' }
    | { readonly read: 'integer'; readonly field: 'units' }
  );

const SHARED: readonly PackageColumn[] = [
  { heading: 'PZN', read: 'pzn', required: true },
  { heading: 'Produkt', read: 'text', field: 'name', required: false },
  { heading: 'Inhalt', read: 'text', field: 'content', required: false },
  { heading: 'Hersteller', read: 'text', field: 'producer', required: false },
  { heading: 'Marke', read: 'text', field: 'brand', required: false },
  { heading: 'Normgröße', read: 'text', field: 'normSize', required: false },
  { heading: 'AVP alt', read: 'price', field: 'avpOld', required: false },
  { heading: 'AVP neu', read: 'price', field: 'avp', required: false },
  { heading: 'TruePrice alt', read: 'price', field: 'formerCalculatedPrice', required: false },
  { heading: 'TruePrice neu', read: 'price', field: 'calculatedPrice', required: true },
  // the types of the list decide, not those of the file; only that a row is off the market is read
  { heading: 'Preistyp', read: 'inactive', required: false },
];

/** Without this column 'AVP' may hold the current price, as files of the former form do (rule 10.36). */
export const CURRENT_PRICE_HEADING = 'Aktueller Preis';

const MARKET: readonly PackageColumn[] = [
  { heading: 'ATC', read: 'text', field: 'atc', required: false },
  { heading: 'Cluster', read: 'elasticity', field: 'peCluster', required: false },
  { heading: 'VH Cluster', read: 'elasticity', field: 'vhCluster', required: false },
  { heading: 'Absatz', read: 'integer', field: 'units', required: false },
  { heading: 'AVP', read: 'listedAvp', required: false },
  { heading: 'AEP', read: 'price', field: 'aep', required: false },
  { heading: 'VHP', read: 'price', field: 'vhp', required: false },
  { heading: 'AVP Region', read: 'price', field: 'ravpRegio', required: false },
  { heading: 'AVP National', read: 'price', field: 'ravpNational', required: false },
  { heading: CURRENT_PRICE_HEADING, read: 'price', field: 'ravp', required: false },
];

/** Brought along where the pricing engine knows them; no export has them. */
const DELIVERED: readonly PackageColumn[] = [
  { heading: 'MwSt', read: 'vat', required: false },
  { heading: 'Umfeld Min', read: 'price', field: 'priceMin', required: false },
  { heading: 'Umfeld Max', read: 'price', field: 'priceMax', required: false },
];

const QDP_COLUMNS: readonly PackageColumn[] = [...SHARED, ...MARKET, ...DELIVERED];

const COLUMNS: Readonly<Record<UpdateKind, readonly PackageColumn[]>> = {
  MDP: [...SHARED, ...DELIVERED],
  QDP: QDP_COLUMNS,
  LZD: [{ heading: 'Prüfungsgrund', read: 'text', field: 'checkReason', required: false }, ...QDP_COLUMNS],
};

/** The columns of a package file in the order of its export (rule 10.2), so that an export can be uploaded again (rule 10.35). */
export function packageColumns(kind: UpdateKind): readonly PackageColumn[] {
  return COLUMNS[kind];
}
