import {
  type Cents,
  type ColumnHolds,
  type ColumnValue,
  COLUMNS,
  columnsWhere,
  type DeliveredColumnName,
  fileColumns,
  isDelivered,
  PACKAGE_KINDS,
  type UpdateKind,
  type VatPercent,
} from '@portal/rules';
import type { WantedColumn } from './columns.ts';

type Given = Exclude<DeliveredColumnName, 'pzn' | 'calculatedPrice' | 'vatPercent'>;
/** null where the file does not say it. */
type GivenValues = { readonly [Name in Given]: ColumnValue<Name> | null };

/** Cents; null where the kind has none. */
export type PackageRow = GivenValues & {
  /** physical line of the file */
  readonly line: number;
  /** eight digits with the right check digit */
  readonly pzn: string;
  readonly calculatedPrice: Cents;
  readonly vatPercent: VatPercent | null;
  /** off the market: left out on approval (rule 6.6) */
  readonly inactive: boolean;
};

/** Columns of a row by what they hold. */
export type FieldsOf<Holds extends ColumnHolds> = {
  [Name in DeliveredColumnName]: (typeof COLUMNS)[Name]['holds'] extends Holds ? Name : never;
}[DeliveredColumnName];

/** How the cells of a column are read. */
export type PackageColumn = WantedColumn &
  (
    | { readonly read: 'pzn' | 'listedAvp' | 'inactive' | 'vat' }
    | { readonly read: 'text'; readonly field: Exclude<FieldsOf<'text' | 'optionalText'>, 'pzn'> }
    | { readonly read: 'price'; readonly field: FieldsOf<'price'> }
    | { readonly read: 'elasticity'; readonly field: FieldsOf<'elasticity'> }
    | { readonly read: 'integer'; readonly field: FieldsOf<'count'> }
  );

const READ: Partial<Record<ColumnHolds, PackageColumn['read']>> = {
  text: 'text',
  optionalText: 'text',
  price: 'price',
  elasticity: 'elasticity',
  count: 'integer',
  vat: 'vat',
  // the types of the list decide; only that a row is off the market is read
  priceType: 'inactive',
};

/** Without it 'AVP' may be the current price (rule 10.36). */
export const CURRENT_PRICE_HEADING = COLUMNS.ravp.packageFile.heading;
/** 'AVP' stands behind 'Absatz'. */
const LISTED_AVP: PackageColumn = { heading: 'AVP', read: 'listedAvp', required: false };

function columnsOf(kind: UpdateKind): PackageColumn[] {
  return [...fileColumns('packageFile', kind), ...fileColumns('deliveredFile')].flatMap(({ name, holds, heading }) => {
    const read = name === 'pzn' ? 'pzn' : READ[holds];
    const column = {
      heading: heading.heading,
      aliases: heading.aliases,
      read,
      field: name,
      required: heading.required ?? false,
    } as PackageColumn;
    return name === 'units' ? [column, LISTED_AVP] : [column];
  });
}

const OF_KIND = Object.fromEntries(
  Object.keys(PACKAGE_KINDS).map((kind) => [kind, columnsOf(kind as UpdateKind)]),
) as unknown as Record<UpdateKind, readonly PackageColumn[]>;

/** In the order of exports (rule 10.2). */
export function packageColumns(kind: UpdateKind): readonly PackageColumn[] {
  return OF_KIND[kind];
}

/** What every row begins with. */
export const EMPTY_ROW = Object.fromEntries(
  columnsWhere((each) => each.product !== undefined || isDelivered(each)).map(([name]) => [name, null]),
) as unknown as GivenValues;
