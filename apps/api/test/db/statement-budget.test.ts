import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { a, b, edit, openStage, own, type Stage } from '../support/save-stage.ts';
import { seedOpenUpdate } from '../support/seed.ts';

/** What a call asks of the database. Under load a call waits for each: for a connection, and for the main loop to send on. */
type Cost = {
  statements: number;
  /** How often a connection was taken from the pool. */
  connections: number;
  /** How often a statement was sent over a connection that had none on its way. */
  waits: number;
};

let stage: Stage;
const cost: Cost = { statements: 0, connections: 0, waits: 0 };
const { query } = pg.Client.prototype;

beforeAll(async () => {
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    const { _sentQueryQueue, _getActiveQuery } = this as unknown as {
      _sentQueryQueue: readonly object[];
      _getActiveQuery(): object | null;
    };
    cost.statements += 1;
    if (_sentQueryQueue.length === 0 && !_getActiveQuery.call(this)) cost.waits += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  stage = await openStage();
  stage.portal.deps.database.pool.on('acquire', () => {
    cost.connections += 1;
  });
});
afterAll(async () => {
  pg.Client.prototype.query = query;
  await stage.close();
});

async function costOf(call: () => PromiseLike<{ status: number }>): Promise<Cost> {
  // The first time learns the provider's keys and who the person is.
  await call();
  Object.assign(cost, { statements: 0, connections: 0, waits: 0 });
  const { status } = await call();
  expect(status).toBe(200);
  return { ...cost };
}

test('a save of three prices is sent in five parts over two connections', async () => {
  const { owner, save } = stage;
  let cents = 500;
  const saving = async () => {
    cents += 1;
    return save(
      owner,
      [a, b, own].map((pzn) => edit(pzn, cents / 100)),
    );
  };
  // Right to the call; BEGIN and the rows; locks, open packages and the number of the entry; prices, version and end of the chain;
  // entry and COMMIT.
  expect(await costOf(saving)).toEqual({ statements: 13, connections: 2, waits: 5 });
});

test('a start page takes two connections however much is on it', async () => {
  const { owner, pharmacy } = stage;
  const path = `/api/pharmacy/dashboard/${pharmacy.path}`;
  const { connections, waits, statements } = await costOf(() => owner.get(path));
  expect(connections).toBe(2);
  expect(waits).toBeLessThanOrEqual(6);
  expect(statements).toBeLessThanOrEqual(12);
});

test('who signs in takes two connections', async () => {
  const { owner } = stage;
  const { connections, waits, statements } = await costOf(() => owner.get('/api/solvena/userData'));
  expect(connections).toBe(2);
  expect(statements).toBeLessThanOrEqual(8);
  expect(waits).toBeLessThanOrEqual(4);
});

test('drafts of a package are saved in seven parts', async () => {
  const { portal, owner, pharmacy } = stage;
  const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
  const place = `${pharmacy.path}/${id}/OTC`;
  let cents = 600;
  const saving = async () => {
    cents += 1;
    const products = [{ pzn: a, editedPrice: cents / 100, editedPermanent: false, editedIgnore: false }];
    return owner.put(`/api/price/save/mdp/${place}`, { products });
  };
  expect(await costOf(saving)).toEqual({ statements: 12, connections: 2, waits: 7 });
});
