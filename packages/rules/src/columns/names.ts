import type { Elasticity } from '../elasticity.ts';
import type { Cents } from '../money.ts';
import type { UpdateKind } from '../package-kinds.ts';
import type { PriceType } from '../price-types.ts';
import { COLUMNS, type ColumnDeclaration, type ColumnHolds, type ListName } from './catalogue.ts';

type Declared = typeof COLUMNS;
export type ColumnName = keyof Declared;

/** The type of one value of each kind of column. */
export type ColumnValues = {
  text: string;
  optionalText: string | null;
  elasticity: Elasticity | null;
  count: number | null;
  price: Cents | null;
  percent: number | null;
  vat: number | null;
  instant: number;
  priceType: PriceType;
  flag: boolean;
  optionalFlag: boolean | null;
};
/** What a row has in a column. */
export type ColumnValue<Name extends ColumnName> = ColumnValues[Declared[Name]['holds']];

/** Names of the columns whose declaration has what is asked for. */
type NamesWith<Part> = { [Name in ColumnName]: Declared[Name] extends Part ? Name : never }[ColumnName];
/** Names of the columns that one of the lists shows. */
type NamesShownOn<List extends ListName> = {
  [Name in ColumnName]: Declared[Name] extends { readonly shownOn: readonly (infer On)[] }
    ? List extends On
      ? Name
      : never
    : never;
}[ColumnName];

export type ProductColumnName = NamesWith<{ readonly product: string }>;
/** Columns that `price_item` stores. */
export type StoredColumnName = NamesWith<{ readonly list: string }>;
export type PriceListColumnName = ProductColumnName | StoredColumnName;
/** Columns of a row of a package, but those of its product. */
export type PackageColumnName = Exclude<
  NamesWith<{ readonly package: string }>,
  NamesWith<{ readonly packageHidden: true }>
>;
export type UpdateColumnName = ProductColumnName | PackageColumnName;
/** Columns that a delivery brings. */
export type DeliveredColumnName =
  | ProductColumnName
  | Exclude<NamesWith<{ readonly package: string }>, NamesWith<{ readonly packageFrom: string }>>;
export type DifferenceColumnName = NamesWith<{ readonly differenceTo: string }>;
/** The column that a difference refers to. */
export type ReferenceOf<Name extends DifferenceColumnName> = Declared[Name]['differenceTo'];
export type ShownColumnName<List extends ListName> = NamesShownOn<List>;
export type ElasticityColumnName = NamesWith<{ readonly holds: 'elasticity' }>;

type Toggles<Name extends ColumnName> = Declared[Name] extends { readonly toggle: { readonly key: infer Key } }
  ? Key
  : never;
export type ToggleOf<List extends ListName> = { [Name in NamesShownOn<List>]: Toggles<Name> }[NamesShownOn<List>];
export type FilterColumnName<List extends ListName> = {
  [Name in ColumnName]: Declared[Name] extends { readonly filterOn: readonly (infer On)[] }
    ? List extends On
      ? Name
      : never
    : never;
}[ColumnName];
/** The name of a stored column in `price_item`. */
export type StoredSqlName = { [Name in StoredColumnName]: Declared[Name]['list'] }[StoredColumnName];

type ByColumns<Name extends ColumnName> = { readonly [N in Name]: readonly ColumnValue<N>[] };
/** A price list: index i is one article in every column. Prices in cents, `date` in seconds since 1970. */
export type PriceListColumns = ByColumns<PriceListColumnName>;
/** The rows of a package: index i is one article in every column. Prices in cents; `avp` is 'AVP neu'. */
export type UpdateColumns = ByColumns<UpdateColumnName>;

const DECLARED: Readonly<Record<string, ColumnDeclaration | undefined>> = COLUMNS;
type Entry = readonly [name: string, declaration: ColumnDeclaration];

/** The columns that fulfil a condition, in the order of the catalogue. */
export function columnsWhere(fulfils: (declaration: ColumnDeclaration) => boolean): Entry[] {
  return Object.entries<ColumnDeclaration>(COLUMNS).filter(([, declaration]) => fulfils(declaration));
}

/** What a delivery says of a row, its product apart. */
export const isDelivered = (each: ColumnDeclaration) => each.package !== undefined && each.packageFrom === undefined;

const names = (entries: readonly Entry[]): string[] => entries.map(([name]) => name);

/** Names of the columns of the product master, of `price_item`, and of a package's rows as its screen gets them. */
export const productColumnNames = () =>
  names(columnsWhere(({ product }) => product !== undefined)) as ProductColumnName[];
export const storedColumnNames = () => names(columnsWhere(({ list }) => list !== undefined)) as StoredColumnName[];
export const packageColumnNames = () =>
  names(columnsWhere((each) => each.package !== undefined && !each.packageHidden)) as PackageColumnName[];

/** The columns and sort keys of a screen, in their order (rules 4.2 and 6.10). */
export function shownColumns<List extends ListName>(list: List): ShownColumnName<List>[] {
  return names(columnsWhere(({ shownOn }) => shownOn?.includes(list) === true)) as ShownColumnName<List>[];
}

/** The switches of a screen's expert mode, in their order (rules 4.5 and 6.10). */
export function columnToggles<List extends ListName>(list: List): ToggleOf<List>[] {
  const shown = columnsWhere(({ shownOn, toggle }) => toggle !== undefined && shownOn?.includes(list) === true);
  const placeOf = ({ toggle }: ColumnDeclaration) =>
    (list === 'priceList' ? toggle?.place : (toggle?.placeOnPackages ?? toggle?.place)) ?? 0;
  return shown
    .toSorted(([, a], [, b]) => placeOf(a) - placeOf(b))
    .map(([, { toggle }]) => toggle?.key as ToggleOf<List>);
}

/** The switch that shows a column; that of its reference for a difference, undefined for a column that is always shown. */
export function toggleOf(name: string): string | undefined {
  const declaration = DECLARED[name];
  return declaration?.differenceTo ? toggleOf(declaration.differenceTo) : declaration?.toggle?.key;
}

/** The columns by whose values a screen filters, in their order (rules 4.3 and 6.10). */
export function filterColumns<List extends ListName>(list: List): FilterColumnName<List>[] {
  return names(columnsWhere(({ filterOn }) => filterOn?.includes(list) === true)) as FilterColumnName<List>[];
}

/** What a column holds; undefined for a name that is not in the catalogue. */
export function holdsOf(name: string): ColumnHolds | undefined {
  return Object.hasOwn(COLUMNS, name) ? DECLARED[name]?.holds : undefined;
}
export const isElasticityColumn = (name: string): name is ElasticityColumnName => holdsOf(name) === 'elasticity';

/** The column that a difference refers to; undefined for any other column. */
export function referenceOf<Name extends DifferenceColumnName>(name: Name): ReferenceOf<Name>;
export function referenceOf(name: string): string | undefined;
export function referenceOf(name: string): string | undefined {
  return Object.hasOwn(COLUMNS, name) ? DECLARED[name]?.differenceTo : undefined;
}

/** The columns of a file in the order of their places, with their headings. */
export function fileColumns(
  file: 'priceListFile' | 'packageFile' | 'deliveredFile',
  kind?: UpdateKind,
): { name: string; holds: ColumnHolds; heading: NonNullable<ColumnDeclaration['packageFile']> }[] {
  return columnsWhere((each) => each[file] !== undefined)
    .map(([name, each]) => ({
      name,
      holds: each.holds,
      heading: each[file] as NonNullable<ColumnDeclaration['packageFile']>,
    }))
    .filter(({ heading: { kinds } }) => kinds === undefined || kind === undefined || kinds.includes(kind))
    .toSorted((a, b) => a.heading.place - b.heading.place);
}
