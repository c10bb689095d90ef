import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { PRODUCT_GROUPS, type ProductGroup, type UpdateKind } from '@portal/rules';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { csv, upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, seedUpdate } from './support.ts';

/** Products of each group, 100 apart, so that a test may add some of its own. */
const pznsOf = (group: ProductGroup) =>
  Array.from({ length: 12 }, (_, index) => testPzn(PRODUCT_GROUPS.indexOf(group) * 100 + index));

let portal: TestPortal;
let sales: Client;
let till: Client;

beforeEach(async () => {
  portal = await startPortal();
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

/** Deadlocks this database has seen; the statistics of other connections arrive when these end or after a second. */
async function deadlocks(): Promise<number> {
  await portal.deps.database.pool.query('SELECT pg_stat_force_next_flush()');
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  const { rows } = await portal.database.pool.query<{ deadlocks: string }>(
    'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
  );
  return Number(rows[0]?.deadlocks);
}

async function newPharmacy(n: number, overrides = {}): Promise<SeededPharmacy> {
  const pharmacy = await seedPharmacy(portal.database, n, overrides);
  for (const group of PRODUCT_GROUPS) {
    const items = pznsOf(group).map((pzn) => ({ pzn }));
    await seedList(portal.database, pharmacy, group, items);
  }
  return pharmacy;
}

function openUpdate(pharmacy: SeededPharmacy, kind: UpdateKind, group: ProductGroup, overrides = {}): Promise<number> {
  const rows = pznsOf(group).map((pzn) => ({ pzn }));
  return seedUpdate(portal.database, pharmacy, kind, rows, { productGroup: group, ...overrides });
}

const path = (pharmacy: SeededPharmacy, kind: UpdateKind, group: ProductGroup, id: number, step = '') =>
  `/api/price/${step}${kind.toLowerCase()}/${pharmacy.path}/${id}/${group}`;

// Rule 13.13.
test('LZDs of all groups of a pharmacy approved at once: every one, in 4 rounds, without a deadlock', async () => {
  const before = await deadlocks();
  const statuses: number[] = [];
  for (let round = 1; round <= 4; round++) {
    const pharmacy = await newPharmacy(round, { contractStatus: 0, active: 0 });
    const ids = await Promise.all(PRODUCT_GROUPS.map((group) => openUpdate(pharmacy, 'LZD', group)));
    const answers = await Promise.all(
      PRODUCT_GROUPS.map((group, index) =>
        sales.put(path(pharmacy, 'LZD', group, ids[index] as number, 'approve/'), { products: [] }),
      ),
    );
    statuses.push(...answers.map(({ status }) => status));
    // The first of them activates the contract, and no other.
    expect(answers.map(({ body }) => body.contractActivated as boolean).filter(Boolean)).toEqual([true]);
  }
  expect(statuses).toEqual(Array.from({ length: 12 }, () => 200));
  expect(await deadlocks()).toBe(before);
});

/** What each writer of a pharmacy does, with the answers that are right while others write too. */
type Writer = { name: string; run: (stage: Stage) => PromiseLike<{ status: number }>; may: number[] };
type Stage = {
  pharmacy: SeededPharmacy;
  other: SeededPharmacy;
  ids: Record<'MDP' | 'QDP' | 'LZD' | 'LZD2' | 'done', number>;
};

const edit = (pzn: string, price: number) => ({ pzn, editedPrice: price, editedPermanent: false, editedIgnore: false });
const group = 'OTC';
const spare = testPzn(950);

const WRITERS: Writer[] = [
  {
    name: 'save the list',
    run: ({ pharmacy }) =>
      sales.put(`/api/price/${pharmacy.path}`, {
        products: pznsOf('HILFSMITTEL').map((pzn) => ({
          pzn,
          priceEdit: 5.55,
          editedPermanent: false,
          editedIgnore: false,
        })),
      }),
    // The open QDP holds its products.
    may: [200, 403, 422],
  },
  {
    name: 'approve an MDP',
    run: ({ pharmacy, ids }) => sales.put(path(pharmacy, 'MDP', group, ids.MDP, 'approve/'), { products: [] }),
    may: [200, 403, 409],
  },
  {
    name: 'approve a QDP with a new product',
    run: ({ pharmacy, ids }) => sales.put(path(pharmacy, 'QDP', 'HILFSMITTEL', ids.QDP, 'approve/'), { products: [] }),
    may: [200, 403, 409],
  },
  {
    name: 'approve an LZD',
    run: ({ pharmacy, ids }) => sales.put(path(pharmacy, 'LZD', group, ids.LZD, 'approve/'), { products: [] }),
    may: [200, 403, 409],
  },
  {
    name: 'approve the LZD of another group',
    run: ({ pharmacy, ids }) => sales.put(path(pharmacy, 'LZD', 'FREIWAHL', ids.LZD2, 'approve/'), { products: [] }),
    may: [200, 403, 409],
  },
  {
    name: 'save a draft',
    run: ({ pharmacy, ids }) =>
      sales.put(path(pharmacy, 'MDP', group, ids.MDP, 'save/'), { products: [edit(pznsOf(group)[0] as string, 4.44)] }),
    may: [200, 403, 409],
  },
  {
    name: 'reopen',
    run: ({ pharmacy, ids }) => sales.delete(path(pharmacy, 'MDP', 'FREIWAHL', ids.done, 'approve/')),
    may: [200, 403, 409],
  },
  {
    name: 'delete',
    run: ({ pharmacy, ids }) => sales.delete(`/api/price/mdp/${ids.MDP}/${pharmacy.path}`),
    may: [200, 403, 409],
  },
  {
    name: 'release',
    run: ({ pharmacy, ids }) => sales.post(`/api/price/initapproval/lzd/${pharmacy.apoId}/${ids.LZD}`),
    may: [200, 403, 409],
  },
  {
    name: 'activate',
    run: ({ pharmacy }) =>
      sales.post('/api/solvena/activateUsers', { pharmacyId: pharmacy.apoId, token: pharmacy.token }),
    may: [200],
  },
  {
    name: 'monthly flag',
    run: ({ pharmacy }) => sales.post(`/api/pharmacy/approvalflag/${pharmacy.path}/${group}/1`),
    may: [200, 403],
  },
  {
    name: 'quarterly flag',
    run: ({ pharmacy }) => sales.post(`/api/pharmacy/qdpapprovalflag/${pharmacy.path}/HILFSMITTEL/2`),
    may: [200, 403],
  },
  {
    name: 'add a mirror',
    run: ({ pharmacy, other }) =>
      sales.post('/api/pharmacy/shadow', { pharmacy: other.apoId, shadowPharmacy: pharmacy.apoId }),
    may: [200, 409],
  },
  {
    name: 'add this one as main pharmacy',
    run: ({ pharmacy, other }) =>
      sales.post('/api/pharmacy/shadow', { pharmacy: pharmacy.apoId, shadowPharmacy: other.apoId }),
    may: [200, 409],
  },
  {
    name: 'remove a mirror',
    run: ({ pharmacy, other }) => sales.delete(`/api/pharmacy/shadow/${pharmacy.apoId}/${other.apoId}`),
    may: [200, 409],
  },
  {
    name: 'deliver an MDP',
    run: ({ pharmacy }) =>
      upload(portal, sales, `/api/intake/mdp/${pharmacy.crmCompanyId}/FREIWAHL`, {
        name: 'mdp.csv',
        content: csv(pznsOf('FREIWAHL').map((pzn) => [pzn, '7,77'] as const)),
      }),
    may: [200, 403],
  },
  {
    name: 'deliver a QDP with a new product',
    run: ({ pharmacy }) =>
      upload(portal, sales, `/api/intake/qdp/${pharmacy.crmCompanyId}/OTC`, {
        name: 'qdp.csv',
        content: csv([[spare, '7,77'] as const]),
      }),
    // 422 once the other QDP has taken its only product into another group.
    may: [200, 403, 422],
  },
  {
    name: 'the clock',
    run: async () => {
      const report = await runDueActions(portal.deps);
      return { status: report.failed.length === 0 ? 200 : 500 };
    },
    may: [200],
  },
  {
    name: 'acknowledge',
    run: async ({ pharmacy }) => {
      const page = await till.get(`/api/till/v1/${pharmacy.crmCompanyId}/prices`);
      return till.post(`/api/till/v1/${pharmacy.crmCompanyId}/ack`, { cursor: page.body.cursor as string });
    },
    may: [200, 409],
  },
];

/** With how many writers after it each one meets, beside itself; the night takes all of them. */
const PARTNERS = Number(process.env.PORTAL_LOCK_PARTNERS ?? 1);

test('pairs of writers of one pharmacy at once: no deadlock, and each answer is in order', async () => {
  const pairs = WRITERS.flatMap((one, index) =>
    WRITERS.slice(index, index + PARTNERS + 1).map((two) => [one, two] as const),
  );
  till = await portal.as(
    'Kasse',
    pairs.map((_, n) => `till_sync_${700_000 + 2 * n + 2}`),
  );
  const before = await deadlocks();
  const wrong: string[] = [];
  for (const [n, [one, two]] of pairs.entries()) {
    const stage = await setStage(2 * n + 2);
    const answers = await Promise.all([one.run(stage), two.run(stage)]);
    answers.forEach(({ status }, index) => {
      const writer = index === 0 ? one : two;
      if (!writer.may.includes(status)) wrong.push(`${one.name} + ${two.name}: ${writer.name} answered ${status}`);
    });
  }
  expect(wrong).toEqual([]);
  expect(await deadlocks()).toBe(before);
}, 240_000);

/** A pharmacy with something for every writer to do, and another one to link it with. */
async function setStage(n: number): Promise<Stage> {
  const active = { contractStatus: 0, active: 0, userAccessActivated: false };
  const pharmacy = await newPharmacy(n, active);
  const other = await seedPharmacy(portal.database, n + 1);
  const [due, kindOfLast] = [{ autoActionAt: portal.clock.now(), autoAction: 'approve' }, 'MDP'] as const;
  const done = await openUpdate(pharmacy, kindOfLast, 'FREIWAHL');
  await sales.put(path(pharmacy, kindOfLast, 'FREIWAHL', done, 'approve/'), { products: [] });
  const MDP = await openUpdate(pharmacy, 'MDP', group, due);
  const LZD = await openUpdate(pharmacy, 'LZD', group, { readyForApproval: true });
  const LZD2 = await openUpdate(pharmacy, 'LZD', 'FREIWAHL', { readyForApproval: true });
  const fresh = [{ pzn: spare }, ...pznsOf('HILFSMITTEL').map((pzn) => ({ pzn }))];
  const QDP = await seedUpdate(portal.database, pharmacy, 'QDP', fresh, { productGroup: 'HILFSMITTEL' });
  return { pharmacy, other, ids: { MDP, QDP, LZD, LZD2, done } };
}
