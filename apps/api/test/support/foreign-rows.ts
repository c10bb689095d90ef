import type pg from 'pg';

/** A node of a plan as `EXPLAIN (FORMAT JSON)` gives it. */
type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
};
type Explained = { 'QUERY PLAN': [{ Plan: Node }] };

/** Tables whose rows belong to a pharmacy, with their indexes. Messages and bulk rules name one beside what they are found by. */
const OWNED = `SELECT c.relname AS name, c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE a.attname = 'apo_id' AND c.relkind IN ('r', 'p', 'i', 'I') AND c.relname NOT IN ('pharmacy', 'outbox', 'bulk_rule')
   UNION
  SELECT i.indexrelid::regclass::text, t.relname FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'apo_id'
   WHERE t.relname NOT IN ('pharmacy', 'outbox', 'bulk_rule')`;

/** Finds the parts of a plan that could come upon another pharmacy's rows: a look at a pharmacy's table but by an index from `apo_id` on. */
export async function foreignRows(db: pg.Pool): Promise<(rows: readonly unknown[]) => string[]> {
  const { rows } = await db.query<{ name: string; table: string }>(OWNED);
  const owned = new Map(rows.map(({ name, table }) => [name, table]));
  const look = (node: Node): string[] => {
    const below = (node.Plans ?? []).flatMap(look);
    const isLook = node['Node Type'].endsWith('Scan') && node['Node Type'] !== 'Bitmap Heap Scan';
    const table = isLook && owned.get(node['Relation Name'] ?? node['Index Name'] ?? '');
    if (!table || /\bapo_id = /.test(node['Index Cond'] ?? '')) return below;
    return [`${node['Node Type']} of ${table} ${node['Index Cond'] ?? ''}`.trim(), ...below];
  };
  return (answer) => look((answer as readonly Explained[])[0]?.['QUERY PLAN'][0].Plan as Node);
}
