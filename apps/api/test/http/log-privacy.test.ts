import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { createLogger, describeError } from '../../src/logger.ts';
import { DeliveryError } from '../../src/modules/outbox/delivery-error.ts';
import { deliverMessages } from '../../src/modules/outbox/deliver-messages.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedList, seedPharmacy, type SeededPharmacy, testPzn } from '../support/seed.ts';

const XSRF = 'geheimes-xsrf-token-geheimes-xsrf-token-xxxx';
let portal: TestPortal;
let pharmacy: SeededPharmacy;
beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
  await seedList(portal.database, pharmacy, 'OTC', [{ pzn: testPzn(1) }]);
});
afterAll(() => portal?.close());

/** A logger that writes everything there is, and what it has written. */
function recorded() {
  let text = '';
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { logger: createLogger('trace', sink), text: () => text };
}

// Rule 1.12.
test('no call, well or badly ended, leaves a token, a name or an address in the log', async () => {
  const { logger, text } = recorded();
  const { pool } = portal.deps.database;
  let failing = false;
  // The errors that a driver reports carry what was stored.
  const query = (...args: unknown[]) => {
    if (!failing) return (pool.query as (...all: unknown[]) => unknown).call(pool, ...args);
    throw Object.assign(new Error('duplicate key value violates unique constraint "portal_user_subject_key"'), {
      code: '23505',
      table: 'portal_user',
      detail: 'Key (email)=(erika.mustermann@portal.example) already exists.',
      where: `token ${pharmacy.token}`,
      parameters: ['Erika Mustermann', pharmacy.token],
    });
  };
  const database = { ...portal.deps.database, pool: Object.assign(Object.create(pool), { query }) };
  const agent = supertest(createApp({ ...portal.deps, database, logger }));
  const tokens = [
    await portal.issuer.token(claimsOf('Erika Mustermann', ['solvena_admin'])),
    await portal.issuer.token(claimsOf('Erika Mustermann', [`TP_user_${pharmacy.crmCompanyId}`, 'solvena_customer'])),
    await portal.issuer.token(claimsOf('Erika Mustermann', ['pricing_engine'])),
    await portal.issuer.token(claimsOf('Erika Mustermann', []), { foreignKey: true }),
  ];
  const values: Record<string, string> = {
    pharmacyId: String(pharmacy.crmCompanyId),
    crmId: String(pharmacy.crmCompanyId),
    crmCompanyId: String(pharmacy.crmCompanyId),
    apoId: String(pharmacy.apoId),
    token: pharmacy.token,
    productGroup: 'OTC',
    block: '12',
    listKind: 'MDP',
    kind: 'MDP',
    pzn: testPzn(1),
    ticket: `geheimes-ticket.${'g'.repeat(43)}`,
    link: `geheimer-link${'g'.repeat(30)}`,
  };
  const statuses = new Set<number>();
  for (failing of [false, true]) {
    for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
      const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
      for (const token of tokens) {
        const { status } = await agent[endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](path)
          .set({ Cookie: `XSRF-TOKEN=${XSRF}`, 'X-XSRF-TOKEN': XSRF, 'X-Forwarded-For': '203.0.113.77' })
          .set({ Authorization: `Bearer ${token}`, 'User-Agent': 'Kasse von Erika Mustermann' })
          .send(endpoint.method === 'GET' ? undefined : { email: 'erika.mustermann@portal.example', products: [] });
        statuses.add(status);
      }
    }
  }
  await agent.get(`/p/${pharmacy.path}?email=erika.mustermann@portal.example`);
  await agent.get(`/api/price/%E0%A4%A/${pharmacy.token}/OTC`);

  const log = text();
  // It has logged, and the errors too: the test would prove nothing on a silent log.
  for (const status of [200, 401, 403, 422, 500]) {
    expect([...statuses]).toContain(status);
    expect(log).toContain(`"statusCode":${status}`);
  }
  expect(log).toContain('23505');
  expect(log).toContain('"operation":"getDashboard"');
  const secrets = [
    ...tokens,
    ...tokens.flatMap((token) => token.split('.')),
    pharmacy.token,
    XSRF,
    'geheimes-ticket',
    'geheimer-link',
  ];
  const personal = ['Erika', 'Mustermann', 'erika', 'portal.example', '203.0.113.77', 'Test-Apotheke', 'Marktplatz'];
  for (const word of [...secrets, ...personal])
    expect(log.split('\n').find((line) => line.includes(word))).toBeUndefined();
});

test('a mail that does not go out leaves no address in the log', async () => {
  const { logger, text } = recorded();
  await portal.database.pool.query(
    `INSERT INTO outbox (message_id, kind, payload, created_at, next_attempt_at)
     VALUES (gen_random_uuid(), 'logExport', '{"to": "erika.mustermann@portal.example"}', now(), '2026-03-10T08:00:00Z')`,
  );
  const refuse = async () => {
    const cause = Object.assign(
      new Error('550 <erika.mustermann@portal.example> unknown; smtps://post:geheim@mail.example'),
      {
        responseCode: 550,
        rejected: ['erika.mustermann@portal.example'],
        envelope: { to: ['erika.mustermann@portal.example'] },
      },
    );
    throw new DeliveryError('Der Server nimmt die Nachricht nicht an.', { cause, hopeless: true });
  };
  const senders = {
    logExport: refuse,
    taskClosed: refuse,
    notice: refuse,
    noticeConfirmation: refuse,
    delivery: refuse,
  };
  await deliverMessages({ ...portal.deps, logger, senders });
  expect(text()).toContain('550');
  expect(text()).toContain('a message was not delivered');
  expect(text()).not.toMatch(/erika|mustermann|geheim/i);
});

test.each([
  ['Bearer eyJhbGciOi.eyJzdWIi.c2ln', 'Bearer <token>'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln refused', 'token <token> refused'],
  ['connect postgresql://portal_api:geheim@db:5432/portal', 'connect postgresql://<login>@db:5432/portal'],
  ['to Erika <erika@portal.example>', 'to Erika <<address>>'],
  ['GET /api/price/700001/geheim/OTC failed', 'GET /api/<path> failed'],
  ['fetch https://portal.example/p/700001/geheim failed', 'fetch https://portal.example/<path> failed'],
  ['cannot open /srv/apps/api/src/main.ts', 'cannot open /srv/apps/api/src/main.ts'],
  ['connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('an error that says "%s" is logged as "%s"', (said, logged) =>
  expect(describeError(new Error(said)).message).toBe(logged),
);

test('an error is logged with the places it came through, and they stay readable', () => {
  const { stack } = describeError(new Error('for erika@portal.example\nat her place'));
  expect(stack).toMatch(/^ {4}at .*apps\/api\/test\/http\/log-privacy\.test\.ts:\d+:\d+/);
  expect(stack).not.toContain('erika');
});
