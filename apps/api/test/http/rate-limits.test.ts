import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Cost, COSTS, ENDPOINTS, type Endpoint, REFUSALS } from '@portal/contracts';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createLimitedLog } from '../../src/http/limited-log.ts';
import { createRateLimits, networkOf } from '../../src/http/rate-limit.ts';
import { createLogger } from '../../src/logger.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy } from '../support/seed.ts';

const XSRF = 'x'.repeat(43);
/** Small enough to reach each limit of a caller, the largest of which is 6000, in a few calls. */
const FACTOR = 1 / 300;
const limitOf = (limit: number) => Math.max(1, Math.round(limit * FACTOR));

let portal: TestPortal;
let pharmacy: SeededPharmacy;
beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
});
afterAll(() => portal?.close());

/** A portal of its own, so that nothing has been counted yet; calls come from the address given. */
function limitedPortal(factor = FACTOR, trustProxy: number | string[] = 1, logger = portal.deps.logger) {
  const metrics = createMetrics({ process: false });
  const config = { ...portal.deps.config, rateFactor: factor, trustProxy };
  const agent = supertest(createApp({ ...portal.deps, config, metrics, logger }));
  const call = async (endpoint: Endpoint, who: { name?: string; address: string; roles?: string[] }) => {
    const values: Record<string, string> = {
      crmId: String(pharmacy.crmCompanyId),
      crmCompanyId: String(pharmacy.crmCompanyId),
      apoId: String(pharmacy.apoId),
      pharmacyId: String(pharmacy.apoId),
      token: pharmacy.token,
      productGroup: 'OTC',
      block: '12',
      listKind: 'MDP',
      kind: 'MDP',
    };
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
    const request = agent[endpoint.method.toLowerCase() as 'get' | 'post'](path).set({
      'X-Forwarded-For': who.address,
      Cookie: `XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
    });
    if (who.name !== undefined)
      request.set(
        'Authorization',
        `Bearer ${await portal.issuer.token(claimsOf(who.name, who.roles ?? rolesFor(endpoint)))}`,
      );
    return request;
  };
  return { call, metrics };
}

/** Staff, or the account that the call is for. */
const rolesFor = ({ access }: Endpoint) => {
  if (access.kind !== 'service') return ['solvena_admin'];
  return [access.role === 'till_sync' ? `till_sync_${pharmacy.crmCompanyId}` : access.role];
};

const limited = Object.values<Endpoint>(ENDPOINTS).map((endpoint) => {
  const { rate }: Cost = COSTS[endpoint.cost];
  return { endpoint, id: endpoint.id, rate };
});

// Rules 13.5 and 13.17.
test.each<[string, number]>([
  ['/api/nothing', 404],
  ['/api/config', 405],
])('calls that are none, as POST %s, count by address as public ones do', async (path, status) => {
  const { call } = limitedPortal();
  const none = { ...ENDPOINTS.getConfig, method: 'POST', path } as Endpoint;
  expect((await call(none, { address: '203.0.113.9' })).status).toBe(status);
  expect((await call(none, { address: '203.0.113.9' })).status).toBe(429);
  expect((await call(none, { address: '203.0.113.10' })).status).toBe(status);
});

test('every class counts its callers, and a public call has one that counts addresses', () => {
  for (const { endpoint, id, rate } of limited) {
    const counted = endpoint.access.kind === 'public' ? rate.perAddress : rate.perCaller;
    expect([id, counted !== undefined]).toEqual([id, true]);
  }
  // The calls that are the same for all or come from mails are public, and no other.
  const open = limited.filter(({ endpoint }) => endpoint.access.kind === 'public').map(({ id }) => id);
  expect(open.toSorted()).toEqual(
    `confirmNotices downloadLogExport getConfig getLiveness getNoticeLink getOpenApi getReadiness openPdf openWithdrawal withdrawNotices`.split(
      ' ',
    ),
  );
});

describe.each(limited)('$id', ({ endpoint, rate }) => {
  const signedIn = endpoint.access.kind !== 'public';
  const { service }: Cost = COSTS[endpoint.cost];
  // One account of an engine or a till acts for many.
  const by = !signedIn ? 'address' : service && endpoint.path.includes(':crmCompanyId') ? 'pharmacy' : 'caller';
  const most = limitOf({ address: rate.perAddress, pharmacy: rate.perPharmacy, caller: rate.perCaller }[by] ?? 0);
  const who = { ...(signedIn ? { name: 'Ina Eilig' } : {}), address: '192.0.2.1' };

  test('answers 429 with a German message and Retry-After to one call too many, and to no other caller', async () => {
    const { call, metrics } = limitedPortal();
    for (let n = 1; n <= most; n += 1) expect((await call(endpoint, who)).status).not.toBe(429);
    const refused = await call(endpoint, who);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ status: 'ERROR', reason: 'too_many_requests' });
    expect(refused.body.message).toMatch(
      /^Das waren zu viele Anfragen in kurzer Zeit\. Bitte versuchen Sie es in (\d+ Sekunden|einer Sekunde) erneut\.$/,
    );
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await metrics.text()).toContain(`portal_rate_limited_total{kind="${endpoint.cost}",by="${by}"} 1`);
    const other = { ...(signedIn ? { name: 'Otto Ruhig' } : {}), address: '192.0.2.2' };
    if (by !== 'pharmacy') expect((await call(endpoint, other)).status).not.toBe(429);
  });
});

test('limits by address never hit valid tokens, however many are used there', async () => {
  const { call } = limitedPortal(); // a download: two an address without a token
  const address = '198.51.100.7';
  for (let n = 1; n <= 5; n += 1) await call(ENDPOINTS.downloadLogExport, { address });
  expect((await call(ENDPOINTS.downloadLogExport, { address })).status).toBe(429);
  for (let n = 1; n <= 9; n += 1) {
    expect((await call(ENDPOINTS.getUserData, { name: `Gast ${n}`, address })).status).toBe(200);
  }
});

test('the people of one pharmacy share its limit; strangers who are refused do not use it up', async () => {
  const { call } = limitedPortal(1 / 600); // a PDF: one a pharmacy
  const own = { address: '192.0.2.1', roles: [`TP_user_${pharmacy.crmCompanyId}`] };
  const stranger = { name: 'Frida Fremd', address: '192.0.2.2', roles: ['TP_user_1'] };
  expect((await call(ENDPOINTS.createLabels, stranger)).status).toBe(403);
  expect((await call(ENDPOINTS.getPriceListPdf, { ...own, name: 'Anna Eins' })).status).not.toBe(429);
  expect((await call(ENDPOINTS.getPriceListPdf, { ...own, name: 'Bert Zwei' })).status).toBe(429);
});

test('a service account is counted by the pharmacy it acts for', async () => {
  const others = await seedPharmacy(portal.database, 2);
  const { call } = limitedPortal(1 / 60); // an inventory: one a pharmacy, ten an account
  const roles = [pharmacy, others].map(({ crmCompanyId }) => `till_sync_${crmCompanyId}`);
  const vendor = { name: 'Kassenhaus', address: '192.0.2.1', roles };
  const to = (crm: number) => ({
    ...ENDPOINTS.sendTillInventory,
    path: ENDPOINTS.sendTillInventory.path.replace(':crmCompanyId', String(crm)),
  });
  expect((await call(to(pharmacy.crmCompanyId), vendor)).status).not.toBe(429);
  expect((await call(to(pharmacy.crmCompanyId), vendor)).status).toBe(429);
  expect((await call(to(others.crmCompanyId), vendor)).status).not.toBe(429);
});

test('a caller who is refused again and again is no longer answered, others at the address are', async () => {
  const { call } = limitedPortal();
  const guess = { name: 'Rolf Rater', address: '203.0.113.9', roles: ['solvena_customer', 'TP_user_1'] };
  const most = limitOf(REFUSALS.perCaller);
  // Of a class each, so that none of them is reached.
  const guessed = [ENDPOINTS.getDashboard, ENDPOINTS.getPriceList, ENDPOINTS.getHistory];
  expect([most, new Set(guessed.map(({ cost }) => cost)).size]).toEqual([2, 3]);
  const answered: number[] = [];
  for (const endpoint of guessed) answered.push((await call(endpoint, guess)).status);
  expect(answered).toEqual([403, 403, 429]);
  expect((await call(ENDPOINTS.getUserData, { name: 'Anna Antwort', address: guess.address })).status).toBe(200);
  // Probes and the page's configuration carry no right that could be guessed.
  expect((await call(ENDPOINTS.getReadiness, { address: guess.address })).status).toBe(200);
});

test('without a trusted proxy a caller cannot choose the address he is counted under', async () => {
  const { call } = limitedPortal(1 / 600, 0); // downloads: one an address
  expect((await call(ENDPOINTS.downloadLogExport, { address: '192.0.2.1' })).status).not.toBe(429);
  expect((await call(ENDPOINTS.downloadLogExport, { address: '192.0.2.2' })).status).toBe(429);
});

// Rule 13.5.
describe('the log', () => {
  const recorded = () => {
    const lines: Record<string, unknown>[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _, done) {
        const line = JSON.parse(chunk.toString()) as Record<string, unknown>;
        if (line['msg'] === 'a call was limited') lines.push(line);
        done();
      },
    });
    return { lines, logger: createLogger('warn', sink) };
  };

  test('names who is limited by class, role and pharmacy, and no person or address, once a minute', async () => {
    const { lines, logger } = recorded();
    const { call } = limitedPortal(1 / 600, 1, logger);
    const own = { address: '192.0.2.1', roles: [`TP_user_${pharmacy.crmCompanyId}`] };
    for (let n = 0; n < 4; n += 1) await call(ENDPOINTS.getPriceListPdf, { ...own, name: 'Anna Eins' });
    for (let n = 0; n < 3; n += 1) await call(ENDPOINTS.downloadLogExport, { address: '192.0.2.77' });
    for (let n = 0; n < 12; n += 1) await call(ENDPOINTS.getTillPrices, { name: 'Kasse', address: '192.0.2.1' });
    const reason = 'too_many_requests';
    const crm = pharmacy.crmCompanyId;
    expect(lines).toEqual(
      [
        { operation: 'getPriceListPdf', class: 'pdf', reason, role: 'pharmacy', pharmacy: crm },
        { operation: 'downloadLogExport', class: 'file', reason, role: 'nobody' },
        { operation: 'getTillPrices', class: 'service', reason, role: 'till', pharmacy: crm },
      ].map((line) => expect.objectContaining({ ...line, who: expect.stringMatching(/^[0-9a-f]{12}$/) })),
    );
    const text = JSON.stringify(lines);
    for (const word of ['Anna', 'Eins', 'Kasse', '192.0.2', claimsOf('Anna Eins', []).sub])
      expect(text).not.toContain(word);
  });

  test('is bounded, and its digest can be worked out by the command of docs/alerts.md', async () => {
    const { lines, logger } = recorded();
    let now = 0;
    const tell = createLimitedLog(logger, 'geheim-und-lang', () => now);
    const call = { operation: 'getPriceList', cost: 'list', reason: 'busy' } as const;
    for (let n = 0; n < 10_000; n += 1) tell({ subject: `subject ${n}`, address: undefined }, call);
    expect(lines).toHaveLength(60);
    now = 60_000;
    tell({ subject: 'subject 1', address: undefined }, call);
    expect(lines).toHaveLength(61);
    const page = await readFile(new URL('../../../../docs/alerts.md', import.meta.url), 'utf8');
    const command = /`(printf .* openssl [^`]*)`/.exec(page)?.[1] ?? '';
    const { stdout } = spawnSync('sh', ['-c', command.replace('ID', `'subject 1'`)], {
      encoding: 'utf8',
      env: { ...process.env, PORTAL_LINK_SECRET: 'geheim-und-lang' },
    });
    expect(stdout.trim().split(' ').at(-1)?.slice(0, 12)).toBe(lines.at(-1)?.['who']);
  });
});

test('the factor 0 counts nothing', async () => {
  const limits = createRateLimits(0);
  const count = () => limits.count('file', { subject: 'a', address: '192.0.2.1' });
  await expect(Promise.all(Array.from({ length: 10_000 }, count))).resolves.toHaveLength(10_000);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each<[string, number | string[] | 'refused']>([
  ['', 0],
  ['1', 1],
  ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ['2001:db8::/32', ['2001:db8::/32']],
  ['true', 'refused'],
  ['proxy.example', 'refused'],
  ['10.0.0.0/33', 'refused'],
])('PORTAL_TRUST_PROXY=%s', (text, expected) => {
  const read = () =>
    readConfig({
      DATABASE_URL: 'postgresql://a@b/c',
      PORTAL_BASE_URL: 'http://localhost',
      PORTAL_ENVIRONMENT: 'test',
      PORTAL_IDENTITY_URL: 'http://localhost',
      PORTAL_IDENTITY_REALM: 'r',
      PORTAL_IDENTITY_CLIENT: 'c',
      PORTAL_IDENTITY_AUDIENCE: 'a',
      PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost',
      PORTAL_SMTP_URL: 'smtp://localhost',
      PORTAL_MAIL_FROM: 'a@portal.example',
      PORTAL_LINK_SECRET: 'l'.repeat(32),
      PORTAL_TASKS_SECRET: 't'.repeat(32),
      PORTAL_TRUST_PROXY: text,
    }).trustProxy;
  if (expected === 'refused') expect(read).toThrow(ConfigError);
  else expect(read()).toEqual(expected);
});
