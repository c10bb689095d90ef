import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { AdminOverview } from '@portal/contracts';
import { noteRun } from '../src/job-run.ts';
import { createStaffBoard, showOpenPackages } from '../src/modules/pharmacies/index.ts';
import { deliverMessages } from '../src/modules/outbox/deliver-messages.ts';
import { DeliveryError } from '../src/modules/outbox/delivery-error.ts';
import { messages, notingSenders } from './outbox/support.ts';
import { seedUpdate } from './price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from './support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from './support/seed.ts';

const NOW = '2026-03-20T09:00:00.000Z';
let portal: TestPortal;
let pharmacy: SeededPharmacy;
let admin: Client;
const PZN = testPzn(1);

beforeEach(async () => {
  portal = await startPortal(NOW);
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: PZN }]);
  admin = await portal.as('Petra Hahn', ['solvena_admin']);
});
afterEach(() => portal.close());

const overview = async (): Promise<AdminOverview> => (await admin.get('/api/admin/overview')).body;
const refuse = () => Promise.reject(new DeliveryError('Das Kundencenter hat mit 422 geantwortet.', { hopeless: true }));
const deleteMdp = async () => {
  const id = await seedUpdate(portal.database, pharmacy, 'MDP', [{ pzn: PZN }]);
  expect((await admin.delete(`/api/price/mdp/${id}/${pharmacy.apoId}/${pharmacy.token}`)).status).toBe(200);
  return id;
};

// Rule 11.7.
test('lists the open packages of all pharmacies, the most urgent first, with what the clock will do', async () => {
  const cancelled = await seedPharmacy(portal.database, 2, { active: 3 });
  const due = (at: string, action = 'approve') => ({ autoActionAt: new Date(at), autoAction: action });
  const seed = (kind: 'MDP' | 'QDP' | 'LZD', more: object, at = pharmacy) =>
    seedUpdate(portal.database, at, kind, [{ pzn: PZN }], more);
  const later = await seed('QDP', due('2026-03-22T23:00:00Z', 'delete'));
  const overdue = await seed('MDP', due('2026-03-20T08:00:00Z'));
  const skipped = await seed('MDP', due('2026-03-19T23:00:00Z'), cancelled);
  const justDue = await seed('MDP', { ...due('2026-03-20T08:55:00Z'), productGroup: 'FREIWAHL' });
  const locked = await seed('LZD', { readyForApproval: false });
  await seed('MDP', { status: -1, productGroup: 'HILFSMITTEL' });

  const { packages, packageTotal, at } = await overview();
  expect(at).toBe(NOW);
  expect(packageTotal).toBe(5);
  expect(packages.map(({ id, overdue: late, locked: shut, cancelled: gone }) => [id, late, shut, gone])).toEqual([
    [skipped, false, false, true],
    [overdue, true, false, false],
    [justDue, false, false, false],
    [later, false, false, false],
    [locked, false, true, false],
  ]);
  expect(packages[3]).toEqual({
    id: later,
    kind: 'QDP',
    productGroup: 'OTC',
    apoId: pharmacy.apoId,
    crmCompanyId: pharmacy.crmCompanyId,
    token: pharmacy.token,
    pharmacy: 'Test-Apotheke 1',
    city: 'Berlin',
    itemCount: 1,
    createdAt: '2026-03-09T08:00:00.000Z',
    deadline: { at: '2026-03-22T23:00:00.000Z', action: 'delete' },
    held: null,
    overdue: false,
    doubted: false,
    locked: false,
    cancelled: false,
  });
});

test('keeps to the most urgent of very many and says how many there are', async () => {
  await portal.database.pool.query(
    `INSERT INTO pharmacy (apo_id, crm_company_id, token, name, street, zipcode, city, active, contract_status)
     SELECT 600000 + n, 800000 + n, 'token-' || n, 'Apotheke ' || n, 'Markt', '10115', 'Berlin', 1, 1 FROM generate_series(1, 1000) n`,
  );
  await portal.database.pool.query(
    `INSERT INTO price_update (kind, apo_id, product_group, created_at, updated_at, auto_action_at, auto_action, item_count)
     SELECT kind, apo_id, product_group, '2026-03-19', '2026-03-19', '2026-03-24'::timestamptz + apo_id * interval '1 second', 'approve', 1
       FROM pharmacy, unnest(ARRAY['MDP', 'QDP', 'LZD']) kind, unnest(ARRAY['OTC', 'FREIWAHL', 'HILFSMITTEL']) product_group
      WHERE apo_id > 600000`,
  );
  const { packages, packageTotal } = await overview();
  expect([packages.length, packageTotal]).toEqual([9000, 9000]);
  const board = await createStaffBoard(portal.deps.database.pool)();
  const few = showOpenPackages(board.packages, new Date(NOW), 10).map(({ text }) => JSON.parse(text));
  expect(few.map(({ apoId }) => apoId)).toEqual([...Array<number>(9).fill(600_001), 600_002]);
});

test('shows undelivered messages, the dead ones first; one sent again arrives, and who did so is known', async () => {
  const { deps } = portal;
  const id = await deleteMdp();
  await deliverMessages({
    ...deps,
    senders: { logExport: refuse, taskClosed: refuse, notice: refuse, noticeConfirmation: refuse, delivery: refuse },
  });
  await admin.post('/api/price/exportLogs', { changedSince: null });

  const before = await overview();
  expect(before.messageTotal).toBe(2);
  expect(before.messages).toMatchObject([
    {
      kind: 'taskClosed',
      status: 'dead',
      attempts: 1,
      nextAttemptAt: null,
      lastError: 'Das Kundencenter hat mit 422 geantwortet.',
      to: null,
      task: { kind: 'MDP', importId: id, productGroup: 'OTC' },
      pharmacy: {
        apoId: pharmacy.apoId,
        crmCompanyId: pharmacy.crmCompanyId,
        token: pharmacy.token,
        name: 'Test-Apotheke 1',
      },
    },
    { kind: 'logExport', status: 'waiting', attempts: 0, to: 'petra.hahn@portal.example', task: null, pharmacy: null },
  ]);
  const [dead, waiting] = before.messages.map((message) => message.id);

  expect((await admin.post(`/api/admin/messages/${waiting}/redeliver`)).status).toBe(409);
  expect((await admin.post('/api/admin/messages/999999/redeliver')).status).toBe(404);
  expect((await admin.post(`/api/admin/messages/${dead}/redeliver`)).body).toEqual({ status: 'OK' });
  expect((await admin.post(`/api/admin/messages/${dead}/redeliver`)).status).toBe(409);
  const senders = notingSenders();
  await deliverMessages({ ...deps, senders });
  expect(senders.sent).toHaveLength(2);
  expect((await overview()).messages).toEqual([]);

  const { events } = (await admin.get(`/api/admin/messages/${dead}/events`)).body;
  expect(events).toEqual([
    { at: NOW, event: 'sent', detail: null, userName: 'System' },
    { at: NOW, event: 'redelivered', detail: null, userName: 'Petra Hahn' },
    { at: NOW, event: 'gaveUp', detail: 'Das Kundencenter hat mit 422 geantwortet.', userName: 'System' },
  ]);
  expect((await admin.get('/api/admin/messages/999999/events')).status).toBe(404);
  const history = await portal.database.prisma.historyEntry.findFirst({ orderBy: { id: 'desc' } });
  expect(history).toMatchObject({
    event: 'Meldung an das Kundencenter erneut zugestellt',
    userName: 'Petra Hahn',
    mdpImportId: id,
    productType: 'OTC',
  });
});

test('of two who send a dead message again at once one wins', async () => {
  await deleteMdp();
  await deliverMessages({
    ...portal.deps,
    senders: { logExport: refuse, taskClosed: refuse, notice: refuse, noticeConfirmation: refuse, delivery: refuse },
  });
  const id = (await messages(portal))[0]?.id;
  const answers = await Promise.all([1, 2].map(() => admin.post(`/api/admin/messages/${id}/redeliver`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('tells which jobs have not run for too long, and why one failed', async () => {
  expect((await overview()).jobs).toEqual(
    ['dueActions', 'periods', 'notices', 'deliveries', 'forgetting'].map((name) => ({
      name,
      lastRunAt: null,
      error: null,
      overdue: true,
    })),
  );
  await noteRun(portal.deps, 'dueActions', async () => undefined);
  await noteRun(portal.deps, 'deliveries', () => Promise.reject(new Error('kaputt')));
  portal.clock.set('2026-03-20T09:10:00.001Z');
  await noteRun(portal.deps, 'forgetting', async () => undefined);
  expect((await overview()).jobs).toEqual([
    { name: 'dueActions', lastRunAt: NOW, error: null, overdue: true },
    { name: 'periods', lastRunAt: null, error: null, overdue: true },
    { name: 'notices', lastRunAt: null, error: null, overdue: true },
    { name: 'deliveries', lastRunAt: NOW, error: 'kaputt', overdue: true },
    { name: 'forgetting', lastRunAt: '2026-03-20T09:10:00.001Z', error: null, overdue: false },
  ]);
});
