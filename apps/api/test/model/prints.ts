import type { Database } from '../../src/db/database.ts';
import { pharmacyOf, type World } from './state.ts';

/** Looked up once for each database. */
const statements = new WeakMap<Database, Promise<string>>();

/** One line for each table with rows of pharmacies: their number and the latest transaction that wrote one. */
async function compose({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE a.attname = 'apo_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        AND c.relnamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const part = (name: string) =>
    `SELECT apo_id, '${name}' AS name, count(*) AS n, max(xmin::text::bigint) AS x FROM ${name} WHERE apo_id = ANY($1::int[]) GROUP BY 1`;
  const products = "SELECT 0, 'product', count(*), max(xmin::text::bigint) FROM product WHERE pzn = ANY($2::text[])";
  return `SELECT apo_id, string_agg(concat_ws(' ', name, n, x), ';' ORDER BY name) AS print
            FROM (${[...rows.map(({ name }) => part(name)), products].join(' UNION ALL ')}) t GROUP BY apo_id`;
}

/** `rows`: of the pharmacy and its main pharmacy; `all`: with those of the products and the moment, so that all that was read would be read again. */
export type Print = { rows: string; all: string };

/** What each pharmacy's rows look like from outside: the same print means the same rows. */
export async function takePrints(database: Database, world: World): Promise<(world: World, index: number) => Print> {
  const statement = statements.get(database) ?? compose(database);
  statements.set(database, statement);
  const apoIds = world.pharmacies.map(({ apoId }) => apoId);
  const { rows } = await database.pool.query<{ apo_id: number; print: string }>({
    name: 'model-prints',
    text: await statement,
    values: [apoIds, world.pzns],
  });
  const prints = new Map(rows.map(({ apo_id, print }) => [apo_id, print]));
  const own = (index: number) => prints.get(pharmacyOf(world, index).apoId) ?? '';
  return (way, index) => {
    const { parent } = pharmacyOf(way, index);
    const seen = `${own(index)} ${parent === null ? '' : own(parent)}`;
    return { rows: seen, all: `${seen} ${prints.get(0)} ${way.now}` };
  };
}
