import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

/** A query was sent over a connection that was still busy with another one: a bug in the code that sent it. */
class QueryAtOnceError extends Error {
  constructor() {
    super('a second query on a connection that is still at the first');
  }
}

/** pg's private record of what a connection is doing; a test fails should it go. */
type Inside = { _getActiveQuery(): object | null | undefined; _queryQueue: readonly object[] };

/**
 * Makes a connection refuse a query while it is still at another one, as pg 9 will. pg 8 lets it wait and warns, once in a
 * process and only of the third; so here the error's stack shows the place.
 */
export function refuseQueriesAtOnce(client: pg.PoolClient): void {
  const inside = client as unknown as Inside;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const guarded = (...args: unknown[]) => {
    if (!inside._getActiveQuery() && inside._queryQueue.length === 0) return query(...args);
    const error = new QueryAtOnceError();
    const callback = args.at(-1);
    if (typeof callback === 'function') return process.nextTick(() => callback(error));
    // A stream would be piped from or into at once; an ordinary query is awaited.
    if (typeof (args[0] as { submit?: unknown } | null)?.submit === 'function') throw error;
    return Promise.reject(error);
  };
  client.query = guarded as typeof client.query;
}

/**
 * Prisma's adapter, with the statements of a transaction one after the other: of a `createMany` too long for one statement
 * and of nested reads it sends several at once down the transaction's one connection.
 */
export class QueuedPrismaPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => queued(await start(level));
    return adapter;
  }
}

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

function queued(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <A, T>(run: (argument: A) => Promise<T>) => {
    return (argument: A): Promise<T> => {
      const result = last.then(() => run(argument));
      // The next one runs even when this one failed; its caller gets the error.
      last = result.catch(() => undefined);
      return result;
    };
  };
  const { queryRaw, executeRaw } = transaction;
  transaction.queryRaw = inTurn(queryRaw.bind(transaction));
  transaction.executeRaw = inTurn(executeRaw.bind(transaction));
  return transaction;
}
