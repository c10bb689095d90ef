import type { UpdateKind } from '../package-kinds.ts';

export type ListName = 'priceList' | UpdateKind;

/** Cents, percent, seconds since 1970. */
export type ColumnHolds =
  | 'text'
  | 'optionalText'
  | 'elasticity'
  | 'count'
  | 'price'
  | 'percent'
  | 'vat'
  | 'instant'
  | 'priceType'
  | 'flag'
  | 'optionalFlag';

/** `place` from the left; width in characters. */
export type FileHeading = {
  readonly heading: string;
  readonly place: number;
  readonly width?: number;
  /** Hidden in a spreadsheet. */
  readonly technical?: boolean;
  /** A file without it is refused. */
  readonly required?: boolean;
};

export type ColumnDeclaration = {
  readonly holds: ColumnHolds;
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
  /** Rules 4.3 and 6.10. */
  readonly filterOn?: readonly ListName[];
  /** Also its local-storage key (rules 4.5 and 6.10). */
  readonly toggle?: { readonly key: string; readonly place: number; readonly placeOnPackages?: number };
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
    packageFile: { heading: 'Prüfungsgrund', place: 0, kinds: ['LZD'] },
    rowsOf: ['LZD'],
  },
  pzn: {
    holds: 'text',
    product: 'pzn',
    shownOn: ALL,
    priceListFile: { heading: 'PZN', place: 1, width: 10 },
    packageFile: { heading: 'PZN', place: 1, width: 10, required: true },
  },
  name: {
    holds: 'text',
    product: 'name',
    shownOn: ALL,
    priceListFile: { heading: 'Produkt', place: 2, width: 42 },
    packageFile: { heading: 'Produkt', place: 2, width: 42 },
  },
  producer: {
    holds: 'text',
    product: 'producer',
    shownOn: ALL,
    filterOn: ALL,
    priceListFile: { heading: 'Hersteller', place: 4 },
    packageFile: { heading: 'Hersteller', place: 4 },
  },
  content: {
    holds: 'optionalText',
    product: 'content',
    shownOn: PACKAGES,
    toggle: { key: 'showContent', place: 12 },
    priceListFile: { heading: 'Inhalt', place: 3, width: 10 },
    packageFile: { heading: 'Inhalt', place: 3, width: 10 },
  },
  brand: {
    holds: 'optionalText',
    product: 'brand',
    shownOn: MARKET,
    filterOn: ALL,
    toggle: { key: 'showBrand', place: 11 },
    priceListFile: { heading: 'Marke', place: 5 },
    packageFile: { heading: 'Marke', place: 5 },
  },
  normSize: {
    holds: 'optionalText',
    product: 'norm_size',
    shownOn: ALL,
    toggle: { key: 'showNormsize', place: 10 },
    priceListFile: { heading: 'Normgröße', place: 6 },
    packageFile: { heading: 'Normgröße', place: 6 },
  },
  atc: {
    holds: 'optionalText',
    product: 'atc',
    shownOn: MARKET,
    toggle: { key: 'showAtcCode', place: 9 },
    priceListFile: { heading: 'ATC', place: 7 },
    packageFile: { heading: 'ATC', place: 12, technical: true, kinds: NEW_PRICES },
  },
  vatPercent: { holds: 'vat', product: 'vat_percent', deliveredFile: { heading: 'MwSt', place: 30 } },
  peCluster: {
    holds: 'elasticity',
    list: 'pe_cluster',
    package: 'pe_cluster',
    shownOn: ALL,
    filterOn: MARKET,
    toggle: { key: 'showPeCluster', place: 7 },
    priceListFile: { heading: 'Preiselastizität', place: 8 },
    packageFile: { heading: 'Cluster', place: 13, technical: true, kinds: NEW_PRICES },
  },
  vhCluster: {
    holds: 'elasticity',
    list: 'vh_cluster',
    package: 'vh_cluster',
    shownOn: MARKET,
    filterOn: MARKET,
    toggle: { key: 'showVhCluster', place: 8 },
    priceListFile: { heading: 'VH Preiselastizität', place: 9 },
    packageFile: { heading: 'VH Cluster', place: 14, technical: true, kinds: NEW_PRICES },
  },
  units: {
    holds: 'count',
    list: 'units',
    package: 'units',
    shownOn: MARKET,
    toggle: { key: 'showSales', place: 6, placeOnPackages: 13 },
    priceListFile: { heading: 'Absatz', place: 10 },
    packageFile: { heading: 'Absatz', place: 15, kinds: NEW_PRICES },
  },
  avpOld: {
    holds: 'price',
    package: 'avp_old',
    shownOn: ['MDP'],
    packageFile: { heading: 'AVP alt', place: 7 },
  },
  avp: {
    holds: 'price',
    list: 'avp',
    package: 'avp',
    shownOn: ALL,
    priceListFile: { heading: 'AVP', place: 11 },
    packageFile: { heading: 'AVP neu', place: 8 },
    rowsOf: NEW_PRICES,
  },
  diffAvp: { holds: 'percent', shownOn: MARKET, differenceTo: 'avp' },
  aep: {
    holds: 'price',
    list: 'aep',
    package: 'aep',
    shownOn: MARKET,
    toggle: { key: 'showAepPrice', place: 1 },
    priceListFile: { heading: 'AEP', place: 12 },
    packageFile: { heading: 'AEP', place: 17, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffAep: { holds: 'percent', shownOn: MARKET, differenceTo: 'aep' },
  vhp: {
    holds: 'price',
    list: 'vhp',
    package: 'vhp',
    shownOn: MARKET,
    toggle: { key: 'showVhPrice', place: 2 },
    priceListFile: { heading: 'VHP', place: 13 },
    packageFile: { heading: 'VHP', place: 18, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffVhp: { holds: 'percent', shownOn: MARKET, differenceTo: 'vhp' },
  /** The pharmacy's current price. */
  ravp: {
    holds: 'price',
    package: 'ravp',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavp', place: 3 },
    packageFile: { heading: 'Aktueller Preis', place: 21, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavp: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravp' },
  ravpRegio: {
    holds: 'price',
    package: 'ravp_regio',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavpRegional', place: 4 },
    packageFile: { heading: 'AVP Region', place: 19, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavpRegio: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravpRegio' },
  ravpNational: {
    holds: 'price',
    package: 'ravp_national',
    shownOn: NEW_PRICES,
    toggle: { key: 'showRavpNational', place: 5 },
    packageFile: { heading: 'AVP National', place: 20, kinds: NEW_PRICES },
    rowsOf: NEW_PRICES,
  },
  diffRavpNational: { holds: 'percent', shownOn: NEW_PRICES, differenceTo: 'ravpNational' },
  priceMin: {
    holds: 'price',
    list: 'price_min',
    package: 'price_min',
    packageHidden: true,
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisMin', place: 4 },
    priceListFile: { heading: 'Umfeldpreis Minimum', place: 14 },
    deliveredFile: { heading: 'Umfeld Min', place: 31 },
  },
  diffRpMin: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceMin' },
  priceAvg: {
    holds: 'price',
    list: 'price_avg',
    approvedFrom: 'ravp_regio',
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisAvg', place: 3 },
    priceListFile: { heading: 'Umfeldpreis Durchschnitt', place: 15 },
  },
  diffRpAvg: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceAvg' },
  priceMax: {
    holds: 'price',
    list: 'price_max',
    package: 'price_max',
    packageHidden: true,
    shownOn: ['priceList'],
    toggle: { key: 'showUmfeldPreisMax', place: 5 },
    priceListFile: { heading: 'Umfeldpreis Maximum', place: 16 },
    deliveredFile: { heading: 'Umfeld Max', place: 32 },
  },
  diffRpMax: { holds: 'percent', shownOn: ['priceList'], differenceTo: 'priceMax' },
  /** Computed. */
  effectivePrice: { holds: 'price', shownOn: ['priceList'], priceListFile: { heading: 'Preis', place: 17 } },
  formerCalculatedPrice: {
    holds: 'price',
    package: 'true_price_old',
    shownOn: ['MDP'],
    packageFile: { heading: 'TruePrice alt', place: 9 },
    wire: { package: 'truePriceOld' },
  },
  calculatedPrice: {
    holds: 'price',
    list: 'calculated_price',
    package: 'true_price',
    shownOn: PACKAGES,
    packageFile: { heading: 'TruePrice neu', place: 10, required: true },
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
    priceListFile: { heading: 'Preistyp', place: 18 },
    packageFile: { heading: 'Preistyp', place: 11 },
    wire: { list: 'negative', package: 'negative' },
  },
  /** NaN in a row not yet stored. */
  date: {
    holds: 'instant',
    list: 'changed_at',
    shownOn: ['priceList'],
    toggle: { key: 'showLastChange', place: 12 },
    priceListFile: { heading: 'Letzte Änderung', place: 19 },
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
  /** Off the market: locked, and left out on approval. */
  inactive: { holds: 'flag', package: 'is_inactive', packageFrom: 'state' },
} as const satisfies Record<string, ColumnDeclaration>;
