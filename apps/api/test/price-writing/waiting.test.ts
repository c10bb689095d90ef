import { once } from 'node:events';
import { afterEach, beforeEach, expect, test, describe } from '@jest/globals';
import type { ProductGroup } from '@portal/rules';
import sql from 'sql-template-tag';
import { WaitInFront } from '../../src/db/list-turns.ts';
import { NoRowChanged } from '../../src/db/update-one.ts';
import { savedRows } from '../../src/modules/price-lists/saved-rows.ts';
import { changeUpdate } from '../../src/modules/price-updates/change-update.ts';
import { lockUpdate } from '../../src/modules/price-updates/lock-update.ts';
import {
  lockLists,
  lockPharmacyRows,
  type PharmacyLock,
  rowsSql,
  writeLists,
} from '../../src/modules/price-writing/index.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { brokenInvariants } from '../support/invariants.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { type SeededPharmacy, seedList, seedPharmacy, testPzn } from '../support/seed.ts';

describe('waiting', () => {
  // A save reads its rows before it holds the locks, and must not go by what it has read when a list has moved since.

  let portal: TestPortal;
  let pharmacy: SeededPharmacy;
  let owner: Client;
  const [one, two, fresh] = [1, 2, 50].map(testPzn) as [string, string, string];

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
    await seedList(portal.database, pharmacy, 'OTC', [{ pzn: one }]);
    await seedList(portal.database, pharmacy, 'FREIWAHL', [{ pzn: two }]);
    const product = { pzn: fresh, name: 'Neu', producer: 'Muster Pharma GmbH' };
    await portal.database.prisma.product.create({ data: product });
    owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
  });
  afterEach(async () => {
    expect(await brokenInvariants(portal.database)).toEqual([]);
    await portal.close();
  });

  const edit = (pzn: string, priceEdit: number | null, more: object = {}) => ({
    pzn,
    priceEdit,
    editedPermanent: false,
    editedIgnore: false,
    ...more,
  });
  const newExclusion = edit(fresh, null, { editedIgnore: true, productGroup: 'OTC' });
  const save = (products: object[], more: object = {}) =>
    owner.put(`/api/price/${pharmacy.path}`, { products, ...more });

  type Row = { group: ProductGroup; pzn: string; cents: number | null };

  /** Another transaction writes rows and holds its lists until the call waits for them; then it commits. */
  async function meet<Answer>(groups: readonly ProductGroup[], written: Row[], call: () => PromiseLike<Answer>) {
    const answer = await portal.database.transaction(async (connection) => {
      const { lists } = await lockLists(connection, { apoId: pharmacy.apoId, groups });
      for (const { group, pzn, cents } of written) {
        const none = { period: null, begins: false };
        const row = { pzn, productGroup: group, priceType: cents === null ? 1 : 2, ownPrice: cents, ...none } as const;
        await writeLists(connection, {
          lists: lists.filter((list) => list.group === group),
          at: portal.clock.now(),
          actor: { subject: 'jonas', userName: 'Jonas Klein', staff: false },
          event: 'Preisliste gespeichert',
          rows: (list) => [savedRows(list, [row])],
        });
      }
      const waiting = Promise.resolve(call());
      await until(someoneWaits);
      return { waiting };
    });
    return answer.waiting;
  }

  /**
   * Asked outside of the transaction, which would see the same moment all the time. What waits on another node is merely long at work
   * here.
   */
  async function someoneWaits(): Promise<boolean> {
    const { rowCount } = await portal.database.pool.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND (wait_event_type = 'Lock'
        OR state = 'active' AND backend_type = 'client backend' AND clock_timestamp() > query_start + interval '0.3 s')`,
    );
    return (rowCount ?? 0) > 0;
  }

  async function until(condition: () => Promise<boolean>): Promise<void> {
    for (let turns = 0; !(await condition()); turns += 1) {
      if (turns > 500) throw new Error('no statement came to wait');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  // Rule 4.12.
  test('the price that came while a save waited is the former one of its log', async () => {
    const answer = await meet(['OTC'], [{ group: 'OTC', pzn: one, cents: 555 }], () => save([edit(one, 6.66)]));
    expect([answer.status, answer.body]).toEqual([200, { status: 'OK', changed: 1 }]);
    const { rows } = await portal.database.pool.query(
      'SELECT user_name, old_price, new_price FROM price_change WHERE pzn = $1 ORDER BY id',
      [one],
    );
    expect(rows.map(Object.values)).toEqual([
      ['Jonas Klein', '9.99', '5.55'],
      ['Anna Berger', '5.55', '6.66'],
    ]);
  });

  test('a save that waited for a newer change of its product is refused, as one that comes later', async () => {
    const written = [{ group: 'OTC', pzn: one, cents: 555 }] as const;
    const answer = await meet(['OTC'], [...written], () => save([edit(one, 6.66)], { version: 1 }));
    expect([answer.status, answer.body.pzns]).toEqual([409, [one]]);
  });

  test('a save of what was stored while it waited changes nothing', async () => {
    const answer = await meet(['OTC'], [{ group: 'OTC', pzn: one, cents: 555 }], () => save([edit(one, 5.55)]));
    expect(answer.body).toEqual({ status: 'OK', changed: 0 });
  });

  test.each([
    ['and its own list has moved too', [{ group: 'OTC', pzn: one, cents: 555 } as const]],
    ['and its own list has not', []],
  ])('a product that comes onto another list while a save would add it stays there, %s', async (_, more) => {
    const written: Row[] = [{ group: 'FREIWAHL', pzn: fresh, cents: null }, ...more];
    const answer = await meet(['OTC', 'FREIWAHL'], written, () => save([edit(one, 6.66), newExclusion]));
    expect([answer.status, answer.body.pzns]).toEqual([422, [fresh]]);
    expect(answer.body.message).toContain('Der Artikel gehört zur Warengruppe FREIWAHL.');
  });

  test('a package that is not as its writer has read it is not changed', async () => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: one }]);
    const key = { kind: 'MDP', apoId: pharmacy.apoId, id } as const;
    const twice = portal.database.transaction(async (connection) => {
      const { update } = await lockUpdate(connection, key);
      const version = await changeUpdate(connection, update, { updatedAt: portal.clock.now() });
      expect(version).toBeGreaterThan(update.version);
      await changeUpdate(connection, update, { updatedAt: portal.clock.now() });
    });
    await expect(twice).rejects.toThrow(NoRowChanged);
    const row = await portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
    expect([row.version, row.updatedAt.toISOString()]).toEqual([1n, '2026-03-09T08:00:00.000Z']);
  });

  test('a change of named articles takes none of them off the list', async () => {
    const { apoId } = pharmacy;
    const pzns = sql`${[one]}::text[]`;
    const leaving = rowsSql({
      pzn: sql`i.pzn`,
      from: sql`price_item i WHERE i.apo_id = ${apoId} AND i.product_group = 'OTC' AND i.pzn = ANY(${pzns})`,
      after: 'gone',
    });
    const change = { event: 'Preisliste gespeichert', rows: () => [leaving], pzns };
    const actor = { subject: 'jonas', userName: 'Jonas Klein', staff: false };
    const written = portal.database.transaction(async (connection) => {
      const { lists } = await lockLists(connection, { apoId, groups: ['OTC'] });
      return writeLists(connection, { lists, at: portal.clock.now(), actor, ...change });
    });
    await expect(written).rejects.toThrow(RangeError);
    expect(await portal.database.prisma.priceItem.count({ where: { apoId, pzn: one } })).toBe(1);
  });
});

describe('fairness', () => {
  let portal: TestPortal;
  let pharmacy: SeededPharmacy;

  beforeEach(async () => {
    portal = await startPortal();
    pharmacy = await seedPharmacy(portal.database, 1);
  });
  afterEach(async () => {
    for (const { release } of writers) release(); // those of a test that failed half way
    await Promise.allSettled(writers.map(({ done }) => done));
    await portal.close();
  });

  const granted: string[] = [];
  const writers: { release(): void; done: Promise<void> }[] = [];
  beforeEach(() => {
    granted.length = 0;
    writers.length = 0;
  });

  /** A transaction that asks for the pharmacy and, once it has it, holds it until `release`. */
  function writer(name: string, strength: PharmacyLock) {
    const release = Promise.withResolvers<void>();
    const waits = Promise.withResolvers<void>();
    const has = Promise.withResolvers<void>();
    const { database } = portal.deps;
    const done = database.transaction(async (connection) => {
      try {
        await lockPharmacyRows(connection, [pharmacy.apoId], strength);
      } catch (error) {
        // It stands in line as soon as its connection is free.
        if (error instanceof WaitInFront) {
          void once(database.pool, 'release').then(() => setImmediate(waits.resolve));
        }
        throw error;
      }
      granted.push(name);
      has.resolve();
      waits.resolve(); // wrongly let past the line
      await release.promise;
    });
    const result = { has: has.promise, release: () => release.resolve(), waits: () => waits.promise, done };
    writers.push(result);
    return result;
  }

  test('a writer that waits to change a pharmacy goes before those who ask to read it later', async () => {
    const first = writer('reads first', 'read');
    await first.has;
    const change = writer('changes', 'change');
    await change.waits();
    const second = writer('reads later', 'read');
    await second.waits();
    expect(granted).toEqual(['reads first']);
    first.release();
    await change.has;
    expect(granted).toEqual(['reads first', 'changes']);
    change.release();
    second.release();
    await Promise.all([first.done, change.done, second.done]);
    expect(granted).toEqual(['reads first', 'changes', 'reads later']);
  });

  test('the clock passes over a pharmacy that somebody waits to change, and does not hold it', async () => {
    const first = writer('reads first', 'read');
    await first.has;
    const change = writer('changes', 'change');
    await change.waits();
    const passed = await portal.deps.database.transaction((connection) =>
      lockPharmacyRows(connection, [pharmacy.apoId], 'read', { skipLocked: true }),
    );
    expect(passed).toEqual([]);
    first.release();
    await change.has;
    change.release();
    await Promise.all([first.done, change.done]);
  });

  test('two who read hold the pharmacy together', async () => {
    const both = [writer('one', 'read'), writer('other', 'read')];
    await Promise.all(both.map(({ has }) => has));
    for (const { release } of both) release();
    await Promise.all(both.map(({ done }) => done));
    expect(granted).toHaveLength(2);
  });
});
