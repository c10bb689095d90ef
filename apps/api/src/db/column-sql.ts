import { type ColumnDeclaration, type ColumnHolds, columnsWhere, COLUMNS, referenceOf } from '@portal/rules';
import { join, raw, type Sql } from 'sql-template-tag';
import { arraySql, centsSql } from './price-columns.ts';

// Runs once per module: statements stay constant.

/** The table that a statement reads a column from. */
export type ColumnTable = 'product' | 'list' | 'package';

/** In the order of the catalogue. */
export function sqlNames(
  table: ColumnTable,
  fulfils: (declaration: ColumnDeclaration) => boolean = () => true,
): string[] {
  return columnsWhere((each) => each[table] !== undefined && fulfils(each)).map(([, each]) => each[table] as string);
}

/** The columns with these names, or what is made of each. */
export const eachColumn = <Name extends string>(
  names: readonly Name[],
  write: (column: Sql, name: Name) => Sql = (column) => column,
): Sql =>
  join(
    names.map((name) => write(raw(name), name)),
    ', ',
  );

/** Cents, seconds and days since 1970. */
function valueSql(column: string, holds: ColumnHolds): string {
  if (holds === 'price') return centsSql(column);
  if (holds === 'day') return `(${column} - DATE '1970-01-01')`;
  return holds === 'instant' ? `floor(extract(epoch FROM ${column}))::bigint` : column;
}

/** By the names of the domain. */
export function columnValues(
  table: ColumnTable,
  fulfils: (declaration: ColumnDeclaration) => boolean = () => true,
): Record<string, string> {
  const columns = columnsWhere((each) => each[table] !== undefined && fulfils(each));
  return Object.fromEntries(columns.map(([name, each]) => [name, valueSql(each[table] as string, each.holds)]));
}

/** Columns as names and arrays of `json_build_object`. */
export const columnArrays = (columns: Record<string, string>) =>
  Object.entries(columns)
    .map(([name, value]) => arraySql(name, value))
    .join(', ');

/** A member of a specified row. @param value as the wire has it */
export const memberSql = (name: string, value: string) => `'${name}', ${value}`;

/** The specified cells of a table's columns, in euros. */
export function cellMembers(
  table: ColumnTable,
  fulfils: (declaration: ColumnDeclaration) => boolean = () => true,
): string[] {
  const of = table === 'package' ? 'package' : 'list';
  return columnsWhere((each) => each[table] !== undefined && each.holds !== 'vat' && fulfils(each)).map(
    ([name, { wire, holds, ...each }]) => {
      const column = each[table] as string;
      const value =
        holds === 'instant' ? `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')` : column;
      return memberSql(wire?.[of] ?? name, value);
    },
  );
}

/** Rule 3.10: percent, one decimal. */
export function differenceMembers(table: 'list' | 'package', shown: readonly string[], price: string): string[] {
  return shown.flatMap((name) => {
    const reference = referenceOf(name) as keyof typeof COLUMNS | undefined;
    const column = reference && (COLUMNS[reference] as ColumnDeclaration)[table];
    return column ? [memberSql(name, `round((${price} - ${column}) * 100 / nullif(${column}, 0), 1)`)] : [];
  });
}
