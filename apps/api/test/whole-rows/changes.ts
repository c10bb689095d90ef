import type { Database } from '../../src/db/database.ts';

/** What identifies a row of a table in this comparison. */
const TABLES = {
  pharmacy: ['apo_id'],
  product: ['pzn'],
  list_version: ['apo_id', 'product_group'],
  price_item: ['apo_id', 'pzn'],
  price_update: ['id'],
  price_update_item: ['update_id', 'pzn'],
  price_update_outcome: ['update_id', 'pzn'],
  price_update_approval: ['update_id', 'number'],
  price_change: ['id'],
  history_entry: ['id'],
  outbox: ['id'],
  standing_rule: ['id'],
  till: ['apo_id', 'account'],
} as const;
type Table = keyof typeof TABLES;
export type Row = Record<string, unknown>;
type Tables = Record<Table, Map<string, Row>>;

/** Everything that the writing use cases could touch, with every column. */
export async function readTables({ pool }: Database): Promise<Tables> {
  const tables = {} as Tables;
  for (const [table, key] of Object.entries(TABLES)) {
    const { rows } = await pool.query<Row>(`SELECT * FROM ${table} ORDER BY ${key.join(', ')}`);
    tables[table as Table] = new Map(rows.map((row) => [key.map((column) => String(row[column])).join(' '), row]));
  }
  return tables;
}

/** Numbers above it are times of day. */
const A_TIME = 1e15;
/** A row that is gone. */
export const GONE = 'gone';
/** Columns whose numbers are given out by the time of day: they are named by what they must equal. */
const VERSIONS = ['version', 'changed_version', 'list_version', 'approved_list_version', 'edited_version'];

/**
 * What two readings differ in: of a row that was there, the columns that changed; of one that is new, all that are not null.
 * New rows of price changes and history are numbered in their order; so are the ids that name them.
 */
export function changesBetween(before: Tables, after: Tables): Partial<Record<Table, Record<string, Row | string>>> {
  const names = namesOfVersions(before, after);
  const entries = [...after.history_entry.keys()].filter((id) => !before.history_entry.has(id));
  const shown = (column: string, value: unknown): unknown => {
    if (value instanceof Date) return value.toISOString();
    if (column === 'history_id') return `entry ${entries.indexOf(String(value)) + 1}`;
    if (!VERSIONS.includes(column)) return value;
    return names.get(String(value)) ?? (Number(value) > A_TIME ? 'new' : value);
  };
  const changes: Record<string, Record<string, Row | string>> = {};
  for (const table of Object.keys(TABLES) as Table[]) {
    const found: Record<string, Row | string> = {};
    let added = 0;
    for (const [key, row] of after[table]) {
      const old = before[table].get(key);
      const different = Object.entries(row).filter(([column, value]) => differs(value, old ? old[column] : null));
      const cells = different.filter(([column]) => old || !isGiven(table, column));
      if (different.length > 0) {
        const name = old || !GIVEN.includes(table) ? key : String(++added);
        found[name] = Object.fromEntries(cells.map(([column, value]) => [column, shown(column, value)]));
      }
    }
    for (const key of before[table].keys()) if (!after[table].has(key)) found[key] = GONE;
    if (Object.keys(found).length > 0) changes[table] = found;
  }
  return changes;
}

/** Tables whose ids the database gives out. */
const GIVEN: readonly Table[] = ['price_change', 'history_entry', 'outbox'];
const isGiven = (table: Table, column: string) =>
  GIVEN.includes(table) && ['id', 'message_id', 'chain_no', 'digest'].includes(column);

function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other ?? null);
}

/** @throws Error when a version has not risen */
function namesOfVersions(before: Tables, after: Tables): Map<string, string> {
  const names = new Map<string, string>();
  const name = (table: 'list_version' | 'price_update', prefix: string) => {
    for (const [key, row] of after[table]) {
      const old = before[table].get(key);
      if (old?.version === row.version) continue;
      if (old && Number(row.version) <= Number(old.version)) throw new Error(`${table} ${key} has not risen`);
      if (row.version !== '0' && row.version !== '1') names.set(String(row.version), `${prefix} ${key}`);
    }
  };
  // Only the numbers of one reading can be the same; a list's is the one that rows refer to.
  name('price_update', 'package');
  name('list_version', 'list');
  return names;
}
