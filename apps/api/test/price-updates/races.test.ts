import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { csv, upload } from '../intake/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { brokenInvariants, readList, seedUpdate } from './support.ts';

const ROUNDS = 6;
const PZNS = Array.from({ length: 200 }, (_, index) => testPzn(index));
const [first, last] = [PZNS[0] as string, PZNS.at(-1) as string];

let portal: TestPortal;
let pharmacy: SeededPharmacy;
let owner: Client;
let deputy: Client;
let sales: Client;

beforeEach(async () => {
  portal = await startPortal();
  owner = await portal.as('Anna Berger', ['solvena_customer', ...everyPharmacy('TP_admin_')]);
  deputy = await portal.as('Jonas Klein', ['solvena_customer', ...everyPharmacy('TP_user_')]);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
});
afterEach(async () => {
  expect(await brokenInvariants(portal.database)).toEqual([]);
  await portal.close();
});

function everyPharmacy(prefix: string): string[] {
  return Array.from({ length: ROUNDS }, (_, round) => `${prefix}${700_001 + round}`);
}

/** Each round has a pharmacy of its own, so that the invariants see all of them in the end. */
async function rounds(race: (round: number) => Promise<void>): Promise<void> {
  for (let round = 1; round <= ROUNDS; round++) {
    pharmacy = await seedPharmacy(portal.database, round);
    await seedList(
      portal.database,
      pharmacy,
      'OTC',
      PZNS.map((pzn) => ({ pzn })),
    );
    await race(round);
  }
}
/** Starts calls in turn, every other round the other way round, and waits for all. */
async function together<T>(round: number, calls: (() => PromiseLike<T>)[]): Promise<T[]> {
  const order = calls.map((_, index) => index);
  if (round % 2 === 0) order.reverse();
  const running: PromiseLike<T>[] = [];
  for (const index of order) running[index] = Promise.resolve(calls[index]?.() as PromiseLike<T>);
  return Promise.all(running);
}

const rows = () => PZNS.map((pzn) => ({ pzn }));
const at = (kind: string, id: number, step = '') => `/api/price/${step}${kind}/${pharmacy.path}/${id}/OTC`;
const approve = (client: Client, kind: string, id: number, more = {}) =>
  client.put(at(kind, id, 'approve/'), { products: [], ...more });
const edit = (pzn: string, editedPrice: number) => ({ pzn, editedPrice, editedPermanent: false, editedIgnore: false });
const update = (id: number) => portal.database.prisma.priceUpdate.findFirstOrThrow({ where: { id } });
const approvals = (id: number) =>
  portal.database.prisma.historyEntry.count({
    where: { event: { endsWith: 'freigegeben' }, OR: [{ mdpImportId: id }, { lzdImportId: id }, { qdpImportId: id }] },
  });
const price = async (pzn: string) => {
  const row = (await readList(portal.database, pharmacy.apoId))[pzn];
  return row?.manual ?? row?.calculated;
};

// Rules 3.9, 6.12 and 6.17.
test('approve against approve: one wins, the other reads who it was', () =>
  rounds(async (round) => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows());
    const answers = await together(round, [
      () => approve(owner, 'mdp', id, { products: [edit(first, 1.11)] }),
      () => approve(deputy, 'mdp', id, { products: [edit(first, 2.22)] }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [winner, own] = answers[0]?.status === 200 ? ['Anna Berger', '1.11'] : ['Jonas Klein', '2.22'];
    expect(answers.find(({ status }) => status === 409)?.body.message).toContain(`von ${winner} freigegeben`);
    expect([(await update(id)).approver, await price(first), await approvals(id)]).toEqual([winner, own, 1]);
  }));

test('approve against the clock: exactly one of them', () =>
  rounds(async (round) => {
    const due = { autoActionAt: portal.clock.now(), autoAction: 'approve' };
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows(), due);
    const [answer, report] = (await together<unknown>(round, [
      () => approve(owner, 'mdp', id),
      () => runDueActions(portal.deps),
    ])) as [Awaited<ReturnType<typeof approve>>, Awaited<ReturnType<typeof runDueActions>>];
    expect([answer.status, report.approved]).toEqual(answer.status === 200 ? [200, 0] : [409, 1]);
    expect(report.failed).toEqual([]);
    expect([(await update(id)).approver, await approvals(id)]).toEqual([
      answer.status === 200 ? 'Anna Berger' : 'System',
      1,
    ]);
  }));

test('approve against automatic deletion: exactly one of them', () =>
  rounds(async (round) => {
    const due = { autoActionAt: portal.clock.now(), autoAction: 'delete' };
    const id = await seedUpdate(portal.database, pharmacy, 'QDP', rows(), due);
    const [answer, report] = (await together<unknown>(round, [
      () => approve(owner, 'qdp', id),
      () => runDueActions(portal.deps),
    ])) as [Awaited<ReturnType<typeof approve>>, Awaited<ReturnType<typeof runDueActions>>];
    // A customer is told nothing of a deleted package (rule 6.22).
    expect([answer.status, report.deleted]).toEqual(answer.status === 200 ? [200, 0] : [403, 1]);
    expect((await update(id)).status).toBe(answer.status === 200 ? 1 : -1);
  }));

test('save a draft against approve: the draft is in the list, or refused, never lost', () =>
  rounds(async (round) => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows());
    const versioned = round > ROUNDS / 2 ? { version: 1 } : {};
    const [draft, approval] = await together(round, [
      () => deputy.put(at('mdp', id, 'save/'), { products: [edit(last, 4.44)], ...versioned }),
      () => approve(owner, 'mdp', id, versioned),
    ]);
    if (draft?.status === 200 && approval?.status === 200) expect(await price(last)).toBe('4.44');
    else if (draft?.status === 409) expect([approval?.status, await price(last)]).toEqual([200, '8.49']);
    else {
      // Saved first: an approval with the older version has not seen it.
      expect([draft?.status, approval?.status, approval?.body.pzns]).toEqual([200, 409, [last]]);
      expect((await update(id)).status).toBe(0);
    }
  }));

test('delete against approve: exactly one of them', () =>
  rounds(async (round) => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows());
    const answers = await together(round, [
      () => sales.delete(`/api/price/mdp/${id}/${pharmacy.path}`),
      () => approve(owner, 'mdp', id),
    ]);
    const deleted = answers[0]?.status === 200;
    // A customer is told nothing of a deleted package (rule 6.22).
    expect(answers.map(({ status }) => status)).toEqual(deleted ? [200, 403] : [409, 200]);
    expect([(await update(id)).status, await price(first)]).toEqual(deleted ? [-1, '9.99'] : [1, '8.49']);
  }));

test('upload against approve: the old LZD is approved or replaced, the new one is open', () =>
  rounds(async (round) => {
    const id = await seedUpdate(portal.database, pharmacy, 'LZD', rows(), { resetChoice: round % 3 === 0 ? 0 : 1 });
    const name = `ZumDurchsehen_OTC_${pharmacy.apoId}_Apotheke_9_3_2026.csv`;
    const file = { name, content: csv(PZNS.map((pzn) => [pzn, '7,77'] as const)) };
    const [uploaded, approval] = await together(round, [
      () => upload(portal, sales, `/api/price/lzd/upload/${pharmacy.path}`, file, { resetChoice: '1' }),
      () => approve(owner, 'lzd', id),
    ]);
    expect([uploaded?.status, (await update(uploaded?.body.id)).status]).toEqual([200, 0]);
    // A customer is told nothing of a package that was replaced (rule 6.22).
    expect([approval?.status, (await update(id)).status]).toEqual(approval?.status === 200 ? [200, 1] : [403, -1]);
  }));

test('reopen against a newer package: refused, or reopened and then replaced', () =>
  rounds(async (round) => {
    const id = await seedUpdate(portal.database, pharmacy, 'MDP', rows());
    await approve(owner, 'mdp', id);
    const file = { name: `newer-${round}.csv`, content: csv(PZNS.map((pzn) => [pzn, '7,77'] as const)) };
    const [reopened, newer] = await together(round, [
      () => sales.delete(at('mdp', id, 'approve/')),
      () => upload(portal, sales, `/api/intake/mdp/${pharmacy.crmCompanyId}/OTC`, file),
    ]);
    expect([newer?.status, (await update(newer?.body.id)).status]).toEqual([200, 0]);
    const stands = reopened?.status === 409;
    expect([reopened?.status, (await update(id)).status, await price(first)]).toEqual(
      stands ? [409, 1, '8.49'] : [200, -1, '9.99'],
    );
  }));

test('two kinds and a save of one list at once: all of them, one after the other', () =>
  rounds(async (round) => {
    const fresh = testPzn(900);
    const mdp = await seedUpdate(
      portal.database,
      pharmacy,
      'MDP',
      PZNS.slice(0, 150).map((pzn) => ({ pzn })),
    );
    const qdp = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: fresh }]);
    const product = { pzn: last, priceEdit: 5.55, editedPermanent: false, editedIgnore: false };
    const answers = await together(round, [
      () => approve(owner, 'mdp', mdp),
      () => approve(deputy, 'qdp', qdp),
      () => sales.put(`/api/price/${pharmacy.path}`, { products: [product] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect([await price(first), await price(fresh), await price(last)]).toEqual(['8.49', '8.49', '5.55']);
  }));

test('one new product in two groups at once: it comes into one of them, the other leaves it out', () =>
  rounds(async (round) => {
    const fresh = testPzn(901);
    const one = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: fresh }]);
    const two = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: fresh }], { productGroup: 'FREIWAHL' });
    const answers = await together(round, [
      () => approve(owner, 'qdp', one),
      () => deputy.put(at('qdp', two, 'approve/').replace('OTC', 'FREIWAHL'), { products: [] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.leftOut).sort()).toEqual([0, 1]);
  }));
