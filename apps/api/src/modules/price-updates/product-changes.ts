import { columnsWhere } from '@portal/rules';
import type pg from 'pg';
import { nextVersion } from '../../db/next-version.ts';
import { ask, command, run, statement, typed } from '../../db/statement.ts';
import { expectOne, updateOne } from '../../db/update-one.ts';

type Values = Readonly<Record<string, string | number | null>>;

/** `before`: null of a product that the package added. Only columns that differ. */
export type ProductChange = { readonly pzn: string; readonly before: Values | null; readonly after: Values };

/** `held`: staff decide; `applied`: the product master has them; `dropped`: it keeps, or got back, what it had (rule 20.22). */
export type ProductChanges = {
  readonly state: 'held' | 'applied' | 'dropped';
  readonly rows: readonly ProductChange[];
};

const COLUMNS = [
  ...columnsWhere(({ product }) => product !== undefined && product !== 'pzn').map(
    ([, { product }]) => product as string,
  ),
  'product_group',
];

/** A value that somebody has changed since stays. */
const valueSql = (column: string) => {
  const cast = column === 'vat_percent' ? '::smallint' : '';
  return `CASE WHEN c.becomes ? '${column}' AND p.${column}::text IS NOT DISTINCT FROM c.was->>'${column}'
               THEN (c.becomes->>'${column}')${cast} ELSE p.${column} END`;
};

/** $1: PZNs; $2, $3: what they are to be now, and what they become, in jsonb. */
const WRITE = command(`
  INSERT INTO product (pzn, ${COLUMNS.join(', ')})
  SELECT p.pzn, ${COLUMNS.map(valueSql).join(', ')}
    FROM unnest($1::text[], $2::jsonb[], $3::jsonb[]) AS c(pzn, was, becomes) JOIN product p USING (pzn)
  ON CONFLICT (pzn) DO UPDATE SET ${COLUMNS.map((column) => `${column} = excluded.${column}`).join(', ')}`);

/** Above $1. */
export const RAISE_MASTER = command('UPDATE product_master SET version = greatest(version + 1, $1)');
const RAISE_BLOCKS = command(`
  INSERT INTO product_block (block, version)
  SELECT DISTINCT left(pzn, 2), version FROM unnest($1::text[]) AS c(pzn), product_master
  ON CONFLICT (block) DO UPDATE SET version = excluded.version`);

const FIND = statement(
  { changes: typed<ProductChanges | null>('json?') },
  'SELECT product_changes AS changes FROM price_update WHERE apo_id = $1 AND id = $2 FOR UPDATE',
);

type Key = { readonly apoId: number; readonly id: number };

/**
 * Rule 20.22, under the list's lock: 'applied' gives held ones to the product master, 'dropped' takes applied ones back.
 * @returns the changes that it found; null: none, or decided already
 */
export async function settleProductChanges(
  connection: pg.PoolClient,
  { apoId, id }: Key,
  state: 'applied' | 'dropped',
): Promise<ProductChanges | null> {
  const [found] = await ask(connection, FIND, [apoId, id]);
  const changes = found?.changes ?? null;
  if (changes === null || changes.state === state || changes.state === 'dropped') return null;
  const known = changes.rows.filter(({ before }) => before !== null);
  const isWritten = state === 'applied' || changes.state === 'applied';
  if (isWritten && known.length > 0) {
    const pzns = known.map(({ pzn }) => pzn);
    const [was, becomes] = [known.map(({ before }) => before), known.map(({ after }) => after)].map((values) =>
      values.map((each) => JSON.stringify(each)),
    ) as [string[], string[]];
    expectOne(await run(connection, RAISE_MASTER, [nextVersion()]), 'product_master');
    await run(connection, WRITE, state === 'applied' ? [pzns, was, becomes] : [pzns, becomes, was]);
    await run(connection, RAISE_BLOCKS, [pzns]);
  }
  await updateOne(connection, 'price_update', { apoId, id }, { productChanges: JSON.stringify({ ...changes, state }) });
  return changes;
}
