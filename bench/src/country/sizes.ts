import type pg from 'pg';

/** Bytes of a table (a partitioned one with its partitions) and of its indexes, and its rows by the statistics. */
export type TableSize = { table: string; bytes: number; indexBytes: number; live: number; dead: number };
export type Sizes = { database: number; tables: TableSize[] };

/** How large the database and its tables are, the largest first. */
export async function readSizes(pool: pg.Pool): Promise<Sizes> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows: tables } = await pool.query<TableSize>(
    `SELECT coalesce(i.inhparent::regclass, s.relid::regclass)::text AS table,
            sum(pg_table_size(s.relid))::float8 AS bytes, sum(pg_indexes_size(s.relid))::float8 AS "indexBytes",
            sum(s.n_live_tup)::float8 AS live, sum(s.n_dead_tup)::float8 AS dead
       FROM pg_stat_user_tables s LEFT JOIN pg_inherits i ON i.inhrelid = s.relid
      GROUP BY 1 HAVING sum(s.n_live_tup) > 0 ORDER BY 2 DESC`,
  );
  const { rows } = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float8 AS bytes');
  return { database: rows[0]?.bytes ?? 0, tables };
}
