import type { Queryable } from './database.ts';
import { prepared, run } from './statement.ts';
import type {
  Delivery,
  ListVersion,
  Outbox,
  Pharmacy,
  PriceUpdate,
  StandingRule,
  Till,
  TillFile,
} from './generated/client.ts';

/** One row at a time. */
type Rows = {
  delivery: Delivery;
  list_version: ListVersion;
  outbox: Outbox;
  pharmacy: Pharmacy;
  price_update: PriceUpdate;
  standing_rule: StandingRule;
  till: Till;
  till_file: TillFile;
};

/** Gone, or changed since it was read. */
export class NoRowChanged extends Error {
  override name = 'NoRowChanged';
}

/** Versions and ids as numbers or text. */
type Values<Row> = {
  readonly [Field in keyof Row]?: bigint extends Row[Field] ? Row[Field] | number | string : Row[Field];
};
type Condition<Row> = { readonly [Field in keyof Row]?: NonNullable<Values<Row>[Field]> };

/**
 * The condition names the state that was read, so that no change is overwritten.
 * @throws NoRowChanged
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
  expectOne(await run(db, prepared({ text, columns: {} }), [...Object.values(set), ...Object.values(where)]), table);
}

/** @throws NoRowChanged */
export function expectOne(changed: number, table: string): void {
  expectRows(changed, table, 1);
}

/** @throws NoRowChanged */
export function expectRows(changed: number, table: string, wanted: number): void {
  if (changed !== wanted) throw new NoRowChanged(`${table}: ${changed} rows changed where ${wanted} were to be`);
}

function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
