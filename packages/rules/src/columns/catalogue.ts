import type { UpdateKind } from '../package-kinds.ts';

export type ListName = 'priceList' | UpdateKind;

/** Cents, percent, seconds and days since 1970. */
export type ColumnHolds =
  | 'text'
  | 'optionalText'
  | 'elasticity'
  | 'count'
  | 'price'
  | 'percent'
  | 'vat'
  | 'instant'
  | 'day'
  | 'priceType'
  | 'flag'
  | 'optionalFlag';

/** `position` from the left; width in characters. */
export type FileHeading = {
  readonly heading: string;
  /** Also read as this column. */
  readonly aliases?: readonly string[];
  readonly position: number;
  readonly width?: number;
  /** Hidden in a spreadsheet. */
  readonly technical?: boolean;
  /** A file without it is refused. */
  readonly required?: boolean;
};

export type FilterableHolds = 'text' | 'optionalText' | 'elasticity';

export type ColumnDeclaration = Declaration &
  (
    | { readonly holds: FilterableHolds; readonly filterOn?: readonly ListName[] }
    | { readonly holds: Exclude<ColumnHolds, FilterableHolds>; readonly filterOn?: undefined }
  );

type Declaration = {
  /** In the table `product`. */
  readonly product?: string;
  /** In the table `price_item`. */
  readonly list?: string;
  /** In `price_update_item`, or computed (`packageFrom`). */
  readonly package?: string;
  /** By default a delivery. */
  readonly packageFrom?: 'draft' | 'state';
  /** Stored, not sent. */
  readonly packageHidden?: true;
  /** Stored by an approval, under another name. */
  readonly approvedFrom?: string;
  /** Column and sort key (rules 4.1, 4.2 and 6.10). */
  readonly shownOn?: readonly ListName[];
  /** Shares its switch (rule 3.10). */
  readonly differenceTo?: string;
  /** Also its local-storage key (rules 4.5 and 6.10). */
  readonly toggle?: { readonly key: string; readonly position: number; readonly positionOnPackages?: number };
  /** Rule 2.10. */
  readonly searched?: 'alone' | 'beside';
  /** Rule 10.7. */
  readonly priceListFile?: FileHeading;
  /** Rule 10.2. */
  readonly packageFile?: FileHeading & { readonly kinds?: readonly UpdateKind[] };
  /** Read, never written. */
  readonly deliveredFile?: FileHeading;
  /** In specified rows (rules 4.1 and 6.7). */
  readonly wire?: { readonly list?: string; readonly package?: string };
  /** All by default (rule 6.7). */
  readonly rowsOf?: readonly UpdateKind[];
};

const NEW_PRICES = ['QDP', 'LZD'] as const;
const PACKAGES = ['MDP', 'QDP', 'LZD'] as const;
const MARKET = ['priceList', 'QDP', 'LZD'] as const;
const ALL = ['priceList', 'MDP', 'QDP', 'LZD'] as const;

/** In screen order. Types, wire, SQL, filters, files and cells follow from it (docs/development.md). */
export const COLUMNS = {
  checkReason: {
    holds: 'optionalText',
    package: 'check_reason',
    shownOn: ['LZD'],
    packageFile: { heading: 'Prüfungsgrund', position: 0, kinds: ['LZD'] },
    rowsOf: ['LZD'],
  },
  pzn: {
    holds: 'text',
    product: 'pzn',
    shownOn: ALL,
    priceListFile: { heading: 'PZN', position: 1, width: 10 },
    packageFile: { heading: 'PZN', position: 1, width: 10, required: true },
  },
  name: {
    holds: 'text',
    product: 'name',
    shownOn: ALL,
    searched: 'alone',
    priceListFile: { heading: 'Produkt', position: 2, width: 42 },
    packageFile: { heading: 'Produkt', position: 2, width: 42 },
  },
  producer: {
    holds: 'text',
    product: 'producer',
    shownOn: ALL,
    filterOn: ALL,
    searched: 'alone',
    priceListFile: { heading: 'Hersteller', position: 4 },
    packageFile: { heading: 'Hersteller', position: 4 },
  },
  content: {
    holds: 'optionalText',
    product: 'content',
    shownOn: PACKAGES,
    toggle: { key: 'showContent', position: 12 },
    searched: 'beside',
    priceListFile: { heading: 'Inhalt', position: 3, width: 10 },
    packageFile: { heading: 'Inhalt', position: 3, width: 10 },
  },
  brand: {
    holds: 'optionalText',
    product: 'brand',
    shownOn: MARKET,
    filterOn: ALL,
    toggle: { key: 'showBrand', position: 11 },
    searched: 'alone',
    priceListFile: { heading: 'Marke', position: 5 },
    packageFile: { heading: 'Marke', position: 5 },
  },
  normSize: {
    holds: 'optionalText',
    product: 'norm_size',
    shownOn: ALL,
    toggle: { key: 'showNormsize', position: 10 },
    priceListFile: { heading: 'Normgröße', position: 6 },
    packageFile: { heading: 'Normgröße', position: 6 },
  },
  atc: {
    holds: 'optionalText',
    product: 'atc',
    shownOn: MARKET,
    toggle: { key: 'showAtcCode', position: 9 },
    searched: 'beside',
    priceListFile: { heading: 'ATC', position: 7 },
    packageFile: { heading: 'ATC', position: 12, technical: true, kinds: NEW_PRICES },
  },
  vatPercent: {
    holds: 'vat',
    product: 'vat_percent',
    deliveredFile: {
      heading: 'MwSt',
      aliases: ['MwSt.', 'MwSt-Satz', 'MwSt.-Satz', 'MwSt %', 'USt', 'USt.', 'USt-Satz', 'USt.-Satz', 'USt %'],
      position: 30,
    },
  },
  peCluster: {
    holds: 'elasticity',
    list: 'pe_cluster',
    package: 'pe_cluster',
    shownOn: ALL,
    filterOn: MARKET,
    toggle: { key: 'showPeCluster', position: 7 },
    priceListFile: { heading: 'Preiselastizität', position: 8 },
    packageFile: { heading: 'Cluster', position: 13, technical: true, kinds: NEW_PRICES },
  },
  vhCluster: {
    holds: 'elasticity',
    list: 'vh_cluster',
    package: 'vh_cluster',
    shownOn: MARKET,
    filterOn: MARKET,
    toggle: { key: 'showVhCluster', position: 8 },
    priceListFile: { heading: 'VH Preiselastizität', position: 9 },
    packageFile: { heading: 'VH Cluster', position: 14, technical: true, kinds: NEW_PRICES },
  },
  units: {
    holds: 'count',
    list: 'units',
    package: 'units',
    shownOn: MARKET,
    toggle: { key: 'showSales', position: 6, positionOnPackages: 13 },
    priceListFile: { heading: 'Absatz', position: 10 },
    packageFile: { heading: 'Absatz', position: 15, kinds: NEW_PRICES },
  },
  avpOld: {
    holds: 'price',
    package: 'avp_old',
    shownOn: ['MDP'],
    packageFile: { heading: 'AVP alt', position: 7 },
  },
  avp: {
    holds: 'price',
    list: 'avp',
    package: 'avp',
    shownOn: ALL,
    priceListFile: { heading: 'AVP', position: 11 },
    packageFile: { heading: 'AVP neu', position: 8 },
    rowsOf: NEW_PRICES,
  },
  diffAvp: { holds: 'percent', shownOn: MARKET, differenceTo: 'avp' },
  aep: {
    holds: 'price',
    list: 'aep',
    package: 'aep',
    shownOn: MARKET,
    toggle: { key: 'showAepPrice', position: 1 },
    priceListFile: { heading: 'AEP', position: 12 },
    packageFile: { heading: 'AEP', position: 17, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffAep: { holds: 'percent', shownOn: MARKET, differenceTo: 'aep' },
  vhp: {
    holds: 'price',
    list: 'vhp',
    package: 'vhp',
    shownOn: MARKET,
    toggle: { key: 'showVhPrice', position: 2 },
    priceListFile: { heading: 'VHP', position: 13 },
    packageFile: { heading: 'VHP', position: 18, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffVhp: { holds: 'percent', shownOn: MARKET, differenceTo: 'vhp' },
  /** The pharmacy's current price. */
  ravp: {
    holds: 'price',
    package: 'ravp',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavp', position: 3 },
    packageFile: { heading: 'Aktueller Preis', position: 21, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavp: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravp' },
  ravpRegio: {
    holds: 'price',
    package: 'ravp_regio',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavpRegional', position: 4 },
    packageFile: { heading: 'AVP Region', position: 19, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavpRegio: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravpRegio' },
  ravpNational: {
    holds: 'price',
    package: 'ravp_national',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavpNational', position: 5 },
    packageFile: { heading: 'AVP National', position: 20, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavpNational: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravpNational' },
  priceMin: {
    holds: 'price',
    list: 'price_min',
    package: 'price_min',
    packageHidden: true,
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisMin', position: 4 },
    priceListFile: { heading: 'Umfeldpreis Minimum', position: 14 },
    deliveredFile: { heading: 'Umfeld Min', position: 31 },
  },
  diffRpMin: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceMin' },
  priceAvg: {
    holds: 'price',
    list: 'price_avg',
    approvedFrom: 'ravp_regio',
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisAvg', position: 3 },
    priceListFile: { heading: 'Umfeldpreis Durchschnitt', position: 15 },
  },
  diffRpAvg: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceAvg' },
  priceMax: {
    holds: 'price',
    list: 'price_max',
    package: 'price_max',
    packageHidden: true,
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisMax', position: 5 },
    priceListFile: { heading: 'Umfeldpreis Maximum', position: 16 },
    deliveredFile: { heading: 'Umfeld Max', position: 32 },
  },
  diffRpMax: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceMax' },
  /** Computed. */
  effectivePrice: { holds: 'price', shownOn: ['priceList'], priceListFile: { heading: 'Preis', position: 17 } },
  formerCalculatedPrice: {
    holds: 'price',
    package: 'true_price_old',
    shownOn: ['MDP'],
    packageFile: { heading: 'TruePrice alt', position: 9 },
    wire: { package: 'truePriceOld' },
  },
  calculatedPrice: {
    holds: 'price',
    list: 'calculated_price',
    package: 'true_price',
    shownOn: PACKAGES,
    packageFile: { heading: 'TruePrice neu', position: 10, required: true },
    wire: { list: 'priceNew', package: 'truePrice' },
  },
  deviationAvp: { holds: 'percent', shownOn: ['MDP'], differenceTo: 'avp' },
  formerPrice: { holds: 'price', list: 'price_old', wire: { list: 'priceOld' } },
  /** null under types 0 and 1 */
  ownPrice: {
    holds: 'price',
    list: 'manual_price',
    package: 'own_price',
    packageFrom: 'state',
    wire: { list: 'priceEdit', package: 'priceEdit' },
  },
  /** Open: what rows start from; approved: what they got. */
  priceType: {
    holds: 'priceType',
    list: 'price_type',
    package: 'price_type',
    packageFrom: 'state',
    priceListFile: { heading: 'Preistyp', position: 18 },
    packageFile: { heading: 'Preistyp', position: 11 },
    wire: { list: 'negative', package: 'negative' },
  },
  /** Of the period that runs (rule 17.1). */
  validTo: { holds: 'day', list: 'period_end', package: 'period_end', packageFrom: 'state' },
  /** NaN in a row not yet stored. */
  date: {
    holds: 'instant',
    list: 'changed_at',
    shownOn: ['priceList'],
    toggle: { key: 'showLastChange', position: 12 },
    priceListFile: { heading: 'Letzte Änderung', position: 19 },
  },
  draftOwnPrice: {
    holds: 'price',
    package: 'edited_price',
    packageFrom: 'draft',
    wire: { package: 'editedPrice' },
  },
  draftPermanent: {
    holds: 'optionalFlag',
    package: 'edited_permanent',
    packageFrom: 'draft',
    wire: { package: 'editedPermanent' },
  },
  draftExclusion: {
    holds: 'optionalFlag',
    package: 'edited_ignore',
    packageFrom: 'draft',
    wire: { package: 'editedIgnore' },
  },
  /** The rule that wrote the draft, until a person changes it (rule 18.6). */
  draftRule: { holds: 'count', package: 'edited_rule', packageFrom: 'draft', wire: { package: 'editedRule' } },
  /** Off the market: locked, and left out on approval. */
  inactive: { holds: 'flag', package: 'is_inactive', packageFrom: 'state' },
  /** Its number (rule 6.31). */
  part: { holds: 'count', package: 'part', packageFrom: 'state' },
} as const satisfies Record<string, ColumnDeclaration>;
