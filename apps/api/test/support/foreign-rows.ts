import type pg from 'pg';

/** What matters here of a node of a plan, as `EXPLAIN (FORMAT JSON)` gives it. */
type Node = {
  'Node Type'?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  /** Of several servers: in how many parts a statement is handed on */
  'Task Count'?: number;
};

/** Tables whose rows belong to a pharmacy, with their indexes. Messages and bulk rules name one beside what they are found by. */
const OWNED = `SELECT c.relname AS name, c.relname AS table FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
   WHERE a.attname = 'apo_id' AND c.relkind IN ('r', 'p', 'i', 'I') AND c.relname NOT IN ('pharmacy', 'outbox', 'bulk_rule')
   UNION
  SELECT i.indexrelid::regclass::text, t.relname FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attname = 'apo_id'
   WHERE t.relname NOT IN ('pharmacy', 'outbox', 'bulk_rule')`;

/**
 * Finds the parts of a plan that could come upon another pharmacy's rows: a look at a pharmacy's table but by an index from `apo_id` on,
 * and on several servers a statement that is handed on to more than one of their parts.
 */
export async function foreignRows(db: pg.Pool): Promise<(rows: readonly unknown[]) => string[]> {
  const { rows } = await db.query<{ name: string; table: string }>(OWNED);
  const owned = new Map(rows.map(({ name, table }) => [name, table]));
  const look = (part: unknown): string[] => {
    if (typeof part !== 'object' || part === null) return [];
    const below = Object.values(part).flatMap(look);
    const node = part as Node;
    const isLook = node['Node Type']?.endsWith('Scan') && node['Node Type'] !== 'Bitmap Heap Scan';
    const table = isLook && owned.get(withoutPart(node['Relation Name'] ?? node['Index Name'] ?? ''));
    if (table && !/\bapo_id = /.test(node['Index Cond'] ?? '')) {
      return [`${node['Node Type']} of ${table} ${node['Index Cond'] ?? ''}`.trim(), ...below];
    }
    return (node['Task Count'] ?? 0) > 1 ? [`${node['Task Count']} parts of the database`, ...below] : below;
  };
  return look;
}

/** Of several servers a part of a table, or of its index, has the name of the whole and a number. */
function withoutPart(name: string): string {
  return name.replace(/_\d{6,}$/, '');
}
