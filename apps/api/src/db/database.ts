import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { PrismaClient } from './generated/client.ts';
import { QueuedPrismaPg, refuseQueriesAtOnce, beginAhead, settleAhead, together } from './one-at-a-time.ts';
import { choiceOf, primaryClientOf } from './primary-client.ts';
import { isOutdatedPlan, withRetries } from './retry.ts';
import { serverUrls } from './servers.ts';
import { watchConnections } from './watch-connections.ts';
import { createWriterLimit } from './writer-limit.ts';

export type { Queryable } from './queryable.ts';

export type TransactionOptions = {
  /** True where what the work asks first writes nothing: BEGIN is then sent together with it (ADR 78). */
  readonly locksFirst?: boolean;
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
   * Runs the reads of one call over one connection, which they wait for once and not each for its own; they may be asked at once. No
   * transaction: each sees what is committed when the database comes to it. Without COPY.
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
    refuseQueriesAtOnce(client);
  });
  const prisma = new PrismaClient({
    adapter: new QueuedPrismaPg(pool),
    // Without the values of the call, which would end up in the log.
    errorFormat: 'minimal',
  });

  const once: Database['transaction'] = (work, options) => transactOnce(pool, work, options);

  return {
    pool,
    prisma,
    write: (work) => asWriter(() => work(pool)),
    transaction(work, options) {
      return withRetries(
        () => (options?.readsOnly ? once(work, options) : asWriter(() => once(work, options))),
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

async function transactOnce<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  { locksFirst = false }: TransactionOptions = {},
): Promise<T> {
  const connection = await pool.connect();
  let broken: Error | undefined;
  try {
    if (locksFirst) beginAhead(connection);
    else await connection.query('BEGIN');
    const result = await work(connection);
    // Behind what was sent ahead: had that failed, there is nothing left to commit, and the database says ROLLBACK.
    const committed = connection.query('COMMIT');
    const [failed, end] = await Promise.all([settleAhead(connection), committed.then(hasCommitted, asFailed)]);
    if (failed ?? end) throw (failed ?? end)?.error;
    return result;
  } catch (error) {
    const failed = await settleAhead(connection);
    await connection.query('ROLLBACK').catch((rollbackError: Error) => {
      broken = rollbackError; // the connection is gone, and with it the transaction
    });
    // What follows a failed statement is told no more than that the transaction has ended.
    const reason = failed && isAborted(error) ? failed.error : error;
    if (isOutdatedPlan(reason)) broken = reason as Error;
    throw reason;
  } finally {
    connection.release(broken);
  }
}

const asFailed = (error: unknown) => ({ error });
/** A transaction in which a statement has failed answers COMMIT with ROLLBACK, and with no error. */
const hasCommitted = ({ command }: { command: string }) =>
  command === 'COMMIT'
    ? undefined
    : asFailed(new Error(`COMMIT was answered by ${command}: a failed statement was passed over`));
const isAborted = (error: unknown) => (error as { code?: unknown } | null)?.code === '25P02';

async function readOnce<T>(pool: pg.Pool, work: (connection: pg.PoolClient) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  try {
    const [result] = await together<[T]>(connection, () => [work(connection)]);
    connection.release();
    return result;
  } catch (error) {
    // As the pool does with a query of its own: something may still be on its way.
    connection.release(error as Error);
    throw error;
  }
}
