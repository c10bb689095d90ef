import type pg from 'pg';
import type { Logger } from 'pino';
import { APPLICATION_NAME } from '../builds/build.ts';
import type { Config } from '../config.ts';
import { PrismaClient } from './generated/client.ts';
import { ListLines, setTurns, Turns, WaitInFront } from './list-turns.ts';
import { choiceOf, type PrimaryClient, primaryClientOf } from './primary-client.ts';
import { QueuedPrismaPg } from './queued-prisma.ts';
import { isOutdatedPlan, withRetries } from './retry.ts';
import { serverUrls } from './servers.ts';
import { keepOn, QUERY_WAIT_MS, SharedPool } from './shared-pool.ts';
import { watchConnections } from './watch-connections.ts';
import { createWriterLimit } from './writer-limit.ts';

export type { Queryable } from './queryable.ts';

export type TransactionOptions = {
  /** Takes no writer slot. */
  readonly readsOnly?: boolean;
  /** All statements see the same. */
  readonly snapshot?: boolean;
};

export const SKIP_WRITER_LIMIT: TransactionOptions = { readsOnly: true };
export const ONE_SNAPSHOT: TransactionOptions = { snapshot: true };
export const READ_SNAPSHOT: TransactionOptions = { readsOnly: true, snapshot: true };

export type Database = {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  /**
   * Any error rolls back; run again after a deadlock (db/retry.ts) or to wait in front of a list (db/list-turns.ts), so
   * without effects outside. Must not begin another
   * transaction: it holds a writer slot.
   */
  transaction<T>(work: (connection: pg.PoolClient) => Promise<T>, options?: TransactionOptions): Promise<T>;
  write<T>(work: (db: pg.Pool) => Promise<T>): Promise<T>;
  /** One connection, no transaction. */
  read<T>(work: (connection: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** Opens the database; nothing connects before the first statement. */
export function openDatabase(settings: Config['database'], logger: Logger): Database {
  const servers = choiceOf(serverUrls(settings.url));
  const pool = new SharedPool({
    connectionString: servers.urls[0],
    Client: primaryClientOf(servers),
    max: settings.pool,
    connectionTimeoutMillis: QUERY_WAIT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: APPLICATION_NAME,
    // JIT costs lists of 20,000 rows more than it gains. Keepalives end a dead line's transaction within half a minute. The last two
    // are for several nodes (ADR 65), where one changes a shared table after parallel statements only so.
    options:
      '-c work_mem=32MB -c jit=off -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25s -c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential',
    statement_timeout: 120_000,
    idle_in_transaction_session_timeout: 60_000,
  });
  const asWriter = createWriterLimit(settings.pool, QUERY_WAIT_MS);
  const endWatch = watchConnections(pool, servers, logger);
  // A broken idle connection must not end the process.
  pool.on('error', (error) => logger.warn({ err: error }, 'idle database connection lost'));
  // Without a listener a broken connection would end the process.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ err: error }, 'database connection lost'));
  });
  const prisma = new PrismaClient({
    adapter: new QueuedPrismaPg(pool),
    // Values of the call would end up in the log.
    errorFormat: 'minimal',
  });

  const lines = new ListLines();

  async function inTurn<T>(attempt: (turns: Turns) => Promise<T>): Promise<T> {
    const turns = new Turns(lines);
    try {
      for (;;) {
        try {
          return await attempt(turns);
        } catch (error) {
          if (!(error instanceof WaitInFront)) throw error;
          await turns.wait();
        }
      }
    } finally {
      turns.release();
    }
  }

  return {
    pool,
    prisma,
    write: (work) => asWriter(() => work(pool)),
    transaction(work, options) {
      return inTurn((turns) => {
        const once = () => transactOnce(pool, work, turns, beginning(options));
        return withRetries(
          () => (options?.readsOnly ? once() : asWriter(once)),
          (error, attempts) => logger.warn({ err: error, attempts }, 'a transaction is run again'),
        );
      });
    },
    read: (work) => readOnce(pool, work),
    async close() {
      endWatch();
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

function beginning({ readsOnly = false, snapshot = false }: TransactionOptions = {}): string {
  if (!snapshot) return 'BEGIN';
  return `BEGIN ISOLATION LEVEL REPEATABLE READ${readsOnly ? ', READ ONLY' : ''}`;
}

async function transactOnce<T>(
  pool: pg.Pool,
  work: (connection: pg.PoolClient) => Promise<T>,
  turns: Turns,
  begin: string,
): Promise<T> {
  const connection = await pool.connect();
  setTurns(connection, turns);
  let broken: Error | undefined;
  try {
    await connection.query(begin);
    const result = await work(connection);
    keepOn(connection);
    const { command } = await connection.query('COMMIT');
    // COMMIT of a failed transaction answers ROLLBACK without an error.
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
  const connection = (await pool.connect()) as PrimaryClient;
  let broken: Error | undefined;
  try {
    return await work(connection);
  } catch (error) {
    if (isOutdatedPlan(error) || !connection.isCalm) broken = error as Error;
    throw error;
  } finally {
    connection.release(broken);
  }
}
