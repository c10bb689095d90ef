import { PrismaPg } from '@prisma/adapter-pg';

/** Serializes what Prisma sends at once over a transaction's connection. */
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
      last = result.catch(() => undefined);
      return result;
    };
  };
  const { queryRaw, executeRaw } = transaction;
  transaction.queryRaw = inTurn(queryRaw.bind(transaction));
  transaction.executeRaw = inTurn(executeRaw.bind(transaction));
  return transaction;
}
