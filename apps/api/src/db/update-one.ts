import type pg from 'pg';
import type { Queryable } from './database.ts';
import { keptQuery } from './statement.ts';
import type { ListVersion, Outbox, Pharmacy, PriceUpdate, TillFile, TillState } from './generated/client.ts';

/** The tables whose rows change one at a time. What changes many rows at once is a statement of its own. */
type Rows = {
  list_version: ListVersion;
  outbox: Outbox;
  pharmacy: Pharmacy;
  price_update: PriceUpdate;
  till_file: TillFile;
  till_state: TillState;
};

/** What was to be changed is not as its writer had read it: gone, or in another state. */
export class NoRowChanged extends Error {
  override name = 'NoRowChanged';
}

/** Values by the field's name as in prisma/schema.prisma; versions and ids are numbers here, or text as pg reads them. */
type Values<Row> = {
  readonly [Field in keyof Row]?: bigint extends Row[Field] ? Row[Field] | number | string : Row[Field];
};
type Condition<Row> = { readonly [Field in keyof Row]?: NonNullable<Values<Row>[Field]> };

/**
 * Changes exactly one row. The condition names the state that the writer has read, not the key alone, so that nobody's change
 * is overwritten unseen.
 * @throws NoRowChanged when no row fits the condition
 */
export async function updateOne<Table extends keyof Rows>(
  db: Queryable,
  table: Table,
  where: Condition<Rows[Table]>,
  set: Values<Rows[Table]>,
): Promise<void> {
  const changes = Object.keys(set).map((field, index) => `${columnOf(field)} = $${index + 1}`);
  const conditions = Object.keys(where).map((field, index) => `${columnOf(field)} = $${changes.length + index + 1}`);
  const text = `UPDATE ${table} SET ${changes.join(', ')} WHERE ${conditions.join(' AND ')}`;
  expectOne(await db.query(keptQuery(text, [...Object.values(set), ...Object.values(where)])), table);
}

/**
 * For a statement of one's own that changes one row.
 * @throws NoRowChanged when it changed none
 */
export function expectOne({ rowCount }: pg.QueryResult, table: string): void {
  if (rowCount !== 1) throw new NoRowChanged(`${table}: ${rowCount} rows changed where one was to be`);
}

/** `qdpFlag` is the column `qdp_flag`: the schema names all of them so. */
function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
