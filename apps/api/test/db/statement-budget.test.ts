import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { a, b, edit, openStage, own, type Stage } from '../support/save-stage.ts';
import { seedOpenUpdate } from '../support/seed.ts';

/** What a call asks of the database. Under load a call waits for each: for a connection, and for the main loop to send on. */
type Cost = {
  statements: number;
  /** How often a connection was taken from the pool. */
  connections: number;
};

let stage: Stage;
const cost: Cost = { statements: 0, connections: 0 };
const { query } = pg.Client.prototype;

beforeAll(async () => {
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    cost.statements += 1;
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
  Object.assign(cost, { statements: 0, connections: 0 });
  const { status } = await call();
  expect(status).toBe(200);
  return { ...cost };
}

test('a save of three prices takes 14 statements over two connections', async () => {
  const { owner, save } = stage;
  let cents = 500;
  const saving = async () => {
    cents += 1;
    return save(
      owner,
      [a, b, own].map((pzn) => edit(pzn, cents / 100)),
    );
  };
  // Right to the call; BEGIN; the rows; the pharmacy's lock and row, its lists; open packages; number of the entry, prices, version of the
  // list, end of the chain, entry; COMMIT.
  expect(await costOf(saving)).toEqual({ statements: 14, connections: 2 });
});

test('a start page takes two connections however much is on it', async () => {
  const { owner, pharmacy } = stage;
  const path = `/api/pharmacy/dashboard/${pharmacy.path}`;
  const { connections, statements } = await costOf(() => owner.get(path));
  expect(connections).toBe(2);
  expect(statements).toBeLessThanOrEqual(16);
});

test('who signs in takes two connections', async () => {
  const { owner } = stage;
  const { connections, statements } = await costOf(() => owner.get('/api/solvena/userData'));
  expect(connections).toBe(2);
  expect(statements).toBeLessThanOrEqual(8);
});

test('drafts of a package are saved with 12 statements', async () => {
  const { portal, owner, pharmacy } = stage;
  const id = await seedOpenUpdate(portal.database, pharmacy, 'MDP', 'OTC', [a]);
  const place = `${pharmacy.path}/${id}/OTC`;
  let cents = 600;
  const saving = async () => {
    cents += 1;
    const products = [{ pzn: a, editedPrice: cents / 100, editedPermanent: false, editedIgnore: false }];
    return owner.put(`/api/price/save/mdp/${place}`, { products });
  };
  expect(await costOf(saving)).toEqual({ statements: 12, connections: 2 });
});
