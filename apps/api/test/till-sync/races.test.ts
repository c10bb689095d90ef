import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PRODUCT_GROUPS, type ProductGroup } from '@portal/rules';
import { savePriceList } from '../../src/modules/price-lists/save-price-list.ts';
import { parseCursor } from '../../src/modules/till-sync/cursor.ts';
import { brokenInvariants, seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { listedPrices, newTill, pull, sorted } from './support.ts';

/** How long the writers write; TILL_SYNC_SECONDS=60 for the long run of the night. */
const SECONDS = Number(process.env.TILL_SYNC_SECONDS ?? 3);
const DRAFT = 66_666.66;
const OTC = Array.from({ length: 200 }, (_, n) => testPzn(n));
const FREIWAHL = Array.from({ length: 100 }, (_, n) => testPzn(1000 + n));
const START = 9.99;

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let sales: Client;
let service: Client;

beforeEach(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  const items = (pzns: string[]) => pzns.map((pzn) => ({ pzn, calculated: String(START) }));
  await seedList(portal.database, pharmacy, 'OTC', items(OTC));
  await seedList(portal.database, pharmacy, 'FREIWAHL', items(FREIWAHL));
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  service = await portal.as('till-sync', [`till_sync_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

const some = <T>(list: readonly T[], count: number): T[] =>
  Array.from({ length: count }, () => list[Math.floor(Math.random() * list.length)] as T);
const price = () => 1 + Math.floor(Math.random() * 5_000) / 100;
const path = (step: string, kind: string, id: number, group: ProductGroup) =>
  `/api/price/${step}${kind}/${pharmacy.path}/${id}/${group}`;

type Outcome = 'done' | 'refused';

/**
 * A save or an approval succeeds, or meets a product in approval, an open calculation or a step that was taken before; on a machine
 * that others keep busy it may have to come again. Each writer goes on until it has succeeded once.
 */
async function outcome(call: PromiseLike<{ status: number; text: string }>): Promise<Outcome> {
  const { status, text } = await call;
  if (status === 200) return 'done';
  if (status === 409 || status === 422 || (status === 503 && text.includes('"busy"'))) return 'refused';
  throw new Error(`${status} ${text}`);
}

/** Again while the portal is busy: a calculation that stayed open would lock the list for all others. */
async function whenFree(call: () => PromiseLike<{ status: number; text: string }>): Promise<Outcome> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return outcome(Promise.resolve(answer));
  }
}

const save = (pzns: string[]) => {
  const products = [...new Set(pzns)].map((pzn) => {
    const editedIgnore = Math.random() < 0.2;
    return { pzn, priceEdit: editedIgnore ? null : price(), editedPermanent: false, editedIgnore };
  });
  return outcome(sales.put(`/api/price/${pharmacy.path}`, { products }));
};

async function approveMonthly(): Promise<Outcome> {
  const pzns = [...new Set(some(OTC.slice(0, 60), 40))];
  const rows = pzns.map((pzn) => ({ pzn, truePrice: price().toFixed(2) }));
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows);
  const products = [{ pzn: pzns[0], editedPrice: price(), editedPermanent: false, editedIgnore: false }];
  await outcome(sales.put(path('save/', 'mdp', id, 'OTC'), { products }));
  return outcome(sales.put(path('approve/', 'mdp', id, 'OTC'), { products: [] }));
}

/** New products; every other package only gets drafts and is thrown away. */
async function approveQuarterly(round: number): Promise<Outcome> {
  const fresh = Array.from({ length: 5 }, (_, n) => testPzn(2000 + ((round * 5 + n) % 400)));
  const rows = [...fresh, ...new Set(some(FREIWAHL, 10))].map((pzn) => ({ pzn, truePrice: price().toFixed(2) }));
  if (round % 2 === 0) {
    const drafts = rows.map((row) => ({ ...row, draft: { price: String(DRAFT) } }));
    const id = await seedUpdate(portal.database, pharmacy, 'QDP', drafts, { productGroup: 'FREIWAHL' });
    return outcome(sales.delete(`/api/price/qdp/${id}/${pharmacy.path}`));
  }
  const id = await seedUpdate(portal.database, pharmacy, 'QDP', rows, { productGroup: 'FREIWAHL' });
  return outcome(sales.put(path('approve/', 'qdp', id, 'FREIWAHL'), { products: [] }));
}

/** Replaces the list by most of its products, and sometimes takes that back. */
async function resetList(round: number): Promise<Outcome> {
  await new Promise((resolve) => setTimeout(resolve, 300)); // while it is open, no save goes through
  const rows = OTC.filter(() => Math.random() < 0.9).map((pzn) => ({ pzn, truePrice: price().toFixed(2) }));
  const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows, { resetChoice: 0 });
  const approved = await whenFree(() => sales.put(path('approve/', 'lzd', id, 'OTC'), { products: [] }));
  if (approved === 'done' && round % 2 === 0) return approved;
  await whenFree(() => sales.delete(path('approve/', 'lzd', id, 'OTC')));
  await whenFree(() => sales.delete(`/api/price/lzd/${id}/${pharmacy.path}`));
  return approved;
}

const WRITERS: ((round: number) => Promise<Outcome>)[] = [
  () => save(some(OTC, 1)),
  () => save(some(OTC, 5)),
  () => save(some(OTC.slice(60), 8)),
  () => save(some(FREIWAHL, 3)),
  () => save([...some(OTC, 2), ...some(FREIWAHL, 2)]),
  approveMonthly,
  approveQuarterly,
  resetList,
];

type Snapshot = { cursor: string; prices: Map<string, number> };

/** What the prices were at each cursor, replayed from the log of changes; written apart from the code under test. */
async function replay(cursors: string[]): Promise<Map<string, number>[]> {
  const { rows } = await portal.database.pool.query<{
    id: number;
    pzn: string;
    group: ProductGroup;
    version: number;
    price: number | null;
  }>(
    `SELECT id::int, pzn, product_group AS group, list_version::float8 AS version, new_price::float8 AS price
       FROM price_change WHERE apo_id = $1 ORDER BY id`,
    [pharmacy.apoId],
  );
  const prices = new Map([...OTC, ...FREIWAHL].map((pzn) => [pzn, START]));
  let waiting = rows;
  return cursors.map((cursor) => {
    const read = parseCursor(cursor);
    if (!read || read === 'former') throw new Error(cursor);
    const { versions } = read.to;
    const reached = (row: (typeof rows)[number]) => row.version <= versions[row.group];
    for (const row of waiting.filter(reached)) {
      if (row.price === null) prices.delete(row.pzn);
      else prices.set(row.pzn, row.price);
    }
    waiting = waiting.filter((row) => !reached(row));
    return new Map(prices);
  });
}

const same = (a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>) =>
  a.size === b.size && [...a].every(([pzn, euros]) => b.get(pzn) === euros);

// Rule 9.3.
test(
  'a till that pulls while eight write has the prices of one moment each time, and in the end exactly those of the list',
  async () => {
    const till = newTill();
    const snapshots: Snapshot[] = [];
    const sent = new Set<number | null>();
    const pullAndAcknowledge = async () => {
      const pages = await pull(till, service, pharmacy.crmCompanyId, 37);
      for (const { prices } of pages) for (const row of prices) sent.add(row.price);
      snapshots.push({ cursor: till.cursor as string, prices: new Map(till.prices) });
      const ack = await service.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: till.cursor });
      expect(ack.status).toBe(200);
    };

    const endAt = Date.now() + SECONDS * 1000;
    let writing = WRITERS.length;
    const write = async (writer: (typeof WRITERS)[number]) => {
      let done = 0;
      try {
        // on a busy machine as long as it takes to pull meanwhile
        for (let round = 1; Date.now() < endAt || done === 0 || snapshots.length < 3; round++) {
          if ((await writer(round)) === 'done') done += 1;
        }
      } finally {
        writing -= 1;
      }
      return done;
    };
    const read = async () => {
      while (writing > 0) await pullAndAcknowledge();
      await pullAndAcknowledge();
    };
    const [, ...written] = await Promise.all([read(), ...WRITERS.map(write)]);

    expect(written.every((done) => done > 0)).toBe(true);
    expect(snapshots.length).toBeGreaterThan(2);
    expect(sorted(till.prices)).toEqual(sorted(await listedPrices(portal.database, pharmacy.apoId)));
    expect(sent.has(DRAFT)).toBe(false);
    const expected = await replay(snapshots.map(({ cursor }) => cursor));
    const differing = snapshots.filter(({ prices }, index) => !same(prices, expected[index] as Map<string, number>));
    expect(differing.map(({ cursor }) => cursor)).toEqual([]);
    expect(await brokenInvariants(portal.database)).toEqual([]);
  },
  SECONDS * 1000 + 120_000,
);

/** A save of one product that has stored its changes and waits, until `release` is called, before its history entry: the last thing it does. */
function heldSave(pzn: string, priceEdit: number) {
  const gate = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  const database: TestPortal['database'] = {
    ...portal.database,
    transaction: (work) =>
      portal.database.transaction(async (connection) => {
        await connection.query('SELECT pg_current_xact_id()');
        const query = connection.query.bind(connection) as (...asked: unknown[]) => Promise<unknown>;
        connection.query = ((...asked: unknown[]) => {
          const { text } = Object(asked[0]) as { text?: string };
          if (!(text ?? String(asked[0])).includes('INSERT INTO history_head')) return query(...asked);
          reached.resolve();
          return gate.promise.then(() => query(...asked));
        }) as typeof connection.query;
        try {
          return await work(connection);
        } finally {
          connection.query = query as typeof connection.query;
        }
      }),
  };
  const products = [{ pzn, priceEdit, editedPermanent: false, editedIgnore: false }];
  const saved = savePriceList(
    { database, clock: portal.clock },
    {
      apoId: pharmacy.apoId,
      body: { products },
      actor: { subject: 'late', userName: 'Late', staff: true },
      staff: true,
    },
  );
  return { reached: reached.promise, release: () => gate.resolve(), saved };
}

test.each(PRODUCT_GROUPS.slice(0, 2))(
  'a save of %s that began first and commits last is not skipped by a cursor that came in between',
  async (group) => {
    const [late, quick] = group === 'OTC' ? [OTC[0], FREIWAHL[0]] : [FREIWAHL[0], OTC[0]];
    const till = newTill();
    await pull(till, service, pharmacy.crmCompanyId);
    const held = heldSave(late as string, 1.11);
    await held.reached; // its changes have their ids, and its transaction is the older one
    expect(await outcome(sales.put(`/api/price/${pharmacy.path}`, { products: [edit(quick as string, 2.22)] }))).toBe(
      'done',
    );
    await pull(till, service, pharmacy.crmCompanyId);
    expect([till.prices.get(late as string), till.prices.get(quick as string)]).toEqual([START, 2.22]);
    held.release();
    await held.saved;
    const [page] = await pull(till, service, pharmacy.crmCompanyId);
    expect(page?.prices).toEqual([{ pzn: late, productGroup: group, price: 1.11, withdrawn: false }]);
  },
);

test('a transaction that is older than a whole save of the same list is not skipped either', async () => {
  const till = newTill();
  await pull(till, service, pharmacy.crmCompanyId);
  const [first, second] = OTC as [string, string];
  const older = await portal.database.pool.connect();
  try {
    await older.query('BEGIN');
    await older.query('SELECT pg_current_xact_id()');
    expect(await outcome(sales.put(`/api/price/${pharmacy.path}`, { products: [edit(first, 2.22)] }))).toBe('done');
    await pull(till, service, pharmacy.crmCompanyId);
    const products = [edit(second, 3.33)];
    const database = { ...portal.database, transaction: <T>(work: (c: typeof older) => Promise<T>) => work(older) };
    const actor = { subject: 'late', userName: 'Late', staff: true };
    await savePriceList(
      { database, clock: portal.clock },
      { apoId: pharmacy.apoId, body: { products }, actor, staff: true },
    );
    await pull(till, service, pharmacy.crmCompanyId);
    expect(till.prices.get(second)).toBe(START);
    await older.query('COMMIT');
  } finally {
    older.release();
  }
  const [page] = await pull(till, service, pharmacy.crmCompanyId);
  expect(page?.prices.map(({ pzn, price: euros }) => [pzn, euros])).toEqual([[second, 3.33]]);
});

const edit = (pzn: string, priceEdit: number) => ({ pzn, priceEdit, editedPermanent: false, editedIgnore: false });
