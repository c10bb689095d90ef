import type { Elasticity } from '../elasticity.ts';
import type { Cents } from '../money.ts';
import type { UpdateKind } from '../package-kinds.ts';
import type { PriceType } from '../price-types.ts';
import { COLUMNS, type ColumnDeclaration, type ColumnHolds, type ListName } from './catalogue.ts';

type Declared = typeof COLUMNS;
export type ColumnName = keyof Declared;

export type ColumnValues = {
  text: string;
  optionalText: string | null;
  elasticity: Elasticity | null;
  count: number | null;
  price: Cents | null;
  percent: number | null;
  vat: number | null;
  instant: number;
  day: number | null;
  priceType: PriceType;
  flag: boolean;
  optionalFlag: boolean | null;
};
export type ColumnValue<Name extends ColumnName> = ColumnValues[Declared[Name]['holds']];

type NamesWith<Part> = { [Name in ColumnName]: Declared[Name] extends Part ? Name : never }[ColumnName];
type NamesShownOn<List extends ListName> = {
  [Name in ColumnName]: Declared[Name] extends { readonly shownOn: readonly (infer On)[] }
    ? List extends On
      ? Name
      : never
    : never;
}[ColumnName];

export type ProductColumnName = NamesWith<{ readonly product: string }>;
export type StoredColumnName = NamesWith<{ readonly list: string }>;
export type PriceListColumnName = ProductColumnName | StoredColumnName;
export type PackageColumnName = Exclude<
  NamesWith<{ readonly package: string }>,
  NamesWith<{ readonly packageHidden: true }>
>;
export type UpdateColumnName = ProductColumnName | PackageColumnName;
export type DeliveredColumnName =
  | ProductColumnName
  | Exclude<NamesWith<{ readonly package: string }>, NamesWith<{ readonly packageFrom: string }>>;
export type DifferenceColumnName = NamesWith<{ readonly differenceTo: string }>;
export type ReferenceOf<Name extends DifferenceColumnName> = Declared[Name]['differenceTo'];
export type ShownColumnName<List extends ListName> = NamesShownOn<List>;
export type ElasticityColumnName = NamesWith<{ readonly holds: 'elasticity' }>;
export type TextColumnName = NamesWith<{ readonly holds: 'text' | 'optionalText' }>;
export type SearchedColumnName = NamesWith<{ readonly searched: string }>;

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
export type StoredSqlName = { [Name in StoredColumnName]: Declared[Name]['list'] }[StoredColumnName];

type ByColumns<Name extends ColumnName> = { readonly [N in Name]: readonly ColumnValue<N>[] };
/** Index i is one article; cents, seconds since 1970. */
export type PriceListColumns = ByColumns<PriceListColumnName>;
/** Index i is one article; cents; `avp` is 'AVP neu'. */
export type UpdateColumns = ByColumns<UpdateColumnName>;

const DECLARED: Readonly<Record<string, ColumnDeclaration | undefined>> = COLUMNS;
type Entry = readonly [name: string, declaration: ColumnDeclaration];

/** In the order of the catalogue. */
export function columnsWhere(fulfils: (declaration: ColumnDeclaration) => boolean): Entry[] {
  return Object.entries<ColumnDeclaration>(COLUMNS).filter(([, declaration]) => fulfils(declaration));
}

export const isDelivered = (each: ColumnDeclaration) => each.package !== undefined && each.packageFrom === undefined;

const names = (entries: readonly Entry[]): string[] => entries.map(([name]) => name);

export const productColumnNames = () =>
  names(columnsWhere(({ product }) => product !== undefined)) as ProductColumnName[];
export const storedColumnNames = () => names(columnsWhere(({ list }) => list !== undefined)) as StoredColumnName[];
export const packageColumnNames = () =>
  names(columnsWhere((each) => each.package !== undefined && !each.packageHidden)) as PackageColumnName[];

export const searchedColumnNames = (by: 'word' | 'words') =>
  names(
    columnsWhere(({ searched }) => (by === 'word' ? searched === 'alone' : searched !== undefined)),
  ) as SearchedColumnName[];

/** Rules 4.2 and 6.10. */
export function shownColumns<List extends ListName>(list: List): ShownColumnName<List>[] {
  return names(columnsWhere(({ shownOn }) => shownOn?.includes(list) === true)) as ShownColumnName<List>[];
}

/** Rules 4.5 and 6.10. */
export function columnToggles<List extends ListName>(list: List): ToggleOf<List>[] {
  const shown = columnsWhere(({ shownOn, toggle }) => toggle !== undefined && shownOn?.includes(list) === true);
  const positionOf = ({ toggle }: ColumnDeclaration) =>
    (list === 'priceList' ? toggle?.position : (toggle?.positionOnPackages ?? toggle?.position)) ?? 0;
  return shown
    .toSorted(([, a], [, b]) => positionOf(a) - positionOf(b))
    .map(([, { toggle }]) => toggle?.key as ToggleOf<List>);
}

export function hasToggle(name: string): boolean {
  return DECLARED[name]?.toggle !== undefined;
}

/** Undefined: always shown. */
export function toggleOf(name: string): string | undefined {
  const declaration = DECLARED[name];
  return declaration?.differenceTo ? toggleOf(declaration.differenceTo) : declaration?.toggle?.key;
}

/** Rules 4.3 and 6.10. */
export function filterColumns<List extends ListName>(list: List): FilterColumnName<List>[] {
  return names(columnsWhere(({ filterOn }) => filterOn?.includes(list) === true)) as FilterColumnName<List>[];
}

/** Those of any list. */
export const filterColumnNames = () =>
  names(columnsWhere(({ filterOn }) => filterOn !== undefined)) as FilterColumnName<ListName>[];

/** Undefined: not in the catalogue. */
export function holdsOf(name: string): ColumnHolds | undefined {
  return Object.hasOwn(COLUMNS, name) ? DECLARED[name]?.holds : undefined;
}
export const isTextColumn = (name: string): name is TextColumnName => TEXTS.has(holdsOf(name));
const TEXTS: ReadonlySet<ColumnHolds | undefined> = new Set(['text', 'optionalText']);
export const isElasticityColumn = (name: string): name is ElasticityColumnName => holdsOf(name) === 'elasticity';

/** Undefined: not a difference. */
export function referenceOf<Name extends DifferenceColumnName>(name: Name): ReferenceOf<Name>;
export function referenceOf(name: string): string | undefined;
export function referenceOf(name: string): string | undefined {
  return Object.hasOwn(COLUMNS, name) ? DECLARED[name]?.differenceTo : undefined;
}

/** In the order of their places. */
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
    .toSorted((a, b) => a.heading.position - b.heading.position);
}
