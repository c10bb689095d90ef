import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type CustomerCentre, startCustomerCentre } from '../src/customer-centre/server.ts';

const SECRET = 's'.repeat(32);
let centre: CustomerCentre;
beforeAll(async () => {
  centre = await startCustomerCentre({ port: 0, tasksSecret: SECRET });
});
afterAll(() => centre.close());

const MESSAGE = {
  event: 'taskClosed',
  outcome: 'deleted',
  closedAt: '2026-03-10T09:00:00.000Z',
  closedBy: 'Petra <Hahn>',
  task: { kind: 'MDP', importId: 4711, productGroup: 'OTC' },
  pharmacy: { apoId: 200101, crmCompanyId: 100101 },
};
const now = () => Math.floor(Date.now() / 1000);

/** A signed message; the overrides are what somebody does to it on the way. */
function send(sent: { body?: string; id?: string; timestamp?: number; signedAt?: number; secret?: string } = {}) {
  const text = JSON.stringify(MESSAGE);
  const timestamp = sent.timestamp ?? now();
  const signature = createHmac('sha256', sent.secret ?? SECRET)
    .update(`${sent.signedAt ?? timestamp}.${text}`)
    .digest('hex');
  return fetch(`${centre.url}/api/tasks/closed`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Idempotency-Key': sent.id ?? 'one',
      'X-Portal-Timestamp': String(timestamp),
      'X-Portal-Signature': `sha256=${signature}`,
    },
    body: sent.body ?? text,
  });
}

test('takes a signed message once and shows it', async () => {
  expect(await (await send()).json()).toEqual({ status: 'taken' });
  expect(await (await send()).json()).toEqual({ status: 'known' });
  expect(centre.closedTasks()).toEqual([{ ...MESSAGE, messageId: 'one' }]);
  const page = await (await fetch(`${centre.url}/aufgaben`)).text();
  expect(page).toContain('<td>MDP OTC 4711</td><td>Apotheke 100101</td><td>gelöscht</td><td>10.03.2026 10:00</td>');
  expect(page).toContain('Petra &lt;Hahn&gt;');
});

test.each([
  ['of somebody with another secret', { secret: 'x'.repeat(32) }],
  ['that was changed', { body: JSON.stringify({ ...MESSAGE, outcome: 'approved' }) }],
  ['that was recorded', { timestamp: now() - 301 }],
  ['whose timestamp was renewed', { signedAt: now() - 301 }],
])('refuses a message %s', async (_what, changes) => {
  expect((await send({ id: 'two', ...changes })).status).toBe(401);
  expect(centre.closedTasks().map(({ messageId }) => messageId)).not.toContain('two');
});
