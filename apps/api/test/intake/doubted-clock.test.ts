import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runDueActions } from '../../src/jobs/run-due-actions.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';
import { csv, upload } from './support.ts';

// Rule 20.17: what is doubted is never approved at once, but when it is due (rule 7.7).
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let engine: Client;
let sales: Client;
let owner: Client;
const COUNT = 24;
const price = (at: number) => 999 + at * 37;
const euros = (cents: number) => (cents / 100).toFixed(2);
const file = (after: (at: number) => number) =>
  csv(
    Array.from({ length: COUNT }, (_, at) => [testPzn(at), euros(after(at)).replace('.', ',')]),
    'PZN;TruePrice neu',
  );
const HALF = file((at) => Math.round(price(at) / 2));
const HONEST = file((at) => price(at) + ((at % 7) - 3) * 10);
const NET = file((at) => Math.round(price(at) / 1.19));
const FIFTH_DAY = new Date('2026-03-15T23:00:00Z');

beforeEach(async () => {
  portal = await startPortal();
  portal.clock.set('2026-03-10T09:00:00Z');
  pharmacy = await seedPharmacy(portal.database, 1);
  const articles = Array.from({ length: COUNT }, (_, at) => ({ pzn: testPzn(at), calculated: euros(price(at)) }));
  await seedList(portal.database, pharmacy, 'OTC', articles);
  engine = await portal.as('Pricing Engine', ['pricing_engine']);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  owner = await portal.as('Anna Berger', [`TP_admin_${pharmacy.crmCompanyId}`]);
});
afterEach(() => portal.close());

const deliver = (name: string, content: string, kind: 'mdp' | 'qdp' = 'mdp') =>
  upload(portal, engine, `/api/intake/${kind}/${pharmacy.crmCompanyId}/OTC`, { name, content });
const setFlag = async (kind: 'mdp' | 'qdp', flag: number) => {
  const path = kind === 'mdp' ? 'approvalflag' : 'qdpapprovalflag';
  return (await owner.post(`/api/pharmacy/${path}/${pharmacy.path}/OTC/${flag}`).expect(200)).body;
};
const stored = async (id: number) =>
  (await portal.database.pool.query('SELECT status, auto_action_at, auto_action FROM price_update WHERE id = $1', [id]))
    .rows[0];

test('under an at-once flag a doubted monthly update gets its five days, and is then approved', async () => {
  await setFlag('mdp', 1);
  const { body } = await deliver('half.csv', HALF).expect(200);
  expect(body).toMatchObject({ approved: false, certificate: { colour: 'yellow' } });
  expect(await stored(body.id)).toEqual({ status: 0, auto_action_at: FIFTH_DAY, auto_action: 'approve' });
  portal.clock.set(FIFTH_DAY.toISOString());
  await runDueActions(portal.deps);
  expect(await stored(body.id)).toMatchObject({ status: 1 });
});

test('a green one is approved in the same call', async () => {
  await setFlag('mdp', 1);
  const { body } = await deliver('honest.csv', HONEST).expect(200);
  expect(body.doubts).toEqual([]);
  expect(body).toMatchObject({ approved: true, certificate: { colour: 'green' } });
});

test('a doubted quarterly update waits for the 22nd', async () => {
  await setFlag('qdp', 2);
  const { body } = await deliver('half.csv', HALF, 'qdp').expect(200);
  expect(body).toMatchObject({ approved: false, certificate: { colour: 'yellow' } });
  const the22nd = { status: 0, auto_action_at: new Date('2026-03-21T23:00:00Z'), auto_action: 'approve' };
  expect(await stored(body.id)).toEqual(the22nd);
});

test('an at-once flag that is set while it is open approves it no sooner, and the settings say so before', async () => {
  await setFlag('mdp', 2);
  const { body } = await deliver('half.csv', HALF).expect(200);
  expect(await stored(body.id)).toMatchObject({ auto_action_at: null });
  const settings = (await owner.get(`/api/pharmacy/settings/${pharmacy.path}`).expect(200)).body;
  expect(settings.flags[0].mdp).toMatchObject({ id: body.id, doubted: true });
  expect(await setFlag('mdp', 1)).toMatchObject({ approvedId: null });
  expect(await stored(body.id)).toEqual({ status: 0, auto_action_at: FIFTH_DAY, auto_action: 'approve' });
});

test('what staff took in by hand is not doubted any more', async () => {
  await setFlag('mdp', 2);
  const refused = await deliver('net.csv', NET).expect(422);
  const { id } = refused.body.delivery;
  const taken = await sales.post(`/api/admin/deliveries/${id}/take-in`, { reason: 'ist gewollt' }).expect(200);
  const { updateId } = taken.body;
  const { packages } = (await sales.get('/api/admin/overview').expect(200)).body;
  expect(packages).toMatchObject([{ kind: 'MDP', doubted: false }]);
  expect(await setFlag('mdp', 1)).toMatchObject({ approvedId: updateId });
  expect(await stored(updateId)).toMatchObject({ status: 1 });
});
