import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';

/** A query was sent over a connection that was still busy with another one: a bug in the code that sent it. */
class QueryAtOnceError extends Error {
  constructor() {
    super('a second query on a connection that is still at the first');
  }
}

/** pg's private record of what a connection is doing, and its mode; a test fails should they go. */
type Inside = {
  _getActiveQuery(): object | null | undefined;
  _queryQueue: readonly object[];
  _sentQueryQueue: readonly object[];
  pipeline: boolean;
};

/** What is on its way over a connection. */
type Traffic = {
  /** Depth of `together`: statements may be sent while others are unanswered. */
  together: number;
  /** Unanswered statements that somebody waits for. */
  awaited: number;
  /** Statements whose answer nobody has waited for yet, of this transaction. */
  ahead: Promise<unknown>[];
  unanswered: number;
  sendsAhead: boolean;
  /** Why nothing more may be sent. */
  refused?: { readonly error: unknown };
};
const traffic = new WeakMap<object, Traffic>();

function trafficOf(client: object): Traffic {
  const known = traffic.get(client) ?? { together: 0, awaited: 0, ahead: [], unanswered: 0, sendsAhead: false };
  traffic.set(client, known);
  return known;
}

/**
 * Makes a connection refuse a query while it is still at another one, as pg 9 will. pg 8 lets it wait and warns, once in a
 * process and only of the third; so here the error's stack shows the place. What is sent at once on purpose goes through
 * `together` and `sendAhead`.
 */
export function refuseQueriesAtOnce(client: pg.PoolClient): void {
  const inside = client as unknown as Inside;
  const state = trafficOf(client);
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const isFree = () =>
    !inside._getActiveQuery() && inside._queryQueue.length === 0 && inside._sentQueryQueue.length === 0;
  const guarded = (...args: unknown[]) => {
    const callback = args.at(-1);
    const isStream = typeof (args[0] as { submit?: unknown } | null)?.submit === 'function';
    const isAwaited = !isStream && typeof callback !== 'function';
    if (state.refused && isAwaited) return Promise.reject(state.refused.error as Error);
    const mayJoin = state.together > 0 || state.sendsAhead || (state.awaited === 0 && state.unanswered > 0);
    if (!isFree() && !(isAwaited && mayJoin)) {
      const error = new QueryAtOnceError();
      if (typeof callback === 'function') return process.nextTick(() => callback(error));
      // A stream would be piped from or into at once; an ordinary query is awaited.
      if (isStream) throw error;
      return Promise.reject(error);
    }
    if (!isAwaited) return query(...args);
    // Pipelining is for as long as something is on its way only: a COPY knows nothing of it.
    if (mayJoin && !inside.pipeline) {
      inside.pipeline = true;
      client.once('drain', () => {
        inside.pipeline = false;
      });
    }
    const { sendsAhead } = state;
    const answer = query(...args) as Promise<unknown>;
    const count = (by: number) => {
      state.unanswered += by;
      if (!sendsAhead) state.awaited += by;
    };
    count(1);
    const answered = () => count(-1);
    answer.then(answered, answered);
    return answer;
  };
  client.query = guarded as typeof client.query;
}

/**
 * Sends statements without waiting for one's answer before the next: the database works at them in their order, each sees what those
 * before it did and what their locks waited for, and the connection waits for the main loop once.
 * @param work asks its questions at once, each in the order in which it is to be answered; what follows from an answer may be asked too
 * @throws the first error in that order, once all are answered
 */
export async function together<T extends readonly unknown[]>(
  connection: Pick<pg.PoolClient, 'query'>,
  work: () => { [At in keyof T]: Promise<T[At]> },
): Promise<T> {
  const state = trafficOf(connection);
  state.together += 1;
  try {
    const answers = await Promise.allSettled(work());
    for (const answer of answers) if (answer.status === 'rejected') throw answer.reason;
    return answers.map((answer) => (answer as PromiseFulfilledResult<unknown>).value) as unknown as T;
  } finally {
    state.together -= 1;
  }
}

/**
 * Sends a statement of a transaction that goes on without its answer. Should it fail, so does the transaction, with its error
 * (`settleAhead`). For statements of which nothing is to be learned but that they were done.
 */
export function sendAhead(
  connection: pg.PoolClient,
  ...statement: [string | pg.QueryConfig, (readonly unknown[])?]
): void {
  const state = trafficOf(connection);
  state.sendsAhead = true;
  try {
    const [text, values] = statement;
    const answer = values ? connection.query(text as string, [...values]) : connection.query(text);
    answer.catch(() => undefined);
    state.ahead.push(answer);
  } finally {
    state.sendsAhead = false;
  }
}

/**
 * Sends BEGIN ahead. Should it fail, nothing more goes over the connection, not even ROLLBACK: a statement outside of a transaction would
 * stay, whatever becomes of the others. What is sent together with it must therefore write nothing.
 */
export function beginAhead(connection: pg.PoolClient): void {
  const state = trafficOf(connection);
  sendAhead(connection, 'BEGIN');
  void state.ahead.at(-1)?.catch((error: unknown) => {
    state.refused = { error };
  });
}

/**
 * Waits for what was sent ahead.
 * @returns the error of the first statement that failed, if one has
 */
export async function settleAhead(connection: pg.PoolClient): Promise<{ error: unknown } | undefined> {
  const answers = await Promise.allSettled(trafficOf(connection).ahead.splice(0));
  const failed = answers.find((answer) => answer.status === 'rejected');
  return failed && { error: failed.reason };
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
