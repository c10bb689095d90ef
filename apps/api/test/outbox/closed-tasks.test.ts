import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type CustomerCentre, DEMO_TASKS_SECRET, startCustomerCentre } from '@portal/dev/customer-centre/server.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { csv, upload } from '../intake/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { deliveryDeps, freePort, messages } from './support.ts';

let portal: TestPortal;
let centre: CustomerCentre;
let pharmacy: SeededPharmacy;
let admin: Client;
const PZN = testPzn(1);

beforeEach(async () => {
  [portal, centre] = await Promise.all([startPortal(), startCustomerCentre({ port: 0 })]);
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: PZN }]);
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
});
afterEach(async () => {
  await centre.close();
  await portal.close();
});

const deliver = (tasksUrl = `${centre.url}/api/tasks/closed`, tasksSecret = DEMO_TASKS_SECRET) =>
  deliverMessages(deliveryDeps(portal, { tasksUrl, tasksSecret }));
const again = () => portal.clock.set(new Date(portal.clock.now().getTime() + 3_600_000).toISOString());
const deleteMdp = async () => {
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
  const { apoId, token } = pharmacy;
  expect((await admin.delete(`/api/price/mdp/${id}/${apoId}/${token}`)).status).toBe(200);
  return id;
};

// Rules 6.22 and 11.6.
test('an approved, a deleted, a replaced and an automatically deleted package close their tasks', async () => {
  const approved = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
  const answer = await admin.put(`/api/price/approve/mdp/${pharmacy.path}/${approved}/OTC`, { products: [] });
  expect(answer.status).toBe(200);
  const deleted = await deleteMdp();
  const replaced = await seedUpdate(portal.database, pharmacy, 'QDP', [{ pzn: PZN }]);
  const engine = await portal.as('engine', ['pricing_engine']);
  const file = { name: 'q.csv', content: csv([[PZN, '5,00']]) };
  const taken = await upload(portal, engine, `/api/intake/qdp/${pharmacy.crmCompanyId}/OTC`, file);
  expect(taken.status).toBe(200);
  portal.clock.set('2026-03-23T00:00:00Z'); // the 23rd: an open QDP is deleted
  await runDueActions(portal.deps);

  expect(await deliver()).toEqual({ sent: 4, failed: 0, gaveUp: 0 });
  const closed = centre.closedTasks().toReversed();
  const task = (kind: string, importId: number) => ({ kind, importId, productGroup: 'OTC' });
  const { apoId, crmCompanyId } = pharmacy;
  expect(closed).toMatchObject([
    { outcome: 'approved', task: task('MDP', approved), closedBy: 'Petra Hahn', pharmacy: { apoId, crmCompanyId } },
    { outcome: 'deleted', task: task('MDP', deleted), closedBy: 'Petra Hahn' },
    { outcome: 'replaced', task: task('QDP', replaced) },
    { outcome: 'deleted', closedBy: 'System', closedAt: '2026-03-23T00:00:00.000Z' },
  ]);
});

test('a refused approval closes nothing', async () => {
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
  const products = [{ pzn: PZN, editedPrice: -1, editedPermanent: false, editedIgnore: false }];
  expect((await admin.put(`/api/price/approve/mdp/${pharmacy.path}/${id}/OTC`, { products })).status).toBe(422);
  expect(await messages(portal)).toEqual([]);
});

test('while the customer centre is down messages wait; once it is back each arrives once', async () => {
  const port = await freePort();
  const url = `http://localhost:${port}/api/tasks/closed`;
  const id = await deleteMdp();
  expect(await deliver(url)).toEqual({ sent: 0, failed: 1, gaveUp: 0 });
  expect((await messages(portal))[0]?.lastError).toBe('Das Kundencenter ist nicht erreichbar (ECONNREFUSED).');
  const back = await startCustomerCentre({ port });
  again();
  await deliver(url);
  await deliver(url);
  expect(back.closedTasks()).toMatchObject([{ task: { importId: id } }]);
  await back.close();
});

test('a wrong secret is refused, tried again, and right once it is set right', async () => {
  await deleteMdp();
  await deliver(undefined, 'w'.repeat(32));
  expect(await messages(portal)).toMatchObject([
    { status: 'waiting', lastError: 'Das Kundencenter hat mit 401 geantwortet.' },
  ]);
  expect(centre.closedTasks()).toEqual([]);
  again();
  await deliver();
  expect(centre.closedTasks()).toHaveLength(1);
});
