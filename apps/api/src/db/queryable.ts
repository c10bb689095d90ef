import type pg from 'pg';

/** Whatever can run a statement: the pool, or the one connection of a transaction. */
export type Queryable = Pick<pg.Pool | pg.PoolClient, 'query'>;
