import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { PrismaClient } from './generated/client.ts';
import { choiceOf, primaryClientOf } from './primary-client.ts';
import { QueuedPrismaPg } from './queued-prisma.ts';
import { isOutdatedPlan, withRetries } from './retry.ts';
import { serverUrls } from './servers.ts';
import { watchConnections } from './watch-connections.ts';
import { createWriterLimit } from './writer-limit.ts';

export type { Queryable } from './queryable.ts';

export type TransactionOptions = {
  /** True where all that is read is to be of one moment, and nothing, or hardly ever anything, is written: it takes no place of the writers. */
  readonly readsOnly?: boolean;
};

export const READS_ONLY: TransactionOptions = { readsOnly: true };

/** Prisma for ordinary reads and writes, pg for whole lists; both over one pool. */
export type Database = {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /**
   * Runs `work` in one transaction on one connection; any error rolls everything back. After a deadlock or the like `work` runs
   * again (db/retry.ts), so it must have no effect outside its transaction. It waits for a place of the writers (db/writer-limit.ts),
   * so it begins no other one.
   */
  transaction<T>(work: (connection: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs a statement that writes by itself, outside of a transaction, in a place of the writers. */
  write<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>;
  /**
   * Runs the reads of one call, one after the other, over one connection, which they wait for once and not each for its own. No
   * transaction: each sees what is committed when the database comes to it.
   */
  read<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Longer than any wait in ordinary operation; then the caller learns that the portal is busy rather than wait on. */
const PATIENCE_MS = 5_000;

/** Opens the database; nothing connects before the first statement. */
export function openDatabase(settings: Config['database'], logger: Logger): Database {
  const servers = choiceOf(serverUrls(settings.url));
  const pool = new pg.Pool({
    connectionString: servers.urls[0],
    Client: primaryClientOf(servers),
    max: settings.pool,
    connectionTimeoutMillis: PATIENCE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'preisportal-api',
    // A list of 20,000 rows is sorted in memory; JIT costs such queries more than it gains.
    // The keepalives are the server's side of a line that goes dead: it ends the transaction, and its locks, within half a minute. The
    // last means nothing but on several nodes: what a transaction sets holds on each (ADR 65).
    options:
      '-c work_mem=32MB -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25s -c citus.propagate_set_commands=local',
    statement_timeout: 120_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  const asWriter = createWriterLimit(settings.pool, PATIENCE_MS);
  const endWatch = watchConnections(pool, servers, logger);
  // An idle connection that breaks must not end the process; the next statement opens a new one.
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  // One in use breaks too, when the server stops: its statement fails, and without a listener the process would end.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  });
  const prisma = new PrismaClient({
    adapter: new QueuedPrismaPg(pool),
    // Without the values of the call, which would end up in the log.
    errorFormat: 'minimal',
  });

  const once: Database['transaction'] = (work) => transactOnce(pool, work);

  return {
    pool,
    prisma,
    write: (work) => asWriter(() => work(pool)),
    transaction(work, options) {
      return withRetries(
        () => (options?.readsOnly ? once(work) : asWriter(() => once(work))),
        (error, attempts) => logger.warn({ err: error, attempts }, 'a transaction is run again'),
      );
    },
    read: (work) => readOnce(pool, work),
    async close() {
      endWatch();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function transactOnce<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    await connection.query('BEGIN');
    const result = await work(connection);
    const { command } = await connection.query('COMMIT');
    // A transaction in which a statement has failed answers COMMIT with ROLLBACK, and with no error.
    if (command !== 'COMMIT') throw new Error(`COMMIT was answered by ${command}: a failed statement was passed over`);
    return result;
  } catch (error) {
    await connection.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError; // the connection is gone, and with it the transaction
    });
    if (isOutdatedPlan(error)) broken = error as Error;
    throw error;
  } finally {
    connection.release(broken);
  }
}

async function readOnce<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    const result = await work(connection);
    connection.release();
    return result;
  } catch (error) {
    // As the pool does with a query of its own.
    connection.release(error as Error);
    throw error;
  }
}
