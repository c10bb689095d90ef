import { type Cents, fileColumns, type UpdateColumnName, type UpdateColumns, type UpdateKind } from '@portal/rules';
import { type FileColumn, type ListFile, plainColumn, priceColumn } from './file-column.ts';

type PriceOf = (row: number) => Cents | null | undefined;
type CellOf<Name extends UpdateColumnName> = (row: number) => UpdateColumns[Name][number] | null | undefined;

export type PackageSource = {
  readonly columns: Readonly<Record<string, readonly unknown[]>>;
  /** Override `columns`. */
  readonly cells: { readonly [Name in Exclude<UpdateColumnName, 'priceType'>]?: CellOf<Name> };
  readonly type: (row: number) => string | undefined;
  /** Not read back. */
  readonly approvedPrice?: PriceOf;
};

/** Rules 10.2, 10.6 and 10.9. */
export function packageFile(kind: UpdateKind, source: PackageSource, rows: ArrayLike<number>): ListFile {
  return { columns: packageColumns(kind, source), rows };
}

/** Repeats 'AVP neu'. */
const LISTED_AVP = { heading: 'AVP', behind: 'units' } as const;

function packageColumns(kind: UpdateKind, source: PackageSource): FileColumn[] {
  const avp = cellOf(source, 'avp') as PriceOf;
  const columns = fileColumns('packageFile', kind).flatMap(({ name, holds, heading }): FileColumn[] => {
    const cell = cellOf(source, name);
    if (name === 'priceType') return [{ heading: heading.heading, kind: 'text', cell: source.type }];
    if (name === 'checkReason')
      return [{ heading: heading.heading, kind: 'text', cell: cell as CellOf<'checkReason'> }];
    const column = plainColumn(holds, heading, cell);
    return name === LISTED_AVP.behind ? [column, priceColumn(LISTED_AVP.heading, avp)] : [column];
  });
  return source.approvedPrice ? [...columns, priceColumn('Preis', source.approvedPrice)] : columns;
}

function cellOf({ columns, cells }: PackageSource, name: string): (row: number) => unknown {
  const own = (cells as Readonly<Record<string, ((row: number) => unknown) | undefined>>)[name];
  const values = columns[name] ?? [];
  return own ?? ((row) => values[row]);
}
