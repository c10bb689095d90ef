import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Queryable } from './queryable.ts';

const TYPES = {
  int: [pg.types.builtins.INT2, pg.types.builtins.INT4],
  /** pg gives text where a number may not hold the digits */
  bigint: [pg.types.builtins.INT8],
  text: [pg.types.builtins.TEXT, pg.types.builtins.VARCHAR, pg.types.builtins.BPCHAR],
  numeric: [pg.types.builtins.NUMERIC],
  uuid: [pg.types.builtins.UUID],
  bool: [pg.types.builtins.BOOL],
  time: [pg.types.builtins.TIMESTAMPTZ],
  json: [pg.types.builtins.JSON, pg.types.builtins.JSONB],
  bytes: [pg.types.builtins.BYTEA],
  'int[]': [1005, 1007],
  'text[]': [1009],
  'bigint[]': [1016],
} as const;
type Kind = keyof typeof TYPES;

type KindOf<T> = [T] extends [number]
  ? 'int'
  : [T] extends [string]
    ? 'text' | 'bigint' | 'numeric' | 'uuid'
    : [T] extends [boolean]
      ? 'bool'
      : [T] extends [Date]
        ? 'time'
        : [T] extends [Buffer]
          ? 'bytes'
          : [T] extends [readonly number[]]
            ? 'int[]' | 'json'
            : [T] extends [readonly string[]]
              ? 'text[]' | 'bigint[]' | 'json'
              : 'json';

/** `?` where it may be null. */
export type ColumnsOf<Row> = {
  readonly [Name in keyof Row & string]-?: null extends Row[Name]
    ? `${KindOf<NonNullable<Row[Name]>>}?`
    : KindOf<Row[Name]>;
};

type Values = {
  int: number;
  bigint: string;
  text: string;
  numeric: string;
  uuid: string;
  bool: boolean;
  time: Date;
  json: unknown;
  bytes: Buffer;
  'int[]': number[];
  'text[]': string[];
  'bigint[]': string[];
};
declare const VALUE: unique symbol;
type Typed<Value> = Kind & { readonly [VALUE]: Value };
export type Columns = Readonly<Record<string, Kind | `${Kind}?` | Typed<unknown>>>;
export type RowFrom<C extends Columns> = {
  -readonly [Name in keyof C & string]: C[Name] extends Typed<infer Value>
    ? Value
    : C[Name] extends Kind
      ? Values[C[Name]]
      : C[Name] extends `${infer Of extends Kind}?`
        ? Values[Of] | null
        : never;
};
export type RowOf<S> = S extends Statement<infer Row> ? Row : never;

/** A statement and the rows it gives. */
export type Statement<Row> = Declared & { readonly columns: ColumnsOf<Row>; readonly values?: readonly unknown[] };
type Declared = {
  readonly text: string;
  readonly columns: Readonly<Record<string, string>>;
  /** Set where connections keep it planned. */
  readonly name?: string;
};

/** For the test that has PostgreSQL describe them. */
export const STATEMENTS: Declared[] = [];

/**
 * Rows follow from the columns, or are named where values are narrower. Compared with the database by
 * test/db/statements.test.ts, and at the first answer.
 */
export function statement<const C extends Columns>(columns: C, text: string): Statement<RowFrom<C>>;
export function statement<Row>(columns: ColumnsOf<Row>, text: string): Statement<Row>;
export function statement<Row>(columns: ColumnsOf<Row>, text: string): Statement<Row> {
  const declared: Statement<Row> = { text, columns };
  STATEMENTS.push(declared);
  return declared;
}

/** One that gives no rows. */
export const command = (text: string): Statement<object> => statement({}, text);

/** Of fragments with values; dumped to apps/api/queries. */
export function composed<Row>(columns: ColumnsOf<Row>, { text, values }: Sql): Statement<Row> {
  return { text, columns, values };
}

/**
 * A prepared statement. Not for whole lists or long arrays: a cached plan assumes ten elements, unless rows are found
 * by key.
 * @param settings that it is planned under
 */
export function prepared<Row>(query: Statement<Row>, settings = ''): Statement<Row> {
  return { ...query, name: nameOf(`${query.text}${settings}`) };
}

const names = new Map<string, string>();
function nameOf(text: string): string {
  const name = names.get(text) ?? `prepared${names.size}`;
  names.set(text, name);
  return name;
}

const compared = new WeakSet<Declared>();

/** @throws ColumnMismatch */
export async function ask<Row>(
  db: Queryable,
  query: Statement<Row>,
  values: readonly unknown[] = query.values ?? [],
): Promise<Row[]> {
  const { rows, fields } = await (query.name === undefined
    ? db.query<Row & pg.QueryResultRow>(query.text, [...values])
    : db.query<Row & pg.QueryResultRow>({ name: query.name, text: query.text, values: [...values] }));
  if (!compared.has(query)) {
    const wrong = mismatches(query, fields);
    if (wrong.length > 0) throw new ColumnMismatch(wrong, query.text);
    compared.add(query);
  }
  return rows;
}

/** For how many rows it finds or changes. */
export async function run(
  db: Queryable,
  { name, text, values: own = [] }: Pick<Statement<object>, 'name' | 'text' | 'values'>,
  values: readonly unknown[] = own,
): Promise<number> {
  const query = { text, values: [...values] };
  const { rowCount } = await db.query(name === undefined ? query : { ...query, name });
  return rowCount ?? 0;
}

/** For a statement that gives one row at least. */
export async function askOne<Row>(db: Queryable, query: Statement<Row>, values?: readonly unknown[]): Promise<Row> {
  const [row] = await ask(db, query, values);
  if (row === undefined) throw new Error(`no row where there is always one: ${query.text}`);
  return row;
}

export function mismatches(
  { columns }: Pick<Declared, 'columns'>,
  fields: readonly Pick<pg.FieldDef, 'name' | 'dataTypeID'>[],
): string[] {
  const declared = new Map(Object.entries(columns));
  const given = new Set(fields.map(({ name }) => name));
  return [
    ...[...declared.keys()].filter((name) => !given.has(name)).map((name) => `${name} is declared and not selected`),
    ...fields.flatMap(({ name, dataTypeID }) => {
      const kind = declared.get(name)?.replace('?', '') as Kind | undefined;
      if (kind === undefined) return [`${name} is selected and not declared`];
      return (TYPES[kind] as readonly number[]).includes(dataTypeID)
        ? []
        : [`${name} is declared ${kind} and has the type ${dataTypeID}`];
    }),
  ];
}

/** A column with narrower values than its kind has, as `typed<ProductGroup | null>('text?')`. */
export function typed<Value>(kind: Kind | `${Kind}?`): Typed<Value> {
  return kind as Typed<Value>;
}

/** A bug, or a changed schema. */
export class ColumnMismatch extends Error {
  override name = 'ColumnMismatch';
  constructor(wrong: readonly string[], text: string) {
    super(`${wrong.join('; ')}: ${text}`);
  }
}
