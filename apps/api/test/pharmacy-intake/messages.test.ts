import { readFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CustomerCentre, DEMO_TASKS_SECRET, startCustomerCentre } from '@portal/dev/customer-centre/server.ts';
import { deliverMessages } from '../../src/modules/outbox/index.ts';
import { deliveryDeps } from '../outbox/support.ts';
import { seedUpdate } from '../price-updates/support.ts';
import { type Client, startPortal, type TestPortal } from '../support/portal.ts';
import { testPzn } from '../support/seed.ts';
import { asCustomerCentre, record, send } from './support.ts';

// Rule 23.12.

let portal: TestPortal;
let centre: CustomerCentre;
let crm: Client;
let sales: Client;
const paths: string[] = [];

beforeAll(async () => {
  [portal, centre] = await Promise.all([startPortal('2026-03-10T09:00:00Z'), startCustomerCentre({ port: 0 })]);
  crm = await asCustomerCentre(portal);
  sales = await portal.as('Tobias Sommer', ['solvena_sales']);
  const { outcomes } = await send(crm, [record(1), record(2)]);
  paths.push(...outcomes.map(({ crmCompanyId, token }) => `${crmCompanyId}/${token}`));
});
afterAll(async () => {
  await centre.close();
  await portal.close();
});

const place = (n: number) => ({ apoId: 610_000 + n, crmCompanyId: 810_000 + n });
async function told(): Promise<object[]> {
  const before = centre.pharmacyMessages().length;
  const settings = { tasksUrl: `${centre.url}/api/tasks/closed`, tasksSecret: DEMO_TASKS_SECRET };
  await deliverMessages(deliveryDeps(portal, settings));
  return centre.pharmacyMessages().toReversed().slice(before);
}
const decided = { at: '2026-03-10T09:00:00.000Z', by: 'Tobias Sommer' };

test('access, contract and mirrors are told, each once, in the order of what happened', async () => {
  const activate = () =>
    sales.post('/api/solvena/activateUsers', { pharmacyId: 810_001, token: paths[0]?.split('/')[1] });
  expect((await activate()).status).toBe(200);
  expect((await activate()).status).toBe(200);
  expect(await told()).toMatchObject([{ event: 'accessActivated', ...decided, demo: false, pharmacy: place(1) }]);

  const id = await seedUpdate(portal.database, place(1), 'LZD', [{ pzn: testPzn(1) }], {
    readyForApproval: true,
    firstCalculation: true,
    resetChoice: 0,
  });
  const owner = await portal.as('Anna Berger', ['solvena_customer', 'TP_admin_810001']);
  expect((await owner.put(`/api/price/approve/lzd/${paths[0]}/${id}/OTC`, { products: [] })).status).toBe(200);
  const approved = { kind: 'LZD', importId: id, productGroup: 'OTC' };
  expect(await told()).toMatchObject([
    { event: 'contractActivated', ...decided, by: 'Anna Berger', package: approved, pharmacy: place(1) },
  ]);
  const { pharmacies } = (await crm.get('/api/intake/pharmacies')).body as { pharmacies: object[] };
  expect(pharmacies[0]).toMatchObject({
    active: 1,
    contractStatus: 1,
    contract: { at: decided.at, by: 'Anna Berger' },
    userAccessActivated: true,
  });

  const mirror = { pharmacy: 610_001, shadowPharmacy: 610_002 };
  expect((await sales.post('/api/pharmacy/shadow', mirror)).status).toBe(200);
  expect((await sales.delete('/api/pharmacy/shadow/610001/610002')).status).toBe(200);
  expect(await told()).toMatchObject([
    { event: 'mirrorLinked', ...decided, pharmacy: place(1), mirror: place(2) },
    { event: 'mirrorUnlinked', ...decided, pharmacy: place(1), mirror: place(2) },
  ]);
});

test('the stand-in shows them', async () => {
  const page = await (await fetch(`${centre.url}/mitteilungen`)).text();
  expect(page).toContain('<td>Vertrag aktiviert</td><td>Apotheke 810001</td>');
  expect(page).toContain('<td>Spiegelapotheke gelöst</td><td>Apotheke 810001</td><td>Spiegelapotheke 810002</td>');
});

test('the test vector of docs/customer-centre.md is signed as the page says', () => {
  const page = readFileSync(new URL('../../../../docs/customer-centre.md', import.meta.url), 'utf8');
  const secret = /with the secret `([^`]+)`/.exec(page)?.[1] ?? '';
  const vectors = [...page.matchAll(/```\n(\d+)\n(\{.*\})\nsha256=([0-9a-f]{64})\n```/g)];
  expect(vectors).toHaveLength(1);
  for (const [, timestamp, body, signature] of vectors)
    expect(createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')).toBe(signature);
});
